import { toFieldAddress } from '../../../model/address.ts';
import { formatShownValue } from '../../../model/fields/format-shown-value.ts';
import { toShownMember } from '../../../model/observed/unmanaged.ts';
import type { AcceptedChange } from '../../../model/state/run.ts';
import { formatPath } from './format-path.ts';

/** `northwind/description: nothing → "Pilot"`; a hidden value is `a secret`. */
export function formatAcceptedChange({ address, path, was, is }: AcceptedChange): string {
  const [before, now] = [was, is].map((value) => formatShownValue(toShownMember(value)));
  return `${formatPath(toFieldAddress(address, path))}: ${before} → ${now}`;
}
