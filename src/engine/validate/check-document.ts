import { isMap } from '../../kit/json/json.ts';
import { parsePointer, readPointer, toEntryPointer } from '../../kit/json/json-pointer.ts';
import { listNearest } from '../../kit/text/nearest.ts';
import { type Diagnostic, isReadStopped } from '../../model/diagnostic/diagnostic.ts';
import type { PartlyValidated, RawDocument } from '../../model/manifest/manifest.ts';
import type { ManifestDocument } from '../../model/manifest/manifest-document.ts';
import { hasPlaceholders } from './placeholders/resolve-account-placeholders.ts';
import type { Rule } from './rules/rule.ts';
import { formatType, formatValue } from './schema/format-value.ts';
import { listMistakes, type Mistake } from './schema/list-mistakes.ts';
import { reportMistake } from './schema/report-mistake.ts';
import type { ManifestSchema } from './schema/schemas.ts';

/**
 * Maximum of mistakes per document and rule, because a reader fixes the first ones before reading
 * on.
 */
const maxDiagnostics = 100;

export type DocumentRules<T> = {
  readonly schema: ManifestSchema;
  readonly rules: readonly Rule<T>[];
  readonly environments: ReadonlyMap<string, unknown> | null;
};

/**
 * Checks the kind, the schema and the rules of a document. The rules see its well-formed part, so
 * that one mistake does not hide the others.
 */
export function checkDocument<T>(raw: RawDocument, measure: DocumentRules<T>): PartlyValidated<T> {
  const refusal = checkKind(raw, measure.schema.kind);
  if (refusal !== null) {
    const diagnostics = isRefused(raw, '/kind') ? [] : [refusal];
    return { document: null, rest: null, diagnostics };
  }
  const mistakes = listMistakes(measure.schema, raw.written).filter(
    (mistake) => measure.schema.isTemplate !== true || !isUnresolved(mistake),
  );
  const written =
    mistakes.length === 0
      ? raw.written
      : selectWellFormed(measure.schema, { value: raw.written, mistakes });
  const diagnostics = mistakes
    .filter(({ pointer }) => !isRefused(raw, pointer))
    .slice(0, maxDiagnostics)
    .map((mistake) => reportMistake(raw, mistake, measure.schema.root));
  if (written === null) return { document: null, rest: null, diagnostics };
  const rest: ManifestDocument<T> = { ...raw, written: written as T };
  for (const rule of measure.rules) {
    const found = rule(rest, measure.environments).slice(0, maxDiagnostics);
    diagnostics.push(...found.filter(({ at }) => at === undefined || !isRefused(raw, at.pointer)));
  }
  const isSound = raw.isWhole && !diagnostics.some(isReadStopped);
  return { document: isSound ? rest : null, rest, diagnostics };
}

// Texts with placeholders are validated with the accounts that have their values.
function isUnresolved({ kind, value }: Mistake): boolean {
  return typeof value === 'string' || kind === 'no-form' ? hasPlaceholders(value) : false;
}

/**
 * True for a value that the parser already refused: the schema would repeat the mistake in other
 * words.
 */
function isRefused({ refused }: RawDocument, pointer: string): boolean {
  return refused.some((location) => pointer === location || pointer.startsWith(`${location}/`));
}

/** Reports the wrong kind alone, because a document of another kind fails at every key. */
function checkKind(raw: RawDocument, kind: string): Diagnostic | null {
  const severity = 'error';
  const { written } = raw;
  if (typeof written !== 'object' || written === null || Array.isArray(written)) {
    const summary = `A manifest must be a map; this document is ${formatType(written)}`;
    return { code: 'wrong-type', severity, summary, at: raw.spanOf('') };
  }
  const found = readPointer(written, '/kind');
  if (found === kind) return null;
  const at = raw.spanOf('/kind');
  if (found === undefined) {
    const summary = 'The document has no kind';
    const remedy = `Write kind: ${kind} and apiVersion: cyclectl/v1 at the top of the document.`;
    return { code: 'unknown-kind', severity, summary, at, remedy };
  }
  const remedy = suggestKind(found, kind);
  const summary = `Unexpected kind ${formatValue(found)}`;
  return { code: 'unknown-kind', severity, summary, at, remedy };
}

const kindPlaces: ReadonlyMap<string, string> = new Map([
  ['Project', 'Write the project in cyclectl.yaml only.'],
  ['Account', 'Write accounts in a manifest folder, such as accounts.'],
  ['Blueprint', 'Write blueprints in the folder blueprints.'],
  ['Fleet', 'Write fleets in the folder fleets.'],
  ['Policy', 'Write policies in the folder policy.'],
]);

function suggestKind(found: unknown, kind: string): string {
  const place = kindPlaces.get(String(found));
  if (place !== undefined) return place;
  const meant = listNearest(String(found), [kind]).length > 0 ? `Did you mean ${kind}? ` : '';
  return `${meant}Write kind: ${kind}.`;
}

/**
 * Returns the well-formed part of a value, so that the rules can check it despite other mistakes.
 * Null if too little is left.
 */
function selectWellFormed(
  schema: ManifestSchema,
  { value, mistakes }: { readonly value: unknown; readonly mistakes: readonly Mistake[] },
): unknown {
  const rest = { document: JSON.parse(JSON.stringify(value)) as unknown };
  let left = mistakes.filter((mistake) => !isNeedless(mistake));
  while (left.length > 0 && rest.document !== null) {
    for (const mistake of left) removeAt(rest, toRemove(mistake));
    left = listMistakes(schema, rest.document).filter((mistake) => !isNeedless(mistake));
  }
  return isMap(readPointer(rest.document, '/spec')) ? rest.document : null;
}

/** Pointer to remove: of an unknown key, or of a wrong value. */
function toRemove(mistake: Mistake): string {
  if (mistake.kind === 'no-form') return mistake.pointer;
  const { propertyName, params } = mistake.error;
  const name: unknown = params.additionalProperty ?? propertyName;
  return name === undefined ? mistake.pointer : toEntryPointer(mistake.pointer, String(name));
}

/** A missing key hides nothing else, because no rule relies on a required key. */
function isNeedless(mistake: Mistake): boolean {
  return mistake.kind === 'keyword' && mistake.error.keyword === 'required';
}

function removeAt(rest: { document: unknown }, pointer: string): void {
  const name = parsePointer(pointer).at(-1);
  if (name === undefined) {
    rest.document = null;
    return;
  }
  const parent = readPointer(rest.document, pointer.slice(0, pointer.lastIndexOf('/')));
  if (Array.isArray(parent)) parent.splice(Number(name), 1);
  else if (typeof parent === 'object' && parent !== null) Reflect.deleteProperty(parent, name);
}
