import type { Address } from '../../../model/address.ts';
import type { AccountDiff } from '../../../model/diff/field-diff.ts';
import {
  toShownApplied,
  toShownDesired,
  toShownLive,
} from '../../../model/fields/to-shown-value.ts';
import type { ObjectSides } from '../../../model/state/state-object.ts';

/** One live object of an account, as people may see it. */
export function toObjectSides(
  diff: AccountDiff,
  address: Address,
): ObjectSides | 'not-in-manifest' {
  const object = [diff.account, ...diff.connectors, ...diff.cycles].find(
    (item) => item.address === address,
  );
  if (object === undefined) return 'not-in-manifest';
  const cycle = diff.cycles.find((item) => item.address === address);
  const isReplaced = cycle?.live === null && cycle.deposed.length > 0;
  return {
    isLive: object.live !== null,
    ...(isReplaced ? { isReplaced } : {}),
    fields: object.fields.map((field) => ({
      path: field.path,
      wanted: toShownDesired(field.desired.value),
      applied: toShownApplied(field),
      live: toShownLive(field),
    })),
    steps: (cycle?.desired.shape?.steps ?? []).map((step) => ({
      step: step.label,
      parameters: step.parameters.map((item) => item.name),
      fields: step.fields.map((item) => item.name),
      ...(step.isWebhook ? { webhook: step.webhookUrl } : {}),
    })),
  };
}
