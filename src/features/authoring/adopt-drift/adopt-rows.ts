import type { Follow } from '../../../app/output/with-progress.ts';
import type { TextChange } from '../../../kit/files/unified-patch.ts';
import { runInOrder } from '../../../kit/tasks/run-in-order.ts';
import type { AccountEntry } from '../../../model/manifest/manifest.ts';
import {
  findChange,
  isPlaced,
  type LayerEdits,
  makeLayerEdits,
  reportNotPlaced,
} from '../../fleet/rows/make-layer-edits.ts';
import type { ChangedRow } from '../../fleet/rows/make-row-edits.ts';
import type { Choice, SharedChange, UnsharedChange } from '../../fleet/rows/make-shared-edits.ts';
import { openRenderedRow } from '../../fleet/rows/rendered-row.ts';
import { type AdoptedFile, adoptFile, type FileRun } from './adopt-file.ts';
import type { AdoptedValue } from './drift-adoption.ts';

/** A row whose drift is adopted in the manifest that it comes to. */
export type ObservedRow = {
  readonly entry: AccountEntry;
  readonly adopted: AdoptedFile;
  /** Null without drift. */
  readonly changed: ChangedRow | null;
};

/** Drift of rows, adopted as cells, overrides, and values of blueprints and segments. */
export type AdoptedRows = {
  /** The accounts, each with its values; their edits are those of all. */
  readonly files: readonly AdoptedFile[];
  readonly edits: readonly TextChange[];
  /** Accounts that change. */
  readonly changed: readonly AccountEntry[];
  /** Changes that were wanted in a shared place, which cannot have them. */
  readonly refused: readonly UnsharedChange[];
  /** Changes of which is not clear where they belong; then nothing is to be written. */
  readonly open: readonly SharedChange[];
};

type RowRun = FileRun & {
  /** Owner of new overrides. */
  readonly owner: string;
  readonly choice: Choice;
};

/** Adopts the drift of rows in the manifest that each comes to, as of a file. Writes nothing. */
export async function observeRows(
  run: FileRun & { readonly width: number; readonly follow: Follow },
  entries: readonly AccountEntry[],
): Promise<readonly ObservedRow[]> {
  const observed = runInOrder(entries, run.width, (entry) => observeRow(run, entry));
  return Array.fromAsync(run.follow(observed, { does: 'comparing', total: entries.length }));
}

async function observeRow(run: FileRun, entry: AccountEntry): Promise<ObservedRow> {
  const row = await openRenderedRow(run.context, entry);
  const found = await adoptFile({ ...run, context: row.context }, row.file, [row.entry]);
  const accounts = found.accounts.map((each) => ({
    ...each,
    entry,
    diagnostics: each.diagnostics.map(row.locate),
  }));
  const adopted = { file: entry.file, entries: [entry], edit: null, accounts };
  const changed = found.edit === null ? null : { entry, ...row.readChanges(found.edit.after) };
  return { entry, adopted, changed };
}

/**
 * Places the changes of rows: equal ones of all accounts of a blueprint or a segment where the choice
 * says, each other in the cell or the override of its account. Writes nothing.
 */
export async function adoptRows(
  { context, owner, choice }: RowRun,
  rows: readonly ObservedRow[],
): Promise<AdoptedRows> {
  const changed = rows.flatMap((row) => row.changed ?? []);
  const read = rows.map(({ entry }) => entry);
  const fresh = { reason: 'drift adopted', owner, choice };
  const made = await makeLayerEdits(context, { read, changed }, fresh);
  return {
    files: rows.map((row) => toPlaced(row, made)),
    edits: made.edits,
    changed: changed
      .filter(({ changes }) => changes?.some((change) => made.places.has(change)))
      .map(({ entry }) => entry),
    refused: made.refused,
    open: made.open,
  };
}

// A value is reported with the layer and the file that its setting is written to.
function toPlaced({ entry, adopted, changed }: ObservedRow, made: LayerEdits): AdoptedFile {
  if (changed === null) return adopted;
  const changes = changed.changes ?? [];
  const isWhole = isPlaced(changed, made);
  const accounts = adopted.accounts.map((each) => {
    const values = each.values.flatMap((value): readonly AdoptedValue[] => {
      const change = findChange(value.address, changes);
      if (change === null) return isWhole ? [{ ...value, file: entry.file }] : [];
      const into = made.places.get(change);
      if (into === undefined) return [];
      if (into === null) return [{ ...value, file: entry.file }];
      const { layer, name, at } = into;
      return [{ ...value, file: at.file, into: { layer, name, at } }];
    });
    const left = isWhole ? [] : [reportNotPlaced(entry)];
    return { ...each, values, diagnostics: [...each.diagnostics, ...left] };
  });
  return { ...adopted, accounts };
}
