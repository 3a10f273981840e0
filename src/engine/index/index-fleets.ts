import { readPointer, toPointer } from '../../kit/json/json-pointer.ts';
import { type Diagnostic, hasErrors, reportWarning } from '../../model/diagnostic/diagnostic.ts';
import type { Blueprint } from '../../model/manifest/blueprint.ts';
import type { Fleet } from '../../model/manifest/layers.ts';
import type { RawDocument } from '../../model/manifest/manifest.ts';
import { blueprintFolder, fleetFolder } from '../../model/manifest/project.ts';
import type { Files } from '../../model/ports.ts';
import { loadDocuments } from '../load/load-documents.ts';
import { loadTable } from '../load/tables/load-table.ts';
import { checkColumns } from '../validate/fleet/check-columns.ts';
import { type RowDocument, toRowDocument } from '../validate/fleet/to-row-document.ts';
import { validateBlueprints } from '../validate/fleet/validate-blueprints.ts';
import { validateFleet } from '../validate/fleet/validate-fleet.ts';

/** The accounts in the tables of fleets, and the mistakes of fleets and blueprints. */
export type IndexedFleets = {
  /** Valid blueprints by name. */
  readonly blueprints: ReadonlyMap<string, Blueprint>;
  /** Each row as a manifest, with its mistakes. */
  readonly rows: readonly RowDocument[];
  readonly diagnostics: readonly Diagnostic[];
};

/** Indexes the folders of blueprints and of fleets, with the tables that fleets name. */
export async function indexFleets(
  files: Files,
  environments: ReadonlyMap<string, unknown> | null,
): Promise<IndexedFleets> {
  const written = await loadFolder(files, blueprintFolder, new Set());
  const { blueprints, diagnostics } = validateBlueprints(written.documents, environments);
  const listed = (await files.listYaml(fleetFolder)) ?? [];
  const all = await loadFolder(files, fleetFolder, new Set());
  const tables = listTables(all.documents);
  const fleets = listed.some((path) => tables.has(path))
    ? await loadFolder(files, fleetFolder, tables)
    : all;
  const found = [...written.diagnostics, ...diagnostics, ...fleets.diagnostics];
  const rows: RowDocument[] = [];
  const names = new Map<string, Fleet>();
  for (const raw of fleets.documents) {
    const checked = validateFleet(raw, { blueprints, environments });
    found.push(...checked.diagnostics);
    if (checked.fleet === null) continue;
    names.set(checked.fleet.name, checked.fleet);
    const read = await readTables(files, checked.fleet);
    rows.push(...read.rows);
    found.push(...read.diagnostics);
  }
  return { blueprints, rows, diagnostics: found };
}

async function loadFolder(files: Files, folder: string, excluded: ReadonlySet<string>) {
  const documents: RawDocument[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const path of (await files.listYaml(folder)) ?? []) {
    if (excluded.has(path)) continue;
    const loaded = await loadDocuments(files, path);
    documents.push(...loaded.documents);
    diagnostics.push(...loaded.diagnostics);
  }
  return { documents, diagnostics };
}

// A table in YAML is in the same folder, and is no fleet itself.
function listTables(documents: readonly RawDocument[]): ReadonlySet<string> {
  return new Set(
    documents.flatMap(({ written }) => {
      const tables = readPointer(written, '/spec/tables');
      return Array.isArray(tables) ? tables.map(String) : [];
    }),
  );
}

async function readTables(files: Files, fleet: Fleet) {
  const rows: RowDocument[] = [];
  const diagnostics: Diagnostic[] = [];
  const { document, blueprint, overrides } = fleet;
  for (const [index, path] of document.written.spec.tables.entries()) {
    const at = document.spanOf(toPointer(['spec', 'tables', index]));
    const { table, diagnostics: mistakes } = await loadTable(files, path, at);
    diagnostics.push(...mistakes);
    if (table === null) continue;
    const wrong = checkColumns(table, blueprint);
    diagnostics.push(...wrong);
    if (hasErrors(wrong)) continue;
    for (const [documentIndex, row] of table.rows.entries()) {
      rows.push(toRowDocument(fleet, table, { row, documentIndex }));
    }
  }
  const names = new Set(
    rows.map(({ document: { written } }) => readPointer(written, '/metadata/name')),
  );
  for (const [account, { pointer }] of overrides) {
    if (names.has(account) || hasErrors(diagnostics)) continue;
    diagnostics.push(
      reportWarning('override-unused', {
        summary: `The override of ${account} changes nothing: no table has this account`,
        at: document.spanOf(`${pointer}/account`),
        remedy: 'Correct the name, or remove the override.',
      }),
    );
  }
  return { rows, diagnostics };
}
