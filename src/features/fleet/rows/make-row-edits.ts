import { loadTable } from '../../../engine/load/tables/load-table.ts';
import { withOverlay } from '../../../engine/load/with-overlay.ts';
import type { RunContext } from '../../../engine/observe/run-context.ts';
import type { TextChange } from '../../../kit/files/unified-patch.ts';
import { isSameJson } from '../../../kit/json/canonical-json.ts';
import { updateYaml } from '../../../kit/yaml/update-yaml.ts';
import type { YamlData } from '../../../kit/yaml/yaml-value.ts';
import type { Fleet, Override, WrittenOverride } from '../../../model/manifest/layers.ts';
import type { AccountEntry } from '../../../model/manifest/manifest.ts';
import type { Table } from '../../../model/manifest/table.ts';
import type { Files } from '../../../model/ports.ts';
import { compareProjects } from '../compare-projects.ts';
import { type Nested, writeAtPath } from '../nested.ts';
import { type ChangedSetting, findPlaces } from './find-places.ts';
import { isChangedAlone, listRendered, type RowChanges } from './rendered-row.ts';
import { type CellEdit, updateCells } from './update-cells.ts';
import { updateText } from './update-text.ts';

/** A row, and what it must have. */
export type ChangedRow = RowChanges & { readonly entry: AccountEntry };

export type Project = Pick<RunContext, 'files' | 'environment' | 'environments'>;

/** Reason and owner of new overrides. */
type NewOverride = Pick<Override, 'reason' | 'owner'>;

/** Edits of tables and fleets, each row of which was compared. */
export type RowEdits = {
  readonly edits: readonly TextChange[];
  /** The rows that get their changes. */
  readonly rows: readonly ChangedRow[];
  /** The last edits that were left out; none if each row gets its changes. */
  readonly refused: readonly TextChange[];
};

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
  let refused: readonly TextChange[] = [];
  while (left.length > 0) {
    const edits = await makeEdits(context, left, { ...fresh, withoutCells });
    const wrong = await listWrong(context, left, edits);
    if (wrong.size === 0) return { edits, rows: left, refused };
    if ([...wrong].some((key) => withoutCells.has(key))) refused = edits;
    left = left.filter(({ entry: { key } }) => !wrong.has(key) || !withoutCells.has(key));
    for (const key of wrong) withoutCells.add(key);
  }
  return { edits: [], rows: [], refused };
}

async function makeEdits(
  { files, environment, environments }: Project,
  rows: readonly ChangedRow[],
  { withoutCells, ...fresh }: NewOverride & { readonly withoutCells: ReadonlySet<string> },
): Promise<readonly TextChange[]> {
  const scope = { environment, variables: environments.get(environment)?.variables ?? null };
  const tables = new Map<string, Table | null>();
  const cells = new Map<string, CellEdit[]>();
  const fleets = new Map<Fleet, Map<string, readonly ChangedSetting[]>>();
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
  }
  return [...(await editTables(files, cells)), ...(await editFleets(files, fleets, fresh))];
}

async function editTables(
  files: Files,
  cells: ReadonlyMap<string, readonly CellEdit[]>,
): Promise<readonly TextChange[]> {
  const edits: TextChange[] = [];
  for (const [path, own] of cells) {
    if (own.length === 0) continue;
    const change = await updateText(files, path, (text) => updateCells(text, own));
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
    const change = await updateText(files, file, (text) => updateYaml(text, own).text);
    if (change !== null) edits.push(change);
  }
  return edits;
}

function addOverrides(
  overrides: readonly WrittenOverride[],
  settings: ReadonlyMap<string, readonly ChangedSetting[]>,
  fresh: NewOverride,
): readonly WrittenOverride[] {
  const known = new Set(overrides.map(({ account }) => account));
  const added = [...settings.keys()].filter((account) => !known.has(account));
  const all: readonly WrittenOverride[] = [...overrides, ...added.map((account) => ({ account }))];
  return all.map((override) => {
    const own = settings.get(override.account);
    if (own === undefined) return override;
    const set: Nested = structuredClone(override.set ?? {});
    for (const { path, value } of own) writeAtPath(set, path, value);
    return { ...override, ...(override.set === undefined ? fresh : {}), set };
  });
}

/**
 * Lists rows that do not come to their manifest, or get another change in an environment; all if
 * another account changes.
 */
async function listWrong(
  context: Project,
  rows: readonly ChangedRow[],
  edits: readonly TextChange[],
): Promise<ReadonlySet<string>> {
  const after = withOverlay(
    context.files,
    new Map(edits.map(({ path, after: text }) => [path, text])),
  );
  const { differing } = await compareProjects(context.files, after);
  const all = new Set(rows.map(({ entry }) => entry.key));
  if ([...differing].some((key) => !all.has(key))) return all;
  const [was, is] = [await listRendered(context.files, all), await listRendered(after, all)];
  const isWrong = ({ entry: { key }, changes, target }: ChangedRow) =>
    !isSameJson(is.get(context.environment)?.get(key), target) ||
    !isChangedAlone(key, changes ?? [], { was, is });
  return new Set(rows.filter(isWrong).map(({ entry }) => entry.key));
}
