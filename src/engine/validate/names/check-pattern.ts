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
import type { ManifestDocument } from '../../../model/manifest/manifest.ts';

/** Where a pattern of fields is written. */
export type PatternPlace = {
  readonly document: ManifestDocument<unknown>;
  readonly pointer: string;
};

/** Judges a line that says who owns the fields of a pattern: that there are such fields, and that they can be owned so. */
export function checkPattern(text: string, owner: Owner, place: PatternPlace): Diagnostic[] {
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

// What is sent in one request has one owner, or it would be written with the rest of it.
function findTorn(rows: readonly FieldRow[]): { summary: string; remedy: string } | null {
  const covered = new Set(rows.map(({ kind, path }) => `${kind} ${path}`));
  const torn = rows.find(({ kind, needsWith }) =>
    needsWith.some((path) => !covered.has(`${kind} ${path}`)),
  );
  if (torn === undefined) return null;
  const [whole = ''] = torn.path.split('/');
  return {
    summary: `${torn.path} is sent together with ${torn.needsWith.join(' and ')}, so that they have one owner`,
    remedy: `Write ${whole}.`,
  };
}

const reasons = new Map([
  ['id', 'it says which account it is'],
  ['ids', 'it says which account it is'],
  ['authentication', 'it is sent with the credential: write auth'],
  ['renamedFrom', 'nothing of it is written to the service'],
  ['protect', 'nothing of it is written to the service'],
  ['checks', 'nothing of it is written to the service'],
  ['ownership', 'nothing of it is written to the service'],
]);

function reportUnknown(text: string, pattern: readonly string[], place: PatternPlace): Diagnostic {
  const reason = reasons.get(pattern.find((name) => reasons.has(name)) ?? '');
  if (reason !== undefined) {
    return reportPattern(place, {
      summary: `${text} cannot be owned: ${reason}`,
      remedy: 'Remove the line.',
    });
  }
  const remedy = formatNearest(text, listPatterns()) ?? '';
  return reportPattern(place, {
    summary: `${text} is no path of a field beneath an account or one of its objects`,
    remedy: `${remedy} docs/reference/fields.md has all.`,
  });
}

/** A mistake in such a line. */
export function reportPattern(
  { document, pointer }: PatternPlace,
  says: { readonly summary: string; readonly remedy: string },
): Diagnostic {
  return { code: 'ownership', severity: 'error', at: document.keySpanOf(pointer), ...says };
}
