import type { Address } from '../address.ts';
import type { Refusal } from '../diagnostic/code-stops.ts';
import type { AccountDiff } from './field-diff.ts';

/** Says which objects of a manifest, or of one address, nobody knows in the service; none where all are known. */
export function listAmbiguities(
  { connectors, cycles }: AccountDiff,
  address?: Address,
): readonly Refusal[] {
  return [...connectors, ...cycles].flatMap(({ address: own, desired: { refusals } }) =>
    address === undefined || address === own ? refusals.filter(isAmbiguity) : [],
  );
}

/** Whether a refusal says that nobody knows which object is meant. */
export function isAmbiguity({ code }: Refusal): boolean {
  return code === 'ambiguous' || code === 'renamed-onto';
}
