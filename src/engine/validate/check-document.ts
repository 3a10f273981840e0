import { readPointer } from '../../kit/json/json-pointer.ts';
import { listNearest } from '../../kit/text/nearest.ts';
import type { Diagnostic } from '../../model/diagnostic/diagnostic.ts';
import { hasErrors } from '../../model/diagnostic/diagnostic.ts';
import type {
  ManifestDocument,
  PartlyValidated,
  RawDocument,
} from '../../model/manifest/manifest.ts';
import type { Rule } from './rules/rule.ts';
import { formatType, formatValue } from './schema/format-value.ts';
import { listMistakes } from './schema/list-mistakes.ts';
import { reportMistake } from './schema/report-mistake.ts';
import type { ManifestKind } from './schema/schemas.ts';
import { selectWellFormed } from './schema/select-well-formed.ts';

/**
 * Maximum of mistakes per document and rule, because a reader fixes the first ones before reading
 * on.
 */
const maxDiagnostics = 100;

export type DocumentRules<T> = {
  readonly kind: ManifestKind;
  readonly rules: readonly Rule<T>[];
  readonly environments: ReadonlyMap<string, unknown> | null;
};

/**
 * Checks the kind, the schema and the rules of a document. The rules see its well-formed part, so
 * that one mistake does not hide the others.
 */
export function checkDocument<T>(raw: RawDocument, measure: DocumentRules<T>): PartlyValidated<T> {
  const refusal = checkKind(raw, measure.kind);
  if (refusal !== null) {
    const diagnostics = isRefused(raw, '/kind') ? [] : [refusal];
    return { document: null, rest: null, diagnostics };
  }
  const mistakes = listMistakes(measure.kind, raw.written);
  const written =
    mistakes.length === 0
      ? raw.written
      : selectWellFormed(measure.kind, { value: raw.written, mistakes });
  const diagnostics = mistakes
    .filter(({ pointer }) => !isRefused(raw, pointer))
    .slice(0, maxDiagnostics)
    .map((mistake) => reportMistake(raw, mistake, measure.kind));
  if (written === null) return { document: null, rest: null, diagnostics };
  const rest: ManifestDocument<T> = { ...raw, written: written as T };
  for (const rule of measure.rules) {
    const found = rule(rest, measure.environments).slice(0, maxDiagnostics);
    diagnostics.push(...found.filter(({ at }) => at === undefined || !isRefused(raw, at.pointer)));
  }
  const isSound = raw.isWhole && !hasErrors(diagnostics);
  return { document: isSound ? rest : null, rest, diagnostics };
}

/**
 * True for a value that the parser already refused: the schema would repeat the mistake in other
 * words.
 */
function isRefused({ refused }: RawDocument, pointer: string): boolean {
  return refused.some((location) => pointer === location || pointer.startsWith(`${location}/`));
}

/** Reports the wrong kind alone, because a document of another kind fails at every key. */
function checkKind(raw: RawDocument, kind: ManifestKind): Diagnostic | null {
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

function suggestKind(found: unknown, kind: ManifestKind): string {
  if (found === 'Project') return 'Write the project in cyclectl.yaml only.';
  if (found === 'Account') return 'Write accounts in a manifest folder, not in cyclectl.yaml.';
  const meant = listNearest(String(found), [kind]).length > 0 ? `Did you mean ${kind}? ` : '';
  return `${meant}Write kind: ${kind}.`;
}
