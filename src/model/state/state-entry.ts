import type { CreateIntent, PauseRecord, WriteIntent } from './account-state.ts';
import type { StoredRecord } from './restore-origins.ts';
import type { RunAccount, RunRecord } from './run.ts';
import type { RunId } from './run-id.ts';
import type { StoredTarget } from './stored-target.ts';

/** One line of an exported store. Locks and their holders do not travel: they are of processes that live here. */
export type StateEntry =
  | { readonly kind: 'target'; readonly record: StoredTarget }
  | { readonly kind: 'object'; readonly account: string; readonly record: StoredRecord }
  | { readonly kind: 'create'; readonly account: string; readonly record: CreateIntent }
  | { readonly kind: 'pause'; readonly account: string; readonly record: PauseRecord }
  | { readonly kind: 'write'; readonly account: string; readonly record: WriteIntent }
  | { readonly kind: 'run'; readonly record: RunRecord }
  | { readonly kind: 'run-account'; readonly run: RunId; readonly record: RunAccount };

/** The first line of an exported store. */
export type StateHead = {
  readonly format: string;
  /** `PROJECT/ENVIRONMENT`. */
  readonly scope: string;
};

/** The format that this version writes and reads. */
export const stateFormat = 'cyclectl-state/1';

/** How many lines of each kind a store has. */
export type StateTally = Readonly<Record<StateEntry['kind'], number>>;

/** A tally of zeros. */
export function makeStateTally(): Record<StateEntry['kind'], number> {
  return { target: 0, object: 0, create: 0, pause: 0, write: 0, run: 0, 'run-account': 0 };
}
