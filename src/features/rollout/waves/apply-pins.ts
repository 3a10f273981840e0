import type { Admission } from '../../../model/state/revision.ts';
import type { Rollout, RolloutAccount } from '../../../model/state/rollout.ts';

/**
 * Applies the pins of manifests to the accounts of a rollout, because they may be newer than it. A pinned
 * account is in no step, and one without its pin waits again.
 */
export function applyPins(
  { revision }: Pick<Rollout, 'revision'>,
  accounts: readonly RolloutAccount[],
  pinned: readonly Admission[],
): readonly RolloutAccount[] {
  const named = new Map(pinned.map((each) => [each.account, each.revision]));
  return accounts.map((each): RolloutAccount => {
    const { account, state } = each;
    if (!named.has(account)) return state === 'pinned' ? { ...each, state: 'waiting' } : each;
    const isHere = state === 'done' && named.get(account) === revision;
    return isHere || state === 'gone' || state === 'undone' ? each : { ...each, state: 'pinned' };
  });
}
