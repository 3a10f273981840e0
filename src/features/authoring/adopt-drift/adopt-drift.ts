import type { Follow } from '../../../app/output/with-progress.ts';
import type { RunContext } from '../../../engine/observe/run-context.ts';
import { runInOrder } from '../../../kit/tasks/run-in-order.ts';
import { type Address, listAccountKeys } from '../../../model/address.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import { type AccountEntry, findIdInEnvironment } from '../../../model/manifest/manifest.ts';
import type { Choice } from '../../fleet/rows/make-shared-edits.ts';
import { adoptFile } from './adopt-file.ts';
import { type AdoptedRows, adoptRows, observeRows } from './adopt-rows.ts';
import { adoptVariables, type VariableAdoption } from './adopt-variables.ts';
import type { DriftAdoption } from './drift-adoption.ts';
import { reportOpen, reportUnshared } from './shared-changes.ts';

export type DriftAdoptRun = {
  readonly context: RunContext;
  readonly entries: readonly AccountEntry[];
  /** All accounts of manifests, selected or not. */
  readonly all: readonly AccountEntry[];
  /** Addresses to adopt, with all below them; all drift without any. */
  readonly addresses: readonly Address[];
  /** Owner of new overrides. */
  readonly owner: string;
  readonly choice: Choice;
  /** Most files in flight. */
  readonly width: number;
  readonly follow: Follow;
};

/**
 * Adopts drift into the files that declare it, each verified by a plan without changes for it.
 * Adopts nothing when an address has no drift, or a change no answer. Writes nothing.
 */
export async function adoptDrift(run: DriftAdoptRun): Promise<DriftAdoption> {
  const { entries, addresses, width, follow } = run;
  const named = listAccountKeys(addresses);
  const chosen = named.size === 0 ? entries : entries.filter(({ key }) => named.has(key));
  const isRow = ({ layering }: AccountEntry) => layering?.fleet != null;
  const written = chosen.filter((entry) => !isRow(entry));
  const groups = [...Map.groupBy(written, ({ file }) => file)];
  const adopted = runInOrder(groups, width, async ([file, own]) => adoptFile(run, file, own));
  const files = await Array.fromAsync(follow(adopted, { does: 'comparing', total: groups.length }));
  const observed = await observeRows(run, chosen.filter(isRow));
  const unmoved = [...files, ...observed.map(({ adopted }) => adopted)].flatMap((each) =>
    each.accounts.flatMap(({ looked }) => looked?.wrong ?? []),
  );
  if (unmoved.length > 0) return toNothing(chosen, unmoved);
  const rows = await adoptRows(run, observed);
  if (rows.open.length > 0) return toNothing(chosen, rows.open.map(reportOpen));
  return toDriftAdoption(run, await adoptVariables(run, files), rows);
}

function toNothing(
  { length: accounts }: readonly AccountEntry[],
  diagnostics: readonly Diagnostic[],
): DriftAdoption {
  return { files: [], values: [], alsoIn: [], diagnostics, accounts, incomplete: accounts };
}

function toDriftAdoption(
  { context }: DriftAdoptRun,
  { files, edit, values }: VariableAdoption,
  rows: AdoptedRows,
): DriftAdoption {
  const accounts = [...files, ...rows.files].flatMap((each) => each.accounts);
  const own = [...files.map((each) => each.edit), edit].flatMap((each) => each ?? []);
  const edits = [...own, ...rows.edits];
  const changed = [
    ...files.filter((each) => each.edit !== null).flatMap(({ entries }) => entries),
    ...rows.changed,
  ];
  return {
    files: edits.toSorted((left, right) => (left.path < right.path ? -1 : 1)),
    values: [...accounts.flatMap((each) => each.values), ...values],
    diagnostics: [
      ...rows.refused.map(reportUnshared),
      ...accounts.flatMap(({ diagnostics }) => diagnostics),
    ],
    accounts: accounts.length,
    incomplete: accounts.filter(
      ({ looked, diagnostics: reported }) => looked === null || reported.some(isLeft),
    ).length,
    alsoIn: listOthers(changed, context),
  };
}

// Ignores a hint about an unknown schedule, because all other drift was written.
function isLeft({ code }: Diagnostic): boolean {
  return code !== 'schedule-not-shown';
}

function listOthers(
  changed: readonly AccountEntry[],
  { environment, environments }: Pick<RunContext, 'environment' | 'environments'>,
): readonly string[] {
  return [...environments.keys()].filter(
    (name) =>
      name !== environment && changed.some((entry) => findIdInEnvironment(entry, name) !== null),
  );
}
