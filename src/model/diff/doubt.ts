import type { Address } from '../address.ts';
import type { Refusal } from '../diagnostic/code-stops.ts';
import type { AccountDiff } from './verdict.ts';

/** Says which objects of a manifest, or of one address, nobody knows in the service; none where all are known. */
export function listDoubts(
  { connectors, cycles }: AccountDiff,
  address?: Address,
): readonly Refusal[] {
  return [...connectors, ...cycles].flatMap(({ address: own, desired: { refusals } }) =>
    address === undefined || address === own ? refusals.filter(isDoubt) : [],
  );
}

/** Whether a refusal says that nobody knows which object is meant. */
export function isDoubt({ code }: Refusal): boolean {
  return code === 'ambiguous' || code === 'renamed-onto';
}
