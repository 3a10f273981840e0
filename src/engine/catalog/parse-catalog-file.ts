import catalogSchema from 'cyclectl/schemas/catalog.schema.json' with { type: 'json' };
import { describeMergeConflict, findMergeConflict } from '../../kit/files/merge-conflict.ts';
import { parseBoundedJson, TooMuchJsonError } from '../../kit/json/bounded-json.ts';
import { readPlacedJson, type TextRange } from '../../kit/json/placed-json.ts';
import { type Diagnostic, reportError } from '../../model/diagnostic/diagnostic.ts';
import {
  catalogFile,
  catalogFormat,
  type SavedCatalog,
  type SavedCatalogs,
} from '../../model/live/saved-catalog.ts';
import type { SourceSpan } from '../../model/source-span.ts';
import {
  type CatalogMistake,
  describeMistake,
  findUnknownEnvironment,
} from './describe-mistake.ts';
import { findValidator } from './find-validator.ts';
import type { CatalogDocument, Placed } from './format-catalog-file.ts';

/** The catalogs of a file, or what is wrong with it. */
export type ParsedCatalogs =
  | { readonly kind: 'catalogs'; readonly catalogs: SavedCatalogs }
  | { readonly kind: 'wrong'; readonly diagnostic: Diagnostic }
  /** Written by another version of cyclectl. */
  | { readonly kind: 'other-format'; readonly diagnostic: Diagnostic };

/** More than the catalog of any service needs. */
const bounds = { values: 3_000_000, levels: 12 } as const;

/** Longer texts are not searched for the place of a mistake. */
const mostPlacedText = 2 * 2 ** 20;

/** Remedy of a file that only the command can repair. */
export const saveAgain = `Remove the file and run cyclectl catalog save in each environment, or restore it from Git.`;

/** Parses catalog.json. Its texts are those of others, and of people who edited it. */
export function parseCatalogFile(text: string): ParsedCatalogs {
  const conflict = findMergeConflict(text);
  if (conflict !== null) {
    const summary = describeMergeConflict(conflict);
    const at = toSpan(text, { range: [conflict.from, conflict.to], pointer: '' });
    const remedy = 'Keep either side of it, and run cyclectl catalog save in each environment.';
    return { kind: 'wrong', diagnostic: reportError('merge-conflict', { summary, at, remedy }) };
  }
  const parsed = parseJson(text);
  if ('wrong' in parsed) {
    return toWrong(text, { pointer: '', says: parsed.wrong, remedy: saveAgain });
  }
  const { value } = parsed;
  const format = readFormat(value);
  if (format !== catalogFormat && /^cyclectl-catalog\/\d+$/.test(format ?? '')) {
    const summary = `${catalogFile} has the format ${format}, and this version of cyclectl reads ${catalogFormat}`;
    const at = toSpan(text, { range: findPlace(text, '/format'), pointer: '/format' });
    const remedy = 'Run cyclectl catalog save in each environment, with one version of cyclectl.';
    const diagnostic = reportError('catalog-unreadable', { summary, at, remedy });
    return { kind: 'other-format', diagnostic };
  }
  const validate = findValidator<CatalogDocument>(catalogSchema.$id);
  if (!validate(value)) {
    const [first = null] = validate.errors ?? [];
    return toWrong(text, withRestore(describeMistake(value, first)));
  }
  const unknown = findUnknownEnvironment(value);
  if (unknown !== null) return toWrong(text, withRestore(unknown));
  return { kind: 'catalogs', catalogs: toCatalogs(value) };
}

function parseJson(text: string): { readonly value: unknown } | { readonly wrong: string } {
  try {
    return { value: parseBoundedJson(text, bounds) };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    if (error instanceof TooMuchJsonError) return { wrong: `it has ${error.message}` };
    return { wrong: text.trim() === '' ? 'it is empty' : 'it is not JSON' };
  }
}

function readFormat(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || !('format' in value)) return null;
  return typeof value.format === 'string' ? value.format : null;
}

function toCatalogs({ environments, connectors, templates }: CatalogDocument): SavedCatalogs {
  return new Map(
    Object.entries(environments).map(([name, { templatesListed }]): [string, SavedCatalog] => [
      name,
      {
        areTemplatesListed: templatesListed !== false,
        connectors: selectPlaced(connectors, name),
        templates: selectPlaced(templates, name),
      },
    ]),
  );
}

function selectPlaced<T extends object>(
  entries: readonly Placed<T>[],
  environment: string,
): readonly T[] {
  return entries
    .filter((entry) => entry.in === undefined || entry.in.includes(environment))
    .map((entry) => {
      const { in: _in, ...rest } = entry;
      return rest as unknown as T;
    });
}

// Only a save changes this file: an edit is mostly a slip.
function withRestore(mistake: CatalogMistake): CatalogMistake {
  return { ...mistake, remedy: `${mistake.remedy} Or restore the file from Git.` };
}

function toWrong(text: string, { pointer, says, remedy }: CatalogMistake): ParsedCatalogs {
  const at = toSpan(text, { range: findPlace(text, pointer), pointer });
  const summary = `${catalogFile} is not a catalog: ${says}`;
  return {
    kind: 'wrong',
    diagnostic: reportError('catalog-unreadable', { summary, at, remedy }),
  };
}

function findPlace(text: string, pointer: string): TextRange {
  if (text.length > mostPlacedText) return [0, 1];
  const placed = readPlacedJson(text, bounds.levels);
  if ('what' in placed) return placed.at;
  const [from, to] = placed.places.get(pointer) ?? [0, 1];
  // A list or object is marked where it begins.
  return [from, Math.min(to, text.indexOf('\n', from) < 0 ? to : text.indexOf('\n', from))];
}

function toSpan(
  text: string,
  { range: [from, to], pointer }: { readonly range: TextRange; readonly pointer: string },
): SourceSpan {
  const start = countTo(text, from);
  const end = countTo(text, to);
  return {
    file: catalogFile,
    line: start.line,
    column: start.column,
    endLine: end.line,
    endColumn: end.column,
    pointer,
  };
}

// Without a list of all lines, because a file of line ends alone would need half a gigabyte.
function countTo(text: string, offset: number): { readonly line: number; readonly column: number } {
  let [line, start] = [1, 0];
  for (let end = text.indexOf('\n'); end >= 0 && end < offset; end = text.indexOf('\n', end + 1)) {
    line += 1;
    start = end + 1;
  }
  return { line, column: offset - start + 1 };
}
