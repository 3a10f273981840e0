import type { Rollout, RolloutAccount } from '../../../model/state/rollout.ts';
import { checkWave } from './check-wave.ts';

/** The next step of a rollout. */
export type RolloutStep =
  /** Accounts to apply; `admitted` is the number of admitted waves from there. */
  | {
      readonly kind: 'apply';
      readonly admitted: number;
      readonly accounts: readonly RolloutAccount[];
    }
  /** A wave that is applied, and must meet the gate. */
  | { readonly kind: 'gate'; readonly wave: number }
  /** `why` is absent where too many accounts failed. */
  | { readonly kind: 'stop'; readonly wave: number; readonly why?: string }
  | { readonly kind: 'end' };

/** Decides the next step from what was recorded, so that a step that was cut off is taken again. */
export function planStep(rollout: Rollout, accounts: readonly RolloutAccount[]): RolloutStep {
  const { admitted, gate, passed = 0, waves } = rollout;
  const results = Array.from({ length: admitted }, (_, wave) => ({
    wave,
    result: checkWave(
      rollout,
      accounts.filter((each) => each.wave === wave),
    ),
  }));
  const failed = results.find(({ result }) => result === 'failed');
  if (failed !== undefined) return { kind: 'stop', wave: failed.wave };
  const isNext = results.every(({ result }) => result === 'passed');
  // Nothing of accounts that came later was approved, and the others have shown what it does.
  const isGated = gate !== undefined && passed < Math.min(admitted, waves.length);
  if (isNext && isGated) return { kind: 'gate', wave: passed };
  if (isNext && accounts.every(({ wave }) => wave < admitted)) return { kind: 'end' };
  const reached = isNext ? admitted + 1 : admitted;
  const left = accounts.filter(({ wave, state }) => wave < reached && !isOver(state));
  return { kind: 'apply', admitted: reached, accounts: left };
}

function isOver(state: RolloutAccount['state']): boolean {
  return state === 'done' || state === 'gone' || state === 'pinned';
}
