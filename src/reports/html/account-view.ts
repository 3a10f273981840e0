import type { Impact } from '../../model/plan/change.ts';
import type { AccountState } from '../judge/account-rank.ts';
import type { ObjectState } from '../judge/object-states.ts';
import type { PageBlock } from './page-data.ts';

/** An account as the page shows it, with paths in place of numbers. */
export type AccountView = {
  readonly name: string;
  readonly state: AccountState;
  /** Its place among all accounts, worst first. */
  readonly rank: number;
  readonly says: string;
  readonly count: number;
  readonly impact: Impact;
  readonly since: string | null;
  /** By path within the account, in the order of the manifest. */
  readonly objects: ReadonlyMap<string, ObjectState>;
  readonly parts: readonly PartView[];
  /** What the charts count, such as the kind and the age of each difference. */
  readonly counted: readonly CountedObject[];
};

export type PartView = {
  /** The path of its object within the account; null for what is said of the account beside its objects. */
  readonly path: string | null;
  readonly title: string;
  readonly says?: readonly string[];
  readonly blocks: readonly PageBlock[];
  readonly ordered?: true;
};

/** One thing that charts count. */
export type CountedObject = { readonly state: ObjectState; readonly since?: string | null };

/** More blocks than that of one part tell nobody more; all of them are in the JSON of the report. */
const maxBlocks = 200;

/** A part with no more blocks than people look at, and a word on what is left out. */
export function makePartView(part: PartView): PartView {
  const left = part.blocks.length - maxBlocks;
  if (left <= 0) return part;
  const says = `${left} more are left out here; the JSON of this report has them`;
  return {
    ...part,
    blocks: [...part.blocks.slice(0, maxBlocks), { is: 'note', needs: false, says }],
  };
}
