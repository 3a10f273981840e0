import { indexManifests } from '../../../engine/index/index-manifests.ts';
import { parseDocuments } from '../../../engine/load/parse-documents.ts';
import { loadTable, maxTableBytes } from '../../../engine/load/tables/load-table.ts';
import { findDocument } from '../../../engine/observe/find-document.ts';
import { withOverlay, withTexts } from '../../../engine/observe/with-overlay.ts';
import { resolveDocument } from '../../../engine/validate/resolve-document.ts';
import { validateAccount } from '../../../engine/validate/validate-account.ts';
import type { TextChange } from '../../../kit/files/unified-patch.ts';
import { isSameJson } from '../../../kit/json/canonical-json.ts';
import { runInOrder } from '../../../kit/tasks/run-in-order.ts';
import { updateYaml } from '../../../kit/yaml/update-yaml.ts';
import type { YamlData } from '../../../kit/yaml/yaml-value.ts';
import { type Address, parsePath, toAccountAddress } from '../../../model/address.ts';
import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { Fleet, Override } from '../../../model/manifest/layers.ts';
import type { WrittenAccount } from '../../../model/manifest/manifest.generated.ts';
import { type AccountEntry, toAccountEntry } from '../../../model/manifest/manifest.ts';
import type { Table } from '../../../model/manifest/table.ts';
import type { Files } from '../../../model/ports.ts';
import type { SourceSpan } from '../../../model/source-span.ts';
import { compareProjects } from '../../fleet/compare-projects.ts';
import { formatRendered, toRendered } from '../../fleet/format-rendered.ts';
import { type Nested, writeAtPath } from '../../fleet/nested.ts';
import { type AdoptedFile, adoptFile, type FileRun } from './adopt-file.ts';
import { type CellEdit, updateCells } from './edit-cells.ts';
import { type ChangedSetting, findPlaces, listChangedSettings } from './find-places.ts';

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

/** A row whose drift is adopted in the manifest that it comes to. */
type AdoptedRow = {
  readonly entry: AccountEntry;
  readonly adopted: AdoptedFile;
  /** The changed settings; null if a layer cannot express them. */
  readonly changes: readonly ChangedSetting[] | null;
  /** The manifest with the drift. */
  readonly target: WrittenAccount;
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
    runInOrder(entries, run.width, (entry) => adoptRendered(run, entry)),
  );
  let placing = rows.filter(({ changes }) => changes !== null && changes.length > 0);
  let hasCells = true;
  while (placing.length > 0) {
    const { edits, places } = await makeEdits(run, placing, hasCells);
    const wrong = await listWrong(run, placing, edits);
    if (wrong.size === 0) {
      const changed = placing.map(({ entry }) => entry);
      return { files: rows.map((row) => toPlaced(row, places)), edits, changed };
    }
    // A cell may be used in other places too; an override is of its settings alone.
    if (!hasCells) placing = placing.filter(({ entry }) => !wrong.has(entry.key));
    hasCells = false;
  }
  return { files: rows.map((row) => toPlaced(row, new Map())), edits: [], changed: [] };
}

async function adoptRendered(run: RowRun, entry: AccountEntry): Promise<AdoptedRow> {
  const { context } = run;
  const { environment, environments } = context;
  const { document } = await findDocument(context, entry);
  if (document === null) throw new Error(`the row ${entry.key} is in the index`);
  const rendered = toRendered(document, environment);
  const file = `${entry.key}.yaml`;
  const text = formatRendered(rendered);
  const own = readEntry(context, file, text);
  const files = withTexts(context.files, [{ path: file, text }]);
  const found = await adoptFile({ ...run, context: { ...context, files } }, file, [own.entry]);
  const spanOf = (at: SourceSpan) => (at.file === file ? document.spanOf(at.pointer) : at);
  const accounts = found.accounts.map((each) => ({
    ...each,
    entry,
    diagnostics: each.diagnostics.map((diagnostic) =>
      diagnostic.at === undefined ? diagnostic : { ...diagnostic, at: spanOf(diagnostic.at) },
    ),
  }));
  const adopted = { file: entry.file, entries: [entry], edit: null, accounts };
  if (found.edit === null) return { entry, adopted, changes: [], target: rendered };
  const after = readEntry(context, file, found.edit.after);
  return {
    entry,
    adopted,
    changes: listChangedSettings(own.raw.written, after.raw.written),
    target: toRendered(resolveDocument(after.raw, environment, environments), environment),
  };
}

/** Reads the text of a valid manifest. */
function readEntry({ environments }: RowRun['context'], file: string, text: string) {
  const [raw] = parseDocuments(file, text).documents;
  const document = raw === undefined ? null : validateAccount(raw, environments).document;
  if (raw === undefined || document === null) throw new Error(`${file} is a valid manifest`);
  return { raw, entry: { ...toAccountEntry(document), document: raw } };
}

/** The files that settings are written to, by account and setting. */
type Places = ReadonlyMap<
  string,
  readonly { readonly path: readonly string[]; readonly file: string }[]
>;

