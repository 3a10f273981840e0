import type { Address } from '../../../model/address.ts';
import type { AccountDiff } from '../../../model/diff/verdict.ts';
import { showApplied, showDesired, showLive } from '../../../model/fields/show-value.ts';
import type { ObjectSides } from '../../../model/memory/remembered.ts';

/** One object of an account that was looked at, as people may see it. */
export function showSides(diff: AccountDiff, address: Address): ObjectSides | 'not-in-manifest' {
  const object = [diff.account, ...diff.connectors, ...diff.cycles].find(
    (item) => item.address === address,
  );
  if (object === undefined) return 'not-in-manifest';
  const cycle = diff.cycles.find((item) => item.address === address);
  const isReplaced = cycle?.live === null && diff.predecessors.has(address);
  return {
    isLive: object.live !== null,
    ...(isReplaced ? { isReplaced } : {}),
    fields: object.verdicts.map((verdict) => ({
      path: verdict.path,
      wanted: showDesired(verdict.desired.value),
      applied: showApplied(verdict),
      live: showLive(verdict),
    })),
    steps: (cycle?.desired.shape?.steps ?? []).map((step) => ({
      step: step.label,
      parameters: step.parameters.map((item) => item.name),
      fields: step.fields.map((item) => item.name),
      ...(step.isWebhook ? { webhook: step.webhookUrl } : {}),
    })),
  };
}
