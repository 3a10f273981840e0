import { formatNearest } from '../../../kit/text/nearest.ts';
import {
  findOwnershipConflict,
  listCovered,
  listPatterns,
  type Owner,
  parsePattern,
} from '../../../model/desired/scope/ownership.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type { FieldRow } from '../../../model/fields/field-row.ts';
import type { ManifestDocument } from '../../../model/manifest/manifest-document.ts';

export type PatternContext = {
  readonly document: ManifestDocument<unknown>;
  readonly pointer: string;
};

/**
 * Checks that the pattern of an ownership line matches fields, and that these can have the owner.
 */
export function checkPattern(text: string, owner: Owner, place: PatternContext): Diagnostic[] {
  const pattern = parsePattern(text);
  const rows = listCovered(pattern);
  if (rows.length === 0) return [reportUnknown(text, pattern, place)];
  const torn = findTorn(rows);
  if (torn !== null) return [reportPattern(place, torn)];
  const hindrances = rows.map((row) => findOwnershipConflict(row, owner));
  const [first] = hindrances;
  if (first === undefined || hindrances.some((hindrance) => hindrance === null)) return [];
  const canBeSeeded = rows.some((row) => findOwnershipConflict(row, 'seeded') === null);
  return [
    reportPattern(place, {
      summary: `${text} cannot be ${owner}: ${first}`,
      remedy: canBeSeeded ? 'Write seeded, or remove the line.' : 'Remove the line.',
    }),
  ];
}

// Fields of one request need one owner, because the request writes them together.
function findTorn(rows: readonly FieldRow[]): { summary: string; remedy: string } | null {
  const covered = new Set(rows.map(({ kind, path }) => `${kind} ${path}`));
  const torn = rows.find(({ kind, needsWith }) =>
    needsWith.some((path) => !covered.has(`${kind} ${path}`)),
  );
  if (torn === undefined) return null;
  const [whole = ''] = torn.path.split('/');
  return {
    summary: `${torn.path} is sent together with ${torn.needsWith.join(' and ')}, so they must have one owner`,
    remedy: `Write ${whole}.`,
  };
}

const reasons = new Map([
  ['id', 'it identifies the account'],
  ['ids', 'it identifies the account'],
  ['authentication', 'it is sent with the credential: write auth instead'],
  ['renamedFrom', 'it is never sent to the service'],
  ['protect', 'it is never sent to the service'],
  ['checks', 'it is never sent to the service'],
  ['ownership', 'it is never sent to the service'],
]);

function reportUnknown(
  text: string,
  pattern: readonly string[],
  place: PatternContext,
): Diagnostic {
  const reason = reasons.get(pattern.find((name) => reasons.has(name)) ?? '');
  if (reason !== undefined) {
    return reportPattern(place, {
      summary: `${text} cannot be owned: ${reason}`,
      remedy: 'Remove the line.',
    });
  }
  const remedy = formatNearest(text, listPatterns()) ?? '';
  return reportPattern(place, {
    summary: `${text} is not the path of a field of an account or of its objects`,
    remedy: `${remedy} docs/reference/fields.md of the package lists all fields.`,
  });
}

/** Reports a mistake at the key of an ownership or ignore line. */
export function reportPattern(
  { document, pointer }: PatternContext,
  message: { readonly summary: string; readonly remedy: string },
): Diagnostic {
  return { code: 'ownership', severity: 'error', at: document.keySpanOf(pointer), ...message };
}
