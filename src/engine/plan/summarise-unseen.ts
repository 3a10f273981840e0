import type { AccountDiff } from '../../model/diff/verdict.ts';
import { listLacks } from '../../model/live/capabilities.ts';
import type { Unseen } from '../../model/plan/plan.ts';

/** What of an account nobody could look at, since the service does not offer it. */
export function summariseUnseen(diff: AccountDiff): Unseen {
  const { account, connectors, cycles, capabilities } = diff;
  const verdicts = [account, ...connectors, ...cycles].flatMap((object) => object.verdicts);
  return {
    notOffered: listLacks(capabilities),
    notReadable: verdicts.filter(({ state }) => state === 'not-readable').length,
  };
}
