import { formatCanonicalJson } from '../../../kit/json/canonical-json.ts';
import { parsePath } from '../../../model/address.ts';
import { reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { Change } from '../../../model/plan/change.ts';
import type { Move } from '../../../model/plan/move.ts';
import type { AccountPlan } from '../../../model/plan/plan.ts';
import type { PlannedAccount } from '../../../model/report/report.ts';
import type { ApprovedChange } from '../../../model/state/rollout.ts';

/** Lists the changes of a plan, as a rollout approves them. */
export function listApproved({ changes }: AccountPlan): readonly ApprovedChange[] {
  return changes.flatMap((change) => listParts(change).map(({ approved }) => approved));
}

type ChangePart = { readonly approved: ApprovedChange; readonly change: Change };

// Values of a new object come from the revision and the row: they are not compared.
function listParts(change: Change): readonly ChangePart[] {
  const { verb, address } = change;
  const object = parsePath(address).slice(1).join('/');
  const whole = { verb, object, path: null, before: null, after: null };
  if (verb === 'forget') return [{ approved: { ...whole, path: change.path }, change }];
  if (verb !== 'update') return [{ approved: whole, change }];
  return change.fields.map(({ path, before, after }) => ({
    approved: { verb, object, path, before, after },
    change,
  }));
}

/** A change without what an interrupted apply left to do, which was approved before that began. */
export function selectUnbegun(change: Change): Change {
  if (change.verb !== 'update') return change;
  return { ...change, fields: change.fields.filter(({ moved }) => moved !== 'unfinished') };
}

// Their number was approved, so each is approved for its own account: the sum over all waves stays within it.
const counted: ReadonlySet<Change['verb']> = new Set(['delete', 'replace', 'forget']);

/**
 * Changes that a rollout approved: those of each account, and equal ones of all others, but for deletes,
 * replaces and forgets.
 */
export class Approvals {
  readonly #kinds: ReadonlySet<string>;
  readonly #own: ReadonlyMap<string, readonly ApprovedChange[]>;

  constructor(
    accounts: readonly { readonly account: string; readonly approved: readonly ApprovedChange[] }[],
  ) {
    this.#own = new Map(accounts.map(({ account, approved }) => [account, approved]));
    this.#kinds = new Set(accounts.flatMap(({ approved }) => approved.map(formatCanonicalJson)));
  }

  /** Holds an account back whose plan has a change that was not approved. */
  hold(planned: PlannedAccount): PlannedAccount {
    if (planned.kind !== 'planned') return planned;
    const { account } = planned.plan;
    const others = planned.plan.changes
      .flatMap((change) => listParts(selectUnbegun(change)))
      .filter(({ approved }) => !this.#isApproved(account, approved));
    if (others.length === 0) return planned;
    const objects = [...new Set(others.map(({ change }) => change.address))];
    const held = reportError('rollout-held', {
      summary: `${account} is held: its plan has changes that the rollout did not approve (${objects.join(', ')})`,
      moves: others.flatMap((other) => this.#listMoves(account, other)),
      remedy:
        'Apply or revert what moved since, or approve it with a rollout that replaces this one.',
    });
    return { kind: 'unplanned', account, diagnostics: [held], isUnread: false };
  }

  #isApproved(account: string, change: ApprovedChange): boolean {
    const text = formatCanonicalJson(change);
    if (!counted.has(change.verb)) return this.#kinds.has(text);
    return (this.#own.get(account) ?? []).some((each) => formatCanonicalJson(each) === text);
  }

  #listMoves(account: string, { approved: is, change }: ChangePart): readonly Move[] {
    const { path, before, after } = is;
    const { address } = change;
    if (path === null || before === null || after === null) return [];
    const was = this.#own
      .get(account)
      ?.find((each) => each.object === is.object && each.path === path);
    if (was?.before == null || was.after === null)
      return [{ side: 'manifest', address, path, was: before, is: after }];
    const isSame = formatCanonicalJson(was.before) === formatCanonicalJson(before);
    return [
      ...(isSame ? [] : [{ address, path, was: was.before, is: before }]),
      ...(formatCanonicalJson(was.after) === formatCanonicalJson(after)
        ? []
        : [{ side: 'manifest' as const, address, path, was: was.after, is: after }]),
    ];
  }
}

/** Returns whether the plan of an account was held back by `Approvals`. */
export function isHeld(planned: PlannedAccount): boolean {
  return (
    planned.kind === 'unplanned' && planned.diagnostics.some(({ code }) => code === 'rollout-held')
  );
}
