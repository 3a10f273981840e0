import type { TextChange } from '../../../kit/files/unified-patch.ts';
import { runInOrder } from '../../../kit/tasks/run-in-order.ts';
import { type Address, parsePath, toAccountAddress } from '../../../model/address.ts';
import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { AccountEntry } from '../../../model/manifest/manifest.ts';
import {
  type ChangedRow,
  makeRowEdits,
  type RowEdits,
  type SettingPlace,
} from '../../fleet/rows/make-row-edits.ts';
import { openRenderedRow } from '../../fleet/rows/rendered-row.ts';
import { type AdoptedFile, adoptFile, type FileRun } from './adopt-file.ts';

/** Drift of rows, adopted as cells and overrides. */
export type AdoptedRows = {
  /** The accounts, each with its values; their edits are those of all. */
  readonly files: readonly AdoptedFile[];
  readonly edits: readonly TextChange[];
  /** Accounts whose cells or override change. */
  readonly changed: readonly AccountEntry[];
};

type RowRun = FileRun & {
  readonly width: number;
  /** Owner of new overrides. */
  readonly owner: string;
};

/** A row whose drift is adopted in the manifest that it comes to; null without drift. */
type AdoptedRow = {
  readonly entry: AccountEntry;
  readonly adopted: AdoptedFile;
  readonly changed: ChangedRow | null;
};

/**
 * Adopts the drift of rows: in the manifest that each comes to, as of a file; then the settings that
 * changed go into its cells and its override. Writes nothing.
 */
export async function adoptRows(
  run: RowRun,
  entries: readonly AccountEntry[],
): Promise<AdoptedRows> {
  const rows = await Array.fromAsync(
    runInOrder(entries, run.width, (entry) => adoptRow(run, entry)),
  );
  const changed = rows.flatMap((row) => row.changed ?? []);
  const fresh = { reason: 'drift adopted', owner: run.owner };
  const made = await makeRowEdits(run.context, changed, fresh);
  return {
    files: rows.map((row) => toPlaced(row, made)),
    edits: made.edits,
    changed: made.rows.map(({ entry }) => entry),
  };
}

async function adoptRow(run: RowRun, entry: AccountEntry): Promise<AdoptedRow> {
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

// A value is reported with the file that its setting is written to.
function toPlaced({ entry, adopted, changed }: AdoptedRow, { places }: RowEdits): AdoptedFile {
  const own = places.get(entry.key);
  const accounts = adopted.accounts.map((each) => {
    if (own !== undefined) {
      const values = each.values.map((value) => ({
        ...value,
        file: findFile(value.address, own) ?? entry.file,
      }));
      return { ...each, values };
    }
    if (changed === null) return each;
    return { ...each, values: [], diagnostics: [...each.diagnostics, reportNotPlaced(entry)] };
  });
  return { ...adopted, accounts };
}

function findFile(address: Address, places: readonly SettingPlace[]): string | null {
  const [, ...names] = parsePath(address);
  const found = places.find(({ path }) =>
    path.every((name, index) => index >= names.length || name === names[index]),
  );
  return found?.file ?? null;
}

function reportNotPlaced({ key, at, layering }: AccountEntry): Diagnostic {
  const fleet = layering?.fleet?.document.file ?? '';
  return reportError('value-not-written', {
    summary: 'The drift cannot be written as cells or an override',
    at,
    address: toAccountAddress(key),
    remedy: `Write the change yourself, as an override in ${fleet}, or restore the values with apply.`,
  });
}
