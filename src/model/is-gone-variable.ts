import { splitPath } from './address.ts';
import { findVariable } from './cycle-shape.ts';
import type { AccountDiff, ConnectorDiff, CycleDiff, FieldVerdict } from './verdict.ts';

type AnyDiff = AccountDiff['account'] | ConnectorDiff | CycleDiff;

/**
 * Whether a field is a variable that a cycle of ours had and has no longer, or a mapping to one. None is created by us
 * (FORMAT): it comes with the template, and which steps take from it only a person knows.
 */
export function isGoneVariable({ live, desired }: AnyDiff, verdict: FieldVerdict): boolean {
  if (live === null || !('shape' in desired) || desired.shape === null) return false;
  const name = nameVariable(verdict);
  if (name === null || desired.shape.hidesVariables === true) return false;
  return findVariable(desired.shape, name).kind === 'none';
}

function nameVariable({ path, desired: { value } }: FieldVerdict): string | null {
  const [room, name = ''] = splitPath(path);
  if (room === 'variables') return name;
  const source = value.kind === 'plain' ? value.value : null;
  const isMapped = source !== null && typeof source === 'object' && 'kind' in source;
  return isMapped && source.kind === 'variable' ? source.variable : null;
}