async function makeEdits(
  { context, owner }: RowRun,
  rows: readonly AdoptedRow[],
  hasCells: boolean,
): Promise<{ readonly edits: readonly TextChange[]; readonly places: Places }> {
  const { files, environment, environments } = context;
  const scope = { environment, variables: environments.get(environment)?.variables ?? null };
  const tables = new Map<string, Table | null>();
  const cells = new Map<string, CellEdit[]>();
  const fleets = new Map<Fleet, Map<string, readonly ChangedSetting[]>>();
  const places = new Map<string, { path: readonly string[]; file: string }[]>();
  for (const { entry, changes } of rows) {
    const { key, file, layering, document: raw, at } = entry;
    if (layering?.fleet == null || raw === null || changes === null) continue;
    if (!tables.has(file)) tables.set(file, (await loadTable(files, file, at)).table);
    const table = hasCells ? (tables.get(file) ?? null) : null;
    const placed = findPlaces(changes, { raw, table, scope });
    cells.set(file, [...(cells.get(file) ?? []), ...placed.cells]);
    const { fleet } = layering;
    const own = fleets.get(fleet) ?? new Map<string, readonly ChangedSetting[]>();
    if (placed.settings.length > 0) fleets.set(fleet, own.set(key, placed.settings));
    places.set(
      key,
      changes.map(({ path }) => {
        const isSetting = placed.settings.some((setting) => setting.path === path);
        return { path, file: isSetting ? fleet.document.file : file };
      }),
    );
  }
  const edits = [...(await editTables(files, cells)), ...(await editFleets(files, fleets, owner))];
  return { edits, places };
}

async function editTables(
  files: Files,
  cells: ReadonlyMap<string, readonly CellEdit[]>,
): Promise<readonly TextChange[]> {
  const edits: TextChange[] = [];
  for (const [path, own] of cells) {
    if (own.length === 0) continue;
    const change = await editText(files, path, (text) => updateCells(text, own));
    if (change !== null) edits.push(change);
  }
  return edits;
}

async function editFleets(
  files: Files,
  fleets: ReadonlyMap<Fleet, ReadonlyMap<string, readonly ChangedSetting[]>>,
  owner: string,
): Promise<readonly TextChange[]> {
  const edits: TextChange[] = [];
  for (const [{ document }, settings] of fleets) {
    const { documentIndex, file, written } = document;
    const value = addOverrides(written.spec.overrides ?? [], settings, owner) as YamlData;
    const edit = { kind: 'set', documentIndex, path: ['spec', 'overrides'], value } as const;
    const change = await editText(files, file, (text) => updateYaml(text, [edit]).text);
    if (change !== null) edits.push(change);
  }
  return edits;
}

function addOverrides(
  overrides: readonly Override[],
  settings: ReadonlyMap<string, readonly ChangedSetting[]>,
  owner: string,
): readonly Override[] {
  const known = new Set(overrides.map(({ account }) => account));
  const fresh = [...settings.keys()].filter((account) => !known.has(account));
  const all = [
    ...overrides,
    ...fresh.map((account) => ({ account, reason: 'drift adopted', owner, set: {} })),
  ];
  return all.map((override) => {
    const own = settings.get(override.account);
    if (own === undefined) return override;
    const set: Nested = structuredClone(override.set);
    for (const { path, value } of own) writeAtPath(set, path, value);
    return { ...override, set };
  });
}

async function editText(
  files: Files,
  path: string,
  change: (text: string) => string,
): Promise<TextChange | null> {
  const reading = await files.read(path, maxTableBytes);
  if (!reading.ok) return null;
  const mark = reading.hasMark === true ? '\ufeff' : '';
  return { path, before: mark + reading.text, after: mark + change(reading.text) };
}

/** Lists accounts that do not come to the manifest with their drift, or all if another one changes. */
async function listWrong(
  { context }: RowRun,
  rows: readonly AdoptedRow[],
  edits: readonly TextChange[],
): Promise<ReadonlySet<string>> {
  const after = withOverlay(
    context.files,
    new Map(edits.map(({ path, after: text }) => [path, text])),
  );
  const targets = new Map(rows.map(({ entry, target }) => [entry.key, target]));
  const { differing } = await compareProjects(context.files, after);
  const all = new Set(targets.keys());
  if ([...differing].some((key) => !all.has(key))) return all;
  const { index } = await indexManifests(after);
  const found = new Map(index.accounts.map((entry) => [entry.key, entry]));
  const { environment, environments } = context;
  const reading = { files: after, environment, environments };
  const wrong = new Set<string>();
  for (const [key, target] of targets) {
    const entry = found.get(key);
    const document = entry === undefined ? null : (await findDocument(reading, entry)).document;
    const isEqual = document !== null && isSameJson(toRendered(document, environment), target);
    if (!isEqual) wrong.add(key);
  }
  return wrong;
}

// A value is reported with the file that its setting is written to.
function toPlaced({ entry, adopted, changes }: AdoptedRow, places: Places): AdoptedFile {
  const own = places.get(entry.key);
  const accounts = adopted.accounts.map((each) => {
    if (own !== undefined) {
      const values = each.values.map((value) => ({
        ...value,
        file: findFile(value.address, own) ?? entry.file,
      }));
      return { ...each, values };
    }
    if (changes !== null && changes.length === 0) return each;
    return { ...each, values: [], diagnostics: [...each.diagnostics, reportNotPlaced(entry)] };
  });
  return { ...adopted, accounts };
}

function findFile(address: Address, places: NonNullable<ReturnType<Places['get']>>): string | null {
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
