import type { Impact } from '../../model/plan/change.ts';
import type { AccountState } from '../classify/account-rank.ts';
import type { ObjectState } from '../classify/object-states.ts';
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
  /** Objects that the charts count, such as each difference by kind and age. */
  readonly counted: readonly CountedObject[];
};

export type PartView = {
  /** The path of its object within the account; null for blocks about the account. */
  readonly path: string | null;
  readonly title: string;
  readonly says?: readonly string[];
  readonly blocks: readonly PageBlock[];
  readonly ordered?: true;
};

/** One thing that charts count. */
export type CountedObject = { readonly state: ObjectState; readonly since?: string | null };

/** Shown of one part; the JSON of the report has all of them. */
const maxBlocks = 200;

/** Limits the blocks of a part, and adds a note about omitted ones. */
export function makePartView(part: PartView): PartView {
  const left = part.blocks.length - maxBlocks;
  if (left <= 0) return part;
  const text = `${left} more are not shown here; the JSON of this report has them`;
  return {
    ...part,
    blocks: [...part.blocks.slice(0, maxBlocks), { is: 'note', needs: false, says: text }],
  };
}
