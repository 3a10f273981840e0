import type { Address } from '../address.ts';
import type { Refusal } from '../diagnostic/code-stops.ts';
import type { AccountDiff } from './field-diff.ts';

/** Lists the ambiguous objects of a manifest, or of one address. */
export function listAmbiguities(
  { connectors, cycles }: AccountDiff,
  address?: Address,
): readonly Refusal[] {
  return [...connectors, ...cycles].flatMap(({ address: own, desired: { refusals } }) =>
    address === undefined || address === own ? refusals.filter(isAmbiguity) : [],
  );
}

/** Returns whether a refusal is about an ambiguous object. */
export function isAmbiguity({ code }: Refusal): boolean {
  return code === 'ambiguous' || code === 'renamed-onto';
}
