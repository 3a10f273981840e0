import { mapInOrder } from '../kit/map-in-order.ts';
import { type Address, accountAddress, fieldAddress } from '../model/address.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { AdoptedValue, DriftAdoption } from '../model/drift-adoption.ts';
import { type AccountEntry, idIn } from '../model/manifest.ts';
import type { DriftFound } from '../model/plan.ts';
import type { FileEdit } from '../model/promotion.ts';
import { isWithin, listAccounts } from '../model/revert.ts';
import { showApplied, showDesired, showLive } from '../model/show-value.ts';
import { listKnown, reportUnmoved } from '../stages/policy/judge-revert.ts';
import { keepGitValues } from './keep-git-values.ts';
import type { Looking } from './look-at-account.ts';
import { type AccountMerge, type FileMerge, mergeFile } from './merge-file.ts';

/** What drift is looked for, to be taken over into files. */
export type AdoptingRun = {
  readonly looking: Looking;
  readonly entries: readonly AccountEntry[];
  /** What a person named, each with all that stands beneath it; without any it is all that has moved. */
  readonly addresses: readonly Address[];
  /** Most files in flight. */
  readonly width: number;
};

/**
 * Takes what others moved over into the files that say it, each proven by a plan that has nothing to do for it. Where
 * an address was named of which nothing has moved, nothing is taken over at all. Writes nothing.
 */
export async function adoptDrift(run: AdoptingRun): Promise<DriftAdoption> {
  const { entries, addresses, width } = run;
  const named = listAccounts(addresses);
  const chosen = named.size === 0 ? entries : entries.filter(({ key }) => named.has(key));
  const files = [...Map.groupBy(chosen, ({ file }) => file)];
  const merges: Merged[] = [];
  const settle = keepGitValues(addresses);
  const works = mapInOrder(files, width, async ([file, own]) => ({
    file,
    merge: await mergeFile(
      { ...run, foreign: null, width: 1, asked: addresses, settle },
      file,
      own,
    ),
  }));
  for await (const each of works) merges.push(each);
  const unmoved = refuseUnmoved(merges, addresses);
  return describe(run, unmoved.length > 0 ? [] : merges, {
    accounts: chosen.length,
    diagnostics: unmoved,
  });
}

type Merged = { readonly file: string; readonly merge: FileMerge };

// Of an account that could not be looked at nobody knows what has moved; that is told by itself.
function refuseUnmoved(
  merges: readonly Merged[],
  addresses: readonly Address[],
): readonly Diagnostic[] {
  const looked = merges.flatMap(({ merge }) => (merge.kind === 'merged' ? merge.accounts : []));
  const keys = new Set(looked.map(({ entry }) => entry.key));
  const moved = looked.flatMap(({ drift }) => drift.map(addressOf));
  const known = looked.flatMap(({ diff }) => listKnown(diff));
  return addresses
    .filter((address) => [...listAccounts([address])].some((key) => keys.has(key)))
    .filter((address) => !moved.some((each) => isWithin(address, each)))
    .map((address) => reportUnmoved(address, known));
}

function addressOf({ address, path }: DriftFound): Address {
  return path === null ? address : fieldAddress(address, path);
}

function describe(
  { looking }: AdoptingRun,
  merges: readonly Merged[],
  refused: { readonly accounts: number; readonly diagnostics: readonly Diagnostic[] },
): DriftAdoption {
  const accounts = merges.flatMap(({ merge }) => merge.accounts);
  const changed = merges.flatMap(({ merge }) =>
    merge.kind === 'merged' && merge.text !== merge.before ? merge.accounts : [],
  );
  return {
    files: merges.flatMap(toEdit).toSorted((left, right) => (left.path < right.path ? -1 : 1)),
    values: merges.flatMap(({ file, merge }) =>
      merge.kind === 'merged' ? merge.accounts.flatMap((each) => listValues(file, each)) : [],
    ),
    diagnostics: [
      ...refused.diagnostics,
      ...merges.flatMap(({ file, merge }) => (merge.kind === 'left' ? tellLeft(file, merge) : [])),
      ...merges.flatMap(({ merge }) =>
        merge.kind === 'merged' ? merge.accounts.flatMap(({ diagnostics }) => diagnostics) : [],
      ),
    ],
    accounts: refused.accounts,
    incomplete:
      accounts.filter((each) => !('written' in each) || each.diagnostics.some(isLeft)).length +
      (refused.diagnostics.length > 0 ? refused.accounts : 0),
    alsoIn: listOthers(changed, looking),
  };
}

function toEdit({ file, merge }: Merged): FileEdit[] {
  if (merge.kind === 'left' || merge.text === merge.before) return [];
  return [{ path: file, before: merge.before, after: merge.text }];
}

function listValues(file: string, { written, diff }: AccountMerge): readonly AdoptedValue[] {
  const sides = new Map(
    [diff.account, ...diff.connectors, ...diff.cycles].flatMap((object) =>
      object.verdicts.map((each) => [fieldAddress(object.address, each.path), each] as const),
    ),
  );
  const addresses = new Set(written.map(({ address, field }) => fieldAddress(address, field)));
  return [...addresses].flatMap((address) => {
    const verdict = sides.get(address);
    if (verdict === undefined) return [];
    const wanted = showDesired(verdict.desired.value);
    return [{ address, file, wanted, before: showApplied(verdict), now: showLive(verdict) }];
  });
}

// Who started a cycle is told to write its schedule, and all that is there was written.
function isLeft({ code }: Diagnostic): boolean {
  return code !== 'schedule-not-shown';
}

function tellLeft(
  file: string,
  { accounts }: Extract<FileMerge, { readonly kind: 'left' }>,
): readonly Diagnostic[] {
  return accounts.flatMap(({ entry, diagnostics }): readonly Diagnostic[] => {
    if (diagnostics.length > 0) return diagnostics;
    const summary = `Another account of ${file} could not be looked at, and the file is left as it is`;
    const address = accountAddress(entry.key);
    return [{ code: 'file-not-merged', severity: 'error', summary, address }];
  });
}

function listOthers(
  changed: readonly { readonly entry: AccountEntry }[],
  { environment, environments }: Pick<Looking, 'environment' | 'environments'>,
): readonly string[] {
  return [...environments.keys()].filter(
    (name) => name !== environment && changed.some(({ entry }) => idIn(entry, name) !== null),
  );
}
