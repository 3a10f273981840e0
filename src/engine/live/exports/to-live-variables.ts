import type { ExportedCycle } from '../../../model/live/exported-cycle.ts';
import type { LiveVariable } from '../../../model/live/live.ts';
import type { ExportTrust } from './export-trust.ts';

/** Converts the variables of an export; null while they are not proven. */
export function toLiveVariables(
  trust: ExportTrust,
  exported: ExportedCycle,
): readonly LiveVariable[] | null {
  const variables = exported.variables.map(({ name, value }) => ({
    systemName: name,
    displayName: name,
    value,
  }));
  const names = new Set(variables.map(({ displayName }) => displayName));
  // An export has no name of the system, and variables of one display name differ by it alone.
  if (names.size < variables.length) return null;
  const isKnown = variables.every(({ displayName, value }) =>
    trust.isProven(toKind(displayName), value ?? '', 'variables'),
  );
  const isProven = isKnown && trust.isProven('variables', toValues(variables), 'variables');
  return isProven ? variables : null;
}

/** Learns from variables that were read both ways. */
export function observeVariables(
  trust: ExportTrust,
  { variables }: ExportedCycle,
  { live, origin }: { readonly live: readonly LiveVariable[]; readonly origin: string },
): void {
  const shown = toValues(variables.map(({ name, value }) => ({ displayName: name, value })));
  if (shown !== toValues(live)) {
    trust.refute('variables');
    return;
  }
  trust.agree('variables', shown, { of: 'variables', at: origin });
  for (const { displayName, value } of live) trust.agree(toKind(displayName), value ?? '');
}

// Many have one name in both reads that is also the name of the system, and say nothing of others.
function toKind(displayName: string): string {
  return `variable ${displayName}`;
}

function toValues(variables: readonly Pick<LiveVariable, 'displayName' | 'value'>[]): string {
  const values = variables.map(({ displayName, value }) => [displayName, value ?? '']);
  return JSON.stringify(values.sort(([left = ''], [right = '']) => (left < right ? -1 : 1)));
}
