import type { PortCall, Tap } from '../faults/tap-ports.ts';

type Parked = {
  readonly call: PortCall;
  readonly go: () => Promise<unknown>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (reason: unknown) => void;
};

/** One of the programs at a turnstile. */
class GatedProgram {
  readonly parked: Parked[] = [];
  isGone = false;
  #wake: (() => void) | null = null;

  park(one: Parked): void {
    this.parked.push(one);
    this.wake();
  }

  wake(): void {
    this.#wake?.();
    this.#wake = null;
  }

  /** Fulfilled when it waits at the turnstile, or is gone. */
  async arrived(): Promise<void> {
    while (this.parked.length === 0 && !this.isGone) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}

/**
 * Lets calls of several programs pass one at a time in a chosen order, so that a run repeats
 * exactly.
 */
export class CallGate {
  readonly #walkers: readonly GatedProgram[];

  constructor(count: number) {
    this.#walkers = Array.from({ length: count }, () => new GatedProgram());
  }

  tapOf(who: number): Tap {
    const walker = this.#of(who);
    return (call, go) =>
      new Promise((resolve, reject) => walker.park({ call, go, resolve, reject }));
  }

  /** Begins a program, which comes to the turnstile; gives what it ends with. */
  begin<T>(who: number, program: () => Promise<T>): Promise<T> {
    const walker = this.#of(who);
    return program().finally(() => {
      walker.isGone = true;
      walker.wake();
    });
  }

  /** The call that it waits with; null when it is gone. */
  async next(who: number): Promise<PortCall | null> {
    const walker = this.#of(who);
    await walker.arrived();
    return walker.parked[0]?.call ?? null;
  }

  /** Lets its next call through and waits until it comes again or is gone; false when it was gone. */
  async pass(who: number): Promise<boolean> {
    const walker = this.#of(who);
    await walker.arrived();
    const one = walker.parked.shift();
    if (one === undefined) return false;
    try {
      one.resolve(await one.go());
    } catch (error) {
      one.reject(error);
    }
    await walker.arrived();
    return true;
  }

  /** Lets all of its calls through. */
  async finish(who: number): Promise<void> {
    while (await this.pass(who));
  }

  #of(who: number): GatedProgram {
    const walker = this.#walkers[who];
    if (walker === undefined) throw new Error(`There is no program ${who} at the turnstile`);
    return walker;
  }
}
