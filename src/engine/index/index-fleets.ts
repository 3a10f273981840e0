import { posix } from 'node:path';
import { readPointer, toPointer } from '../../kit/json/json-pointer.ts';
import {
  type Diagnostic,
  hasErrors,
  reportError,
  reportWarning,
} from '../../model/diagnostic/diagnostic.ts';
import type { Blueprint } from '../../model/manifest/blueprint.ts';
import type { Fleet } from '../../model/manifest/layers.ts';
import type { RawDocument } from '../../model/manifest/manifest.ts';
import { blueprintFolder, fleetFolder } from '../../model/manifest/project.ts';
import type { Selectable } from '../../model/manifest/selection.ts';
import type { Files } from '../../model/ports.ts';
import type { SourceSpan } from '../../model/source-span.ts';
import { loadDocuments } from '../load/load-documents.ts';
import { loadTable } from '../load/tables/load-table.ts';
import { checkColumns } from '../validate/fleet/check-columns.ts';
import { type RowDocument, toRowDocument } from '../validate/fleet/to-row-document.ts';
import { validateBlueprints } from '../validate/fleet/validate-blueprints.ts';
import { checkWaveMembers, validateFleet } from '../validate/fleet/validate-fleet.ts';

/** The accounts in the tables of fleets, and the mistakes of fleets and blueprints. */
export type IndexedFleets = {
  /** Valid blueprints by name. */
  readonly blueprints: ReadonlyMap<string, Blueprint>;
  /** Valid fleets. */
  readonly fleets: readonly Fleet[];
  /** Each row as a manifest, with its mistakes. */
  readonly rows: readonly RowDocument[];
  readonly diagnostics: readonly Diagnostic[];
};

/** Indexes the folders of blueprints and of fleets, with the tables that fleets name. */
export async function indexFleets(
  files: Files,
  environments: ReadonlyMap<string, unknown> | null,
): Promise<IndexedFleets> {
  const written = await loadFolder(files, blueprintFolder);
  const { blueprints, diagnostics } = validateBlueprints(
    written.flatMap(({ documents }) => documents),
    environments,
  );
  const loaded = await loadFolder(files, fleetFolder);
  const tables = listTables(loaded);
  const fleets = loaded.filter(({ path }) => !tables.has(path));
  const found = [...diagnostics, ...[...written, ...fleets].flatMap((file) => file.diagnostics)];
  const rows: RowDocument[] = [];
  const valid: Fleet[] = [];
  const names = new Map<string, RawDocument>();
  const places = new Map<string, SourceSpan>();
  for (const raw of fleets.flatMap(({ documents }) => documents)) {
    const { fleet, diagnostics: mistakes } = validateFleet(raw, { blueprints, environments });
    found.push(...mistakes);
    if (fleet === null) continue;
    valid.push(fleet);
    const other = names.get(fleet.name);
    if (other !== undefined) found.push(reportTwice(fleet, other));
    else names.set(fleet.name, raw);
    const read = await readTables(files, fleet, places);
    rows.push(...read.rows);
    found.push(...read.diagnostics);
  }
  return { blueprints, fleets: valid, rows, diagnostics: found };
}

/** A file of the folder of blueprints or fleets. */
type LoadedFile = {
  readonly path: string;
  readonly documents: readonly RawDocument[];
  readonly diagnostics: readonly Diagnostic[];
};

async function loadFolder(files: Files, folder: string): Promise<readonly LoadedFile[]> {
  const loaded: LoadedFile[] = [];
  for (const path of (await files.listYaml(folder)) ?? []) {
    loaded.push({ path, ...(await loadDocuments(files, path)) });
  }
  return loaded;
}

// A table in YAML is in the same folder, and is no fleet itself.
function listTables(files: readonly LoadedFile[]): ReadonlySet<string> {
  const documents = files.flatMap((file) => file.documents);
  return new Set(
    documents.flatMap(({ written }) => {
      const tables = readPointer(written, '/spec/tables');
      return Array.isArray(tables) ? tables.map(String) : [];
    }),
  );
}

function reportTwice({ name, document }: Fleet, first: RawDocument): Diagnostic {
  return reportError('duplicate-name', {
    summary: `Two fleets have the name ${name}`,
    at: document.spanOf('/metadata/name'),
    related: [{ at: first.spanOf('/metadata/name'), says: 'the other one' }],
    remedy: 'Give each its own name.',
  });
}

function reportTableTwice(path: string, at: SourceSpan, first: SourceSpan): Diagnostic {
  return reportError('duplicate-name', {
    summary: `The table ${path} is named twice`,
    at,
    related: [{ at: first, says: 'the other place' }],
    remedy: 'Name it in one fleet: an account is a row of one table.',
  });
}

async function readTables(files: Files, fleet: Fleet, places: Map<string, SourceSpan>) {
  const rows: RowDocument[] = [];
  const diagnostics: Diagnostic[] = [];
  const { document, blueprint } = fleet;
  for (const [index, path] of document.written.spec.tables.entries()) {
    const at = document.spanOf(toPointer(['spec', 'tables', index]));
    const first = places.get(posix.normalize(path));
    if (first !== undefined) {
      diagnostics.push(reportTableTwice(path, at, first));
      continue;
    }
    places.set(posix.normalize(path), at);
    const { table, diagnostics: mistakes } = await loadTable(files, path, at);
    diagnostics.push(...mistakes);
    if (table === null) continue;
    const wrong = checkColumns(table, blueprint);
    diagnostics.push(...wrong);
    if (hasErrors(wrong)) continue;
    for (const [documentIndex, row] of table.rows.entries()) {
      rows.push(toRowDocument(fleet, { table, row, documentIndex }));
    }
  }
  const names = new Set(
    rows.map(({ document: { written } }) => readPointer(written, '/metadata/name')),
  );
  for (const [index, { account }] of (document.written.spec.overrides ?? []).entries()) {
    if (names.has(account) || hasErrors(diagnostics)) continue;
    diagnostics.push(
      reportWarning('override-unused', {
        summary: `The override of ${account} changes nothing: no table has this account`,
        at: document.spanOf(toPointer(['spec', 'overrides', index, 'account'])),
        remedy: 'Correct the name, or remove the override.',
      }),
    );
  }
  if (!hasErrors(diagnostics)) diagnostics.push(...checkWaveMembers(fleet, rows.map(toMember)));
  return { rows, diagnostics };
}

// Cells with mistakes are reported elsewhere.
function toMember({ document: { written } }: RowDocument): Selectable {
  const labels = Object.entries(readPointer(written, '/metadata/labels') ?? {});
  return {
    key: String(readPointer(written, '/metadata/name')),
    labels: Object.fromEntries(labels.map(([name, value]) => [name, String(value)])),
  };
}
