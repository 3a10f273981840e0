import { toPointer } from '../../../../kit/json/json-pointer.ts';
import { formatNearest } from '../../../../kit/text/nearest.ts';
import {
  listCovered,
  listPatterns,
  parsePattern,
  selectCovered,
} from '../../../../model/desired/scope/ownership.ts';
import { type Diagnostic, reportError } from '../../../../model/diagnostic/diagnostic.ts';
import type { WrittenProject } from '../../../../model/manifest/manifest.generated.ts';
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

function checkPath(text: string, at: SourceSpan): Diagnostic[] {
  const pattern = parsePattern(text);
  if (selectCovered(pattern, comparedPaths).length > 0) return [];
  const isField = listCovered(pattern).length > 0;
  const nearest = formatNearest(text, listPatterns(comparedPaths), 'paths') ?? '';
  return [
    reportError('drift-rule', {
      summary: isField
        ? `${text} matches nothing: drift compares it only where a manifest manages it`
        : `${text} matches nothing that drift compares`,
      at,
      remedy: `${nearest} docs/reference/members.md lists all compared members.`,
    }),
  ];
}

function reportTwice(text: string, at: SourceSpan, first: SourceSpan): Diagnostic {
  return reportError('drift-rule', {
    summary: `${text} has two rules, here and at ${formatSpan(first)}`,
    at,
    remedy: 'Remove one of them.',
  });
}
