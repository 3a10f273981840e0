import type { Refusal } from '../../model/code-stops.ts';
import type { CycleShape, NamedStep } from '../../model/cycle-shape.ts';
import { findVariable } from '../../model/cycle-shape.ts';
import type { DesiredMappingEntry } from '../../model/desired.ts';
import { mergedNames } from '../../model/expression.ts';
import type { ConnectorRelease } from '../../model/live.ts';

/**
 * The merge field of an expression that names a property which the step's connector marks as sensitive: the
 * service does not merge those (SPEC 5). Null where there is none.
 */
export function findMergedSecret(
  entry: DesiredMappingEntry,
  step: NamedStep,
  {
    shape,
    releases,
  }: {
    readonly shape: CycleShape;
    readonly releases: readonly ConnectorRelease[];
  },
): string | null {
  if (entry.source.kind !== 'expression') return null;
  const own = releases.filter((release) => release.name === step.connectorName);
  const sensitive = new Set(
    own.flatMap(({ properties }) =>
      properties.filter((item) => item.isSensitive).map((item) => item.name.toLowerCase()),
    ),
  );
  const found = mergedNames(entry.source.expression).find(
    (name) => sensitive.has(name.toLowerCase()) && findVariable(shape, name).kind === 'none',
  );
  return found ?? null;
}

/** What is said of it. */
export function reportMergedSecret(
  entry: DesiredMappingEntry,
  { name, step }: { readonly name: string; readonly step: NamedStep },
): Refusal {
  return {
    code: 'secret-merged',
    severity: 'error',
    summary: `"${entry.target}" merges "${name}", which ${step.connectorName ?? 'the connector'} marks as sensitive`,
    at: entry.at,
    remedy: `Take {{${name}}} out: the connector sends its own secrets itself.`,
  };
}
