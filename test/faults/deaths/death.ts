import type { PortCall, Tap } from '../tap-ports.ts';

/** A process that dies at a given moment of its work. */
export type Mortal = {
  readonly tap: Tap;
  readonly death: Promise<void>;
  /** The effect that it died after; null while it lives. */
  readonly last: () => string | null;
  /** Its effects so far, requests and records, in order. */
  readonly effects: () => readonly string[];
};

/**
 * Dies after the nth effect, before its answer arrives; 0 is before all. Other deaths are
 * equivalent, because only effects change the outside. `counted` names the effects to count; all by
 * default.
 */
export function makeMortal(nth: number, counted: string | null = null): Mortal {
  const effects: string[] = [];
  let end: (() => void) | null = null;
  const death = new Promise<void>((resolve) => {
    end = resolve;
  });
  let isDead = false;
  const die = (): Promise<never> => {
    isDead = true;
    end?.();
    return new Promise(() => undefined);
  };
  const tap: Tap = async (call, go) => {
    if (isDead) return die();
    if (nth === 0 && call.hasEffect) return die();
    const result = await go();
    if (!call.hasEffect) return result;
    const name = nameCall(call);
    effects.push(name);
    if (counted !== null && name !== counted) return result;
    const count = effects.filter((each) => counted === null || each === counted).length;
    return count === nth ? die() : result;
  };
  return {
    tap,
    death,
    last: () => (isDead ? (effects.at(-1) ?? 'nothing') : null),
    effects: () => effects,
  };
}

function nameCall(call: PortCall): string {
  return `${call.port} ${call.name}`;
}
