import { compareTexts } from '../../../kit/text/compare-texts.ts';

/** The accounts of a run in the order of their last look, as far as its time allows. */
export type Sweep<T> = {
  /** Accounts to begin, read once. Ends when the time is over, after at least one. */
  readonly begins: Iterable<T>;
  /** All accounts, in that order. */
  readonly ordered: readonly T[];
  readonly listBegun: () => readonly T[];
  /** Accounts that the time left for the next run. */
  readonly listLeft: () => readonly T[];
};

export type SweepOptions = {
  /** Id of the run that last looked at an account, by key; null keeps the order. Ids sort by time. */
  readonly lastLooks: ReadonlyMap<string, string> | null;
  /** Returns whether the time for further accounts is over. */
  readonly isOver: () => boolean;
};

/** Opens a sweep: accounts that no run looked at come first. */
export function openSweep<T extends { readonly key: string }>(
  entries: readonly T[],
  { lastLooks, isOver }: SweepOptions,
): Sweep<T> {
  const lastOf = ({ key }: T): string => lastLooks?.get(key) ?? '';
  const ordered = entries.toSorted((left, right) => compareTexts(lastOf(left), lastOf(right)));
  let begun = 0;
  function* begin(): Generator<T, void, undefined> {
    for (const entry of ordered) {
      if (begun > 0 && isOver()) return;
      begun += 1;
      yield entry;
    }
  }
  return {
    begins: begin(),
    ordered,
    listBegun: () => ordered.slice(0, begun),
    listLeft: () => ordered.slice(begun),
  };
}
