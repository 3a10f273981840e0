import { indexFleets } from '../../../engine/index/index-fleets.ts';
import { readProject } from '../../../engine/index/index-manifests.ts';
import { loadTable, maxTableBytes } from '../../../engine/load/tables/load-table.ts';
import { toPointer } from '../../../kit/json/json-pointer.ts';
import { formatNearest } from '../../../kit/text/nearest.ts';
import { type Diagnostic, hasErrors, reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { Fleet } from '../../../model/manifest/layers.ts';
import type { Table } from '../../../model/manifest/table.ts';
import type { Files } from '../../../model/ports.ts';
import type { SourceSpan } from '../../../model/source-span.ts';

/** Table that a fleet names, as it is now. */
export type PulledTable = {
  readonly fleet: Fleet;
  readonly path: string;
  /** Where the fleet names it. */
  readonly at: SourceSpan;
  /** Text with its byte order mark; null if there is no file yet. */
  readonly before: string | null;
  /** Null if there is no file yet. */
  readonly table: Table | null;
};

type Refused = { readonly refused: readonly Diagnostic[] };

/** Finds the table of a fleet; `table` is its path, which a fleet with several tables needs. */
export async function findTable(
  files: Files,
  { fleet: name, table: wanted }: { readonly fleet: string; readonly table?: string },
): Promise<PulledTable | Refused> {
  const { environments, diagnostics, project } = await readProject(files);
  if (project === null) return { refused: diagnostics };
  const { fleets, diagnostics: mistakes } = await indexFleets(files, environments);
  const fleet = fleets.find((each) => each.name === name);
  if (fleet === undefined) {
    if (hasErrors(mistakes)) return { refused: mistakes };
    const names = fleets.map((each) => each.name);
    const remedy = formatNearest(name, names, 'fleets') ?? 'Write it in the folder fleets.';
    const summary = `The project has no fleet ${name}`;
    return { refused: [reportError('selection-empty', { summary, remedy })] };
  }
  const { tables } = fleet.document.written.spec;
  const index = wanted === undefined && tables.length === 1 ? 0 : tables.indexOf(wanted ?? '');
  const path = tables[index];
  if (path === undefined) return { refused: [reportChoice(fleet, tables)] };
  const at = fleet.document.spanOf(toPointer(['spec', 'tables', index]));
  const reading = await files.read(path, maxTableBytes);
  if (!reading.ok && reading.problem === 'missing') {
    return { fleet, path, at, before: null, table: null };
  }
  const loaded = await loadTable(files, path, at);
  if (loaded.table === null || !reading.ok) return { refused: loaded.diagnostics };
  const before = `${reading.hasMark === true ? '\ufeff' : ''}${reading.text}`;
  return { fleet, path, at, before, table: loaded.table };
}

function reportChoice({ name, document }: Fleet, tables: readonly string[]): Diagnostic {
  return reportError('selection-empty', {
    summary: `The fleet ${name} has ${tables.length === 1 ? 'another table' : 'several tables'}: ${tables.join(', ')}`,
    at: document.spanOf('/spec/tables'),
    remedy: 'Pass --table with the path of one of them.',
  });
}
