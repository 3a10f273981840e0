import type { DesiredMappingEntry } from '../../model/desired/desired.ts';
import type { Refusal } from '../../model/diagnostic/code-stops.ts';
import type { CycleShape, NamedStep } from '../../model/live/cycle-shape.ts';
import type { ConnectorRelease } from '../../model/live/live.ts';
import { findMergedSecretName } from '../../model/secret/merged-secret.ts';

/**
 * The merge field of an expression that names what the service marks as sensitive, a parameter of the step's
 * method or a property of its connector: the service does not merge those (SPEC 5). Null where there is none.
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
  const others = own.flatMap(({ properties }) =>
    properties.filter(({ isSensitive }) => isSensitive).map(({ name }) => name),
  );
  return findMergedSecretName(entry.source.expression, step, { shape, others });
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
