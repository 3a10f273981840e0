import { toPointer } from '../../../../kit/json/json-pointer.ts';
import { formatNearest, listNearest } from '../../../../kit/text/nearest.ts';
import { type FieldPath, isKey, toFieldPath } from '../../../../model/address.ts';
import {
  listCovered,
  listPatterns,
  parsePattern,
  selectCovered,
} from '../../../../model/desired/scope/ownership.ts';
import {
  type Diagnostic,
  reportError,
  reportWarning,
} from '../../../../model/diagnostic/diagnostic.ts';
import type { WrittenProject } from '../../../../model/manifest/manifest.generated.ts';
import type { ManifestDocument } from '../../../../model/manifest/manifest-document.ts';
import { comparedPaths } from '../../../../model/observed/members.ts';
import { formatSpan, type SourceSpan } from '../../../../model/source-span.ts';
import { listEnvironments } from '../../placeholders/scope.ts';
import type { Rule } from '../rule.ts';

/**
 * Requires that each rule under `drift` of an environment names something that drift compares with
 * the baseline, and that no two rules of an environment have the same path.
 */
export const checkDriftRules: Rule<WrittenProject> = (document) =>
  listEnvironments(document).flatMap(([name, { drift: { rules = [] } = {} }]) => {
    const first = new Map<string, SourceSpan>();
    return rules.flatMap(({ path }: Partial<(typeof rules)[number]>, index) => {
      // The schema reports a missing path.
      if (path === undefined) return [];
      const names = ['spec', 'environments', name, 'drift', 'rules', String(index), 'path'];
      const at = document.spanOf(toPointer(names));
      const key = JSON.stringify(parsePattern(path));
      const other = first.get(key);
      if (other !== undefined) return [reportTwice(path, at, other)];
      first.set(key, at);
      return checkPath(path, at);
    });
  });

/**
 * Warns of each rule that names a connector or cycle that no manifest has. Not refused, because the
 * manifests of others decide it.
 */
export function checkRuleKeys(
  document: ManifestDocument<WrittenProject>,
  known: ReadonlySet<string>,
): readonly Diagnostic[] {
  return listEnvironments(document).flatMap(([name, { drift: { rules = [] } = {} }]) =>
    rules.flatMap(({ path }, index) => {
      const [section = '', key = '*', ...within] = parsePattern(path);
      const isOfObject = section === 'connectors' || section === 'cycles';
      if (!isOfObject || key === '*' || known.has(`${section}/${key}`)) return [];
      const near = listNearest(`${section}/${key}`, known).map((each) =>
        toFieldPath(...each.split('/'), ...within),
      );
      const thing = section === 'cycles' ? 'cycle' : 'connector';
      const names = ['spec', 'environments', name, 'drift', 'rules', String(index), 'path'];
      return [
        reportWarning('drift-rule', {
          at: document.spanOf(toPointer(names)),
          summary: `${path} matches nothing: no manifest has a ${thing} ${key}`,
          remedy:
            near.length > 0
              ? `Nearest paths: ${near.map((each) => JSON.stringify(each)).join(', ')}.`
              : 'Remove the rule, or write * for any key.',
        }),
      ];
    }),
  );
}

function checkPath(text: string, at: SourceSpan): Diagnostic[] {
  const pattern = parsePattern(text);
  if (selectCovered(pattern, comparedPaths).length > 0) return [];
  const isField = listCovered(pattern).length > 0;
  const nearest = formatNearest(withPossibleKey(pattern), listOwnPaths(pattern), 'paths') ?? '';
  return [
    reportError('drift-rule', {
      summary: isField
        ? `${text} matches nothing: drift compares it only where a manifest manages it`
        : `${text} matches nothing that drift compares`,
      at,
      remedy: `${nearest} docs/reference/members.md of the package lists all compared members.`,
    }),
  ];
}

// Every path that drift compares, with the names of the pattern where a path is of any name.
function listOwnPaths(pattern: readonly string[]): readonly string[] {
  return listPatterns(comparedPaths).map((text) => {
    const names = parsePattern(text);
    if (names[0] !== pattern[0]) return text;
    const own = names.map((name, index) => (name === '*' ? (pattern[index] ?? name) : name));
    return selectCovered(own, comparedPaths).length > 0 ? toFieldPath(...own) : text;
  });
}

// Any name in place of a key that no object can have.
function withPossibleKey(pattern: readonly string[]): FieldPath {
  const isOfObject = pattern[0] === 'connectors' || pattern[0] === 'cycles';
  const isNone = (name: string, index: number) => isOfObject && index === 1 && !isKey(name);
  return toFieldPath(...pattern.map((name, index) => (isNone(name, index) ? '*' : name)));
}

function reportTwice(text: string, at: SourceSpan, first: SourceSpan): Diagnostic {
  return reportError('drift-rule', {
    summary: `${text} has two rules, here and at ${formatSpan(first)}`,
    at,
    remedy: 'Remove one of them.',
  });
}
