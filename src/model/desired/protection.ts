import type { AccountDiff, ConnectorDiff, CycleDiff } from '../diff/field-diff.ts';

/** Returns whether the manifest protects an object from deletion. */
export function isProtected({
  desired,
}: AccountDiff['account'] | ConnectorDiff | CycleDiff): boolean {
  if ('bound' in desired) return desired.bound.desired.isProtected === true;
  return ('release' in desired ? desired.desired : desired).isProtected === true;
}
