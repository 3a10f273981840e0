import { indexManifests } from '../../../engine/index/index-manifests.ts';
import { loadTable, maxTableBytes } from '../../../engine/load/tables/load-table.ts';
import { findDocument } from '../../../engine/observe/find-document.ts';
import type { RunContext } from '../../../engine/observe/run-context.ts';
import { withOverlay } from '../../../engine/observe/with-overlay.ts';
import type { TextChange } from '../../../kit/files/unified-patch.ts';
import { isSameJson } from '../../../kit/json/canonical-json.ts';
import { updateYaml } from '../../../kit/yaml/update-yaml.ts';
import type { YamlData } from '../../../kit/yaml/yaml-value.ts';
import type { Fleet, Override } from '../../../model/manifest/layers.ts';
import type { AccountEntry } from '../../../model/manifest/manifest.ts';
import type { Table } from '../../../model/manifest/table.ts';
import type { Files } from '../../../model/ports.ts';
import { compareProjects } from '../compare-projects.ts';
import { toRendered } from '../format-rendered.ts';
import { type Nested, writeAtPath } from '../nested.ts';
import { type ChangedSetting, findPlaces } from './find-places.ts';
import type { RowChanges } from './rendered-row.ts';
import { type CellEdit, updateCells } from './update-cells.ts';

/** A row, and what it must have. */
export type ChangedRow = RowChanges & { readonly entry: AccountEntry };

type Project = Pick<RunContext, 'files' | 'environment' | 'environments'>;

/** Reason and owner of new overrides. */
type NewOverride = Pick<Override, 'reason' | 'owner'>;

/** Edits of tables and fleets, each row of which was compared. */
export type RowEdits = {
  readonly edits: readonly TextChange[];
  /** The rows that get their changes. */
  readonly rows: readonly ChangedRow[];
  /** The files that settings are written to, by account. */
  readonly places: Places;
};

type Places = ReadonlyMap<string, readonly SettingPlace[]>;

/** A setting, and the file that it is written to. */
export type SettingPlace = { readonly path: readonly string[]; readonly file: string };

/**
 * Makes edits by which rows get their changes and no other account changes: in cells, else in
 * overrides. Rows that would come to another manifest are left out. Writes nothing.
 */
export async function makeRowEdits(
  context: Project,
  rows: readonly ChangedRow[],
  fresh: NewOverride,
): Promise<RowEdits> {
  let left = rows.filter(({ changes }) => changes !== null && changes.length > 0);
  // A cell may be used in other places too; an override is of its settings alone.
  const withoutCells = new Set<string>();
  while (left.length > 0) {
    const { edits, places } = await makeEdits(context, left, { ...fresh, withoutCells });
    const wrong = await listWrong(context, left, edits);
    if (wrong.size === 0) return { edits, rows: left, places };
    left = left.filter(({ entry: { key } }) => !wrong.has(key) || !withoutCells.has(key));
    for (const key of wrong) withoutCells.add(key);
  }
  return { edits: [], rows: [], places: new Map() };
}

async function makeEdits(
  { files, environment, environments }: Project,
  rows: readonly ChangedRow[],
  { withoutCells, ...fresh }: NewOverride & { readonly withoutCells: ReadonlySet<string> },
): Promise<Pick<RowEdits, 'edits' | 'places'>> {
  const scope = { environment, variables: environments.get(environment)?.variables ?? null };
  const tables = new Map<string, Table | null>();
  const cells = new Map<string, CellEdit[]>();
  const fleets = new Map<Fleet, Map<string, readonly ChangedSetting[]>>();
  const places = new Map<string, { path: readonly string[]; file: string }[]>();
  for (const { entry, changes } of rows) {
    const { key, file, layering, document: raw, at } = entry;
    if (layering?.fleet == null || raw === null || changes === null) continue;
    if (!tables.has(file)) tables.set(file, (await loadTable(files, file, at)).table);
    const table = withoutCells.has(key) ? null : (tables.get(file) ?? null);
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
  const edits = [...(await editTables(files, cells)), ...(await editFleets(files, fleets, fresh))];
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
  fresh: NewOverride,
): Promise<readonly TextChange[]> {
  const made = [...fleets].map(([{ document }, settings]) => {
    const { documentIndex, file, written } = document;
    const value = addOverrides(written.spec.overrides ?? [], settings, fresh) as YamlData;
    return { file, kind: 'set', documentIndex, path: ['spec', 'overrides'], value } as const;
  });
  const edits: TextChange[] = [];
  for (const [file, own] of Map.groupBy(made, (edit) => edit.file)) {
    const change = await editText(files, file, (text) => updateYaml(text, own).text);
    if (change !== null) edits.push(change);
  }
  return edits;
}

function addOverrides(
  overrides: readonly Override[],
  settings: ReadonlyMap<string, readonly ChangedSetting[]>,
  fresh: NewOverride,
): readonly Override[] {
  const known = new Set(overrides.map(({ account }) => account));
  const added = [...settings.keys()].filter((account) => !known.has(account));
  const all = [...overrides, ...added.map((account) => ({ account, ...fresh, set: {} }))];
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

/** Lists rows that do not come to their manifest, or all if another account changes. */
async function listWrong(
  context: Project,
  rows: readonly ChangedRow[],
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
