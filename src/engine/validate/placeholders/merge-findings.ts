import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import { formatSpan } from '../../../model/source-span.ts';

/** Diagnostics of a manifest in one environment; null for all environments. */
export type Finding = {
  readonly environment: string | null;
  readonly diagnostics: readonly Diagnostic[];
};

/**
 * Merges the diagnostics of several environments. A mistake that only some of them have names
 * these.
 */
export function mergeFindings(findings: readonly Finding[]): readonly Diagnostic[] {
  const joined = new Map<string, { diagnostic: Diagnostic; environments: string[] }>();
  for (const { environment, diagnostics } of findings) {
    for (const diagnostic of diagnostics) {
      const name = toDiagnosticKey(diagnostic);
      const known = joined.get(name) ?? { diagnostic, environments: [] };
      joined.set(name, known);
      if (environment !== null) known.environments.push(environment);
    }
  }
  return [...joined.values()].map(({ diagnostic, environments }) => {
    const names = [...new Set(environments)];
    if (names.length === 0 || names.length === findings.length) return diagnostic;
    return { ...diagnostic, summary: `${diagnostic.summary} (in ${names.join(', ')})` };
  });
}

function toDiagnosticKey({ code, at, summary, remedy }: Diagnostic): string {
  return JSON.stringify([code, at === undefined ? null : formatSpan(at), summary, remedy]);
}
