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

/** As many mistakes of one sort are said of one document; nobody reads more before mending these. */
const maxDiagnostics = 100;

/** What a document is held against. */
export type DocumentRules<T> = {
  readonly kind: ManifestKind;
  readonly rules: readonly Rule<T>[];
  readonly environments: ReadonlyMap<string, unknown> | null;
};

/**
 * Judges a document by its kind, its schema and its rules. The rules see what is well-formed, so
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

/** Whether a value was refused when it was read: what the schema says of it is said in other words already. */
function isRefused({ refused }: RawDocument, pointer: string): boolean {
  return refused.some((place) => pointer === place || pointer.startsWith(`${place}/`));
}

/** A document of another kind would fail at every key; its kind is the one mistake. */
function checkKind(raw: RawDocument, kind: ManifestKind): Diagnostic | null {
  const severity = 'error';
  const { written } = raw;
  if (typeof written !== 'object' || written === null || Array.isArray(written)) {
    const summary = `A manifest is a map; this document is ${formatType(written)}`;
    return { code: 'wrong-type', severity, summary, at: raw.spanOf('') };
  }
  const found = readPointer(written, '/kind');
  if (found === kind) return null;
  const at = raw.spanOf('/kind');
  if (found === undefined) {
    const summary = `The document does not say its kind`;
    const remedy = `Write kind: ${kind} and apiVersion: cyclectl/v1 at its top.`;
    return { code: 'unknown-kind', severity, summary, at, remedy };
  }
  const remedy = suggestKind(found, kind);
  const summary = `The kind ${formatValue(found)} is not read here`;
  return { code: 'unknown-kind', severity, summary, at, remedy };
}

function suggestKind(found: unknown, kind: ManifestKind): string {
  if (found === 'Project') return 'The project stands in cyclectl.yaml alone.';
  if (found === 'Account') return 'Accounts stand in a folder of manifests, not in cyclectl.yaml.';
  const meant = listNearest(String(found), [kind]).length > 0 ? `Did you mean ${kind}? ` : '';
  return `${meant}Kinds that can stand here: ${kind}.`;
}
