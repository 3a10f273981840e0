import type { Address } from '../../../model/address.ts';
import type { Impact } from '../../../model/plan/change.ts';
import type { Labels } from '../../../model/report/report-document.ts';
import type { AccountState } from '../../classify/account-rank.ts';
import { type ObjectState, selectWorseState } from '../../classify/object-states.ts';
import type { Section } from '../section.ts';
import { toObjectPath } from '../words/format-path.ts';
import type { Concern } from './concern.ts';

/** Everything that a report says about one account. */
export type AccountBlocks = {
  readonly account: string;
  /** Its labels in Git; absent without any. */
  readonly labels?: Labels;
  readonly state: AccountState;
  /** Its place among all accounts, worst first. */
  readonly rank: number;
  /** The account in some words: `2 creates, interrupts 1 cycle`. */
  readonly summary: string;
  /** Reasons to review it first, worst first. */
  readonly concerns: readonly Concern[];
  /** Its row in the table of accounts, below the columns of the report; null without one. */
  readonly cells: readonly (string | number)[] | null;
  /** True if its summary says it all. */
  readonly isQuiet: boolean;
  readonly sections: readonly Section[];
  /** Items to review. */
  readonly count: number;
  /** The worst of all. */
  readonly impact: Impact;
  /** Since when the oldest of its drift is known, ISO UTC. */
  readonly since: string | null;
  /** By path within the account, in the order of the manifest. */
  readonly objects: ReadonlyMap<string, ObjectState>;
  /** Objects that charts count, such as each difference by kind and age. */
  readonly counted: readonly CountedObject[];
};

/** One thing that charts count. */
export type CountedObject = { readonly state: ObjectState; readonly since?: string | null };

/** States of objects by path within the account; the worst of each. */
export function listObjectStates(
  states: readonly (readonly [Address, ObjectState])[],
): ReadonlyMap<string, ObjectState> {
  const byPath = new Map<string, ObjectState>();
  for (const [address, state] of states) {
    const path = toObjectPath(address);
    byPath.set(path, selectWorseState(byPath.get(path) ?? state, state));
  }
  return byPath;
}
