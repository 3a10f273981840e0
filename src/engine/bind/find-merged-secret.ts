import type { Address } from '../../model/address.ts';
import type { DesiredMappingEntry } from '../../model/desired/desired.ts';
import { findMergedSecretName } from '../../model/desired/expression.ts';
import type { Refusal } from '../../model/diagnostic/code-stops.ts';
import type { CycleShape, NamedStep } from '../../model/live/cycle-shape.ts';
import type { ConnectorRelease } from '../../model/live/live.ts';

/**
 * Finds a merge field of a sensitive parameter of the step's method or property of its connector,
 * because the service does not merge those (SPEC 5). Null if there is none.
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

/** Refuses a mapping that merges a value which the service marks as sensitive. */
export function reportMergedSecret(
  entry: DesiredMappingEntry,
  {
    name,
    step,
    address,
  }: { readonly name: string; readonly step: NamedStep; readonly address: Address },
): Refusal {
  return {
    code: 'secret-merged',
    severity: 'error',
    summary: `"${entry.target}" merges "${name}", which ${step.connectorName ?? 'the connector'} marks as sensitive`,
    at: entry.at,
    address,
    remedy: `Remove {{${name}}}: the connector sends its secrets itself.`,
  };
}
