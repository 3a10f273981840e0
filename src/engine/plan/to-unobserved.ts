import type { AccountDiff } from '../../model/diff/field-diff.ts';
import { listMissingCapabilities } from '../../model/live/capabilities.ts';
import type { Unobserved } from '../../model/plan/plan.ts';

/** What of an account nobody could look at, since the service does not offer it. */
export function toUnobserved(diff: AccountDiff): Unobserved {
  const { account, connectors, cycles, capabilities } = diff;
  const fields = [account, ...connectors, ...cycles].flatMap((object) => object.fields);
  return {
    notOffered: listMissingCapabilities(capabilities),
    notReadable: fields.filter(({ state }) => state === 'not-readable').length,
  };
}
