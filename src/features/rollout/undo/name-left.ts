import { type Address, parseObjectAddress } from '../../../model/address.ts';
import type { DesiredAccount } from '../../../model/desired/desired.ts';
import { isLasting, resolveOwner } from '../../../model/desired/scope/ownership.ts';
import type { Notice } from '../../../model/plan/notice.ts';
import type { PlannedAccount } from '../../../model/report/report.ts';
import type { ApprovedAccount } from './hold-undo.ts';

/** Names values that a rollout wrote and its undo leaves, because the earlier revision leaves them to others. */
export type LeftNaming = {
  /** Called with the desired side of an account before its plan. */
  readonly see: (desired: DesiredAccount) => void;
  readonly name: (planned: PlannedAccount) => PlannedAccount;
};

type Left = Extract<Notice, { readonly kind: 'not-undone' }>;

/** Makes it for accounts with the changes that were approved for them. */
export function makeLeftNaming(accounts: readonly ApprovedAccount[]): LeftNaming {
  const left = new Map<string, readonly Left[]>();
  const own = new Map(accounts.map((each) => [each.account, each]));
  return {
    see: (desired) => {
      const known = own.get(desired.key);
      if (known !== undefined) left.set(known.account, listLeft(desired, known));
    },
    name: (planned) => {
      if (planned.kind !== 'planned') return planned;
      const { plan } = planned;
      const observed = new Set(
        plan.notices.flatMap((each) => (each.kind === 'observed' ? formatPlace(each) : [])),
      );
      const found =
        left.get(plan.account)?.filter((each) => !observed.has(formatPlace(each))) ?? [];
      return { ...planned, plan: { ...plan, notices: [...plan.notices, ...found] } };
    },
  };
}

// An entry under ignore has a notice of its own.
function listLeft(
  { ownership }: DesiredAccount,
  { account, approved }: ApprovedAccount,
): readonly Left[] {
  const rules = ownership.filter(isLasting);
  const found = approved.flatMap(({ verb, object, path }): readonly Left[] => {
    if (verb !== 'update' || path === null) return [];
    const address = (object === '' ? account : `${account}/${object}`) as Address;
    const kind = parseObjectAddress(address)?.kind ?? 'account';
    if (resolveOwner(rules, { kind, address }, path) === 'managed') return [];
    return [{ kind: 'not-undone', address, path, why: 'owned' }];
  });
  // Several rollouts may have written it.
  return [...new Map(found.map((each) => [formatPlace(each), each])).values()];
}

function formatPlace({ address, path }: Pick<Left, 'address' | 'path'>): string {
  return JSON.stringify([address, path]);
}
