import { parsePointer } from '../../../kit/json/json-pointer.ts';
import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { Input } from '../../../model/manifest/blueprint.ts';
import type { Fleet, PlacedRow } from '../../../model/manifest/layers.ts';
import type { RawDocument } from '../../../model/manifest/manifest.ts';
import type { TableRow } from '../../../model/manifest/table.ts';
import { usePointer } from '../placeholders/scope.ts';
import { checkCells } from './check-cells.ts';
import { readInput } from './read-input.ts';

const inputsPointer = `${usePointer}/inputs/`;

/** Columns that say how an account uses its blueprint. */
const useColumns = ['state', 'secretName', 'note'] as const;

/** A row as the manifest of an account, and the mistakes of its cells. */
export type RowDocument = {
  readonly document: RawDocument;
  readonly diagnostics: readonly Diagnostic[];
};

/**
 * Reads a row as the manifest of an account that uses the blueprint of the fleet; its places are
 * those of the cells.
 */
export function toRowDocument(fleet: Fleet, placed: PlacedRow): RowDocument {
  const { blueprint } = fleet;
  const { table, row, documentIndex } = placed;
  const { file, isText } = table;
  const { cells } = row;
  const { inputs, diagnostics } = readInputs(fleet, row, isText);
  const damaged = checkCells(row, { isText });
  const found = damaged.length > 0 ? damaged : diagnostics;
  const own = useColumns.flatMap((column) => {
    const value = cells.get(column);
    return value === undefined ? [] : [[column, value]];
  });
  const labels = selectNested(cells, 'labels.');
  const ids = selectNested(cells, 'ids.');
  const written = {
    apiVersion: 'cyclectl/v1',
    kind: 'Account',
    metadata: {
      ...(cells.has('name') ? { name: cells.get('name') } : {}),
      ...(Object.keys(labels).length === 0 ? {} : { labels }),
    },
    spec: {
      ...(cells.has('id') ? { id: cells.get('id') } : {}),
      ...(Object.keys(ids).length === 0 ? {} : { ids }),
      blueprint: { use: blueprint.name, inputs, ...Object.fromEntries(own) },
    },
  };
  const toCellColumn = (pointer: string) => {
    const column = toColumn(pointer);
    const input = pointer.startsWith(inputsPointer) ? blueprint.inputs.get(column) : undefined;
    return input === undefined ? column : findColumn(row, input);
  };
  const spanOf = (pointer: string) => ({ ...row.spanOf(toCellColumn(pointer)), pointer });
  const document: RawDocument = {
    file,
    documentIndex,
    part: null,
    layering: { blueprint, fleet, row: placed },
    refused: [],
    isWhole: found.length === 0,
    written,
    isWritten: (pointer) => cells.has(toCellColumn(pointer)),
    spanOf,
    keySpanOf: spanOf,
    sourceOf: (pointer) => row.sourceOf(toCellColumn(pointer)),
    isInterpolated: () => false,
  };
  return { document, diagnostics: found };
}

/** The column of a value in the manifest of a row. */
function toColumn(pointer: string): string {
  const [section, ...names] = parsePointer(pointer);
  if (section === 'metadata') return names.join('.');
  return names[0] === 'blueprint' ? (names.at(-1) ?? '') : names.join('.');
}

function readInputs({ blueprint }: Fleet, row: TableRow, isText: boolean) {
  const inputs: Record<string, unknown> = {};
  const diagnostics: Diagnostic[] = [];
  for (const [name, input] of blueprint.inputs) {
    const column = findColumn(row, input);
    const cell = row.cells.get(column);
    if (cell === undefined) continue;
    const read = readInput(input, cell, isText);
    if ('value' in read) inputs[name] = read.value;
    else {
      // Given, though wrong: it is not missing.
      inputs[name] = undefined;
      const isSecret = input.type === 'secret';
      diagnostics.push(
        reportError(isSecret ? 'secret-literal' : 'input-value', {
          summary: `The column ${column} ${read.mistake.says}`,
          at: row.spanOf(column),
          related: [{ at: input.at, says: 'its declaration' }],
          ...(read.mistake.remedy === undefined ? {} : { remedy: read.mistake.remedy }),
          ...(isSecret ? { masked: true } : {}),
        }),
      );
    }
  }
  return { inputs, diagnostics };
}

/** The column of an input; that of its earlier name where the row has no other. */
function findColumn({ cells }: TableRow, { name, renamedFrom = name }: Input): string {
  return cells.has(name) ? name : renamedFrom;
}

function selectNested(
  cells: ReadonlyMap<string, unknown>,
  prefix: string,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    [...cells]
      .filter(([column]) => column.startsWith(prefix))
      .map(([column, value]) => [column.slice(prefix.length), value]),
  );
}
