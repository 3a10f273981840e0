import { count } from '../../../kit/text/text-layout.ts';
import { toFieldAddress } from '../../../model/address.ts';
import { formatShownValue } from '../../../model/fields/format-shown-value.ts';
import { toShownMember } from '../../../model/observed/unmanaged.ts';
import type { AcceptedChange } from '../../../model/state/run.ts';
import { formatPath } from './format-path.ts';

/**
 * `northwind/description: nothing → "Pilot"`; a hidden value is `a secret`. Counts the changes that came
 * with it.
 */
export function formatAcceptedChange(change: AcceptedChange): string {
  const { address, path, was, is, parts = [], isUpgrade } = change;
  const [before = '', now = ''] = [was, is].map((value) => formatShownValue(toShownMember(value)));
  const what = isUpgrade === true ? `upgraded to the live release of ${now}` : `${before} → ${now}`;
  const more = parts.length === 0 ? '' : `, with ${count(parts.length, 'more change')}`;
  return `${formatPath(toFieldAddress(address, path))}: ${what}${more}`;
}
