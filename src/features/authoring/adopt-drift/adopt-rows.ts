import { indexManifests } from '../../../engine/index/index-manifests.ts';
import { withTexts } from '../../../engine/observe/with-overlay.ts';
import {
  findOrigin,
  type LayerValue,
  listOrigins,
} from '../../../engine/validate/layers/list-origins.ts';
import type { TextChange } from '../../../kit/files/unified-patch.ts';
import { toPointer } from '../../../kit/json/json-pointer.ts';
import { runInOrder } from '../../../kit/tasks/run-in-order.ts';
import { type Address, parsePath, toAccountAddress } from '../../../model/address.ts';
import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { AccountEntry } from '../../../model/manifest/manifest.ts';
import { type ChangedSetting, findReplaced } from '../../fleet/rows/find-places.ts';
import { type ChangedRow, makeRowEdits } from '../../fleet/rows/make-row-edits.ts';
import {
  type Choice,
  makeSharedEdits,
  type SharedChange,
  type UnsharedChange,
} from '../../fleet/rows/make-shared-edits.ts';
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
  run: FileRun & { readonly width: number },
  entries: readonly AccountEntry[],
): Promise<readonly ObservedRow[]> {
  return Array.fromAsync(runInOrder(entries, run.width, (entry) => observeRow(run, entry)));
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
  const shared = await makeSharedEdits(context, { read, changed }, choice);
  const isOwn = (change: ChangedSetting) => !shared.written.has(change);
  const own = changed.map((row) => ({ ...row, changes: row.changes?.filter(isOwn) ?? null }));
  const fresh = { reason: 'drift adopted', owner };
  const made = await makeRowEdits({ ...context, files: shared.files }, own, fresh);
  const written = [...shared.written, ...made.rows.flatMap(({ changes }) => changes ?? [])];
  const edits = joinEdits([...shared.edits, ...made.edits]);
  const places = await listPlaces(context, { changed, edits, written: new Set(written) });
  return {
    files: rows.map((row) => toPlaced(row, places)),
    edits,
    changed: changed
      .filter(({ changes }) => changes?.some((change) => places.has(change)))
      .map(({ entry }) => entry),
    refused: shared.refused,
    open: shared.open,
  };
}

// A fleet may get both a value of a segment and an override.
function joinEdits(edits: readonly TextChange[]): readonly TextChange[] {
  const byPath = new Map<string, TextChange>();
  for (const edit of edits) {
    const before = byPath.get(edit.path)?.before ?? edit.before;
    byPath.set(edit.path, { ...edit, before });
  }
  return [...byPath.values()];
}

/** Lists the layers and places of written changes in the edited files. */
async function listPlaces(
  { files, environment, environments }: FileRun['context'],
  {
    changed,
    edits,
    written,
  }: Pick<AdoptedRows, 'edits'> & {
    readonly changed: readonly ChangedRow[];
    readonly written: ReadonlySet<ChangedSetting>;
  },
): Promise<Places> {
  if (edits.length === 0) return new Map();
  const scope = { environment, variables: environments.get(environment)?.variables ?? null };
  const texts = edits.map(({ path, after }) => ({ path, text: after }));
  const { index } = await indexManifests(withTexts(files, texts));
  const found = new Map(index.accounts.map(({ key, document }) => [key, document]));
  return new Map(
    changed.flatMap(({ entry, changes }) => {
      const [before, after] = [entry.document, found.get(entry.key)];
      if (before === null || after == null) return [];
      return (changes ?? [])
        .filter((change) => written.has(change))
        .map((change) => {
          const { path } = findReplaced(change, before, scope);
          return [change, findOrigin(listOrigins(after, scope, toPointer(['spec', ...path])))];
        });
    }),
  );
}

type Places = ReadonlyMap<ChangedSetting, LayerValue | null>;

// A value is reported with the layer and the file that its setting is written to.
function toPlaced({ entry, adopted, changed }: ObservedRow, places: Places): AdoptedFile {
  if (changed === null) return adopted;
  const changes = changed.changes ?? [];
  const isPlaced = changes.length > 0 && changes.every((change) => places.has(change));
  const accounts = adopted.accounts.map((each) => {
    const values = each.values.flatMap((value): readonly AdoptedValue[] => {
      const change = findChange(value.address, changes);
      if (change === null) return isPlaced ? [{ ...value, file: entry.file }] : [];
      const into = places.get(change);
      if (into === undefined) return [];
      if (into === null) return [{ ...value, file: entry.file }];
      const { layer, name, at } = into;
      return [{ ...value, file: at.file, into: { layer, name, at } }];
    });
    const left = isPlaced ? [] : [reportNotPlaced(entry)];
    return { ...each, values, diagnostics: [...each.diagnostics, ...left] };
  });
  return { ...adopted, accounts };
}

function findChange(address: Address, changes: readonly ChangedSetting[]): ChangedSetting | null {
  const [, ...names] = parsePath(address);
  const found = changes.find(({ path }) =>
    path.every((name, index) => index >= names.length || name === names[index]),
  );
  return found ?? null;
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
