import { isUnreadable } from '../../model/diff/disposition.ts';
import type { AccountDiff } from '../../model/diff/field-diff.ts';
import { listMissingCapabilities } from '../../model/live/capabilities.ts';
import type { Unobserved } from '../../model/plan/plan.ts';

/** Lists the parts of an account that the service does not offer to read. */
export function toUnobserved(diff: AccountDiff): Unobserved {
  const { account, connectors, cycles, capabilities } = diff;
  const fields = [account, ...connectors, ...cycles].flatMap((object) => object.fields);
  return {
    notOffered: listMissingCapabilities(capabilities),
    notReadable: fields.filter(isUnreadable).length,
  };
}
