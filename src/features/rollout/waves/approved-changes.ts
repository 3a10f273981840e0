import { formatCanonicalJson } from '../../../kit/json/canonical-json.ts';
import { type Address, parsePath } from '../../../model/address.ts';
import { toReplacement } from '../../../model/desired/scope/deposed.ts';
import { reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { Change } from '../../../model/plan/change.ts';
import { compareExpectations } from '../../../model/plan/expectation.ts';
import type { Move } from '../../../model/plan/move.ts';
import type { AccountPlan } from '../../../model/plan/plan.ts';
import type { PlannedAccount } from '../../../model/report/report.ts';
import type { ApprovedChange, LostObject, RolloutAccount } from '../../../model/state/rollout.ts';
import { type ChangePart, formatPart, listHeldMoves } from './list-held-moves.ts';

/** Lists the changes of a plan, as a rollout approves them. */
export function listApproved(plan: AccountPlan): readonly ApprovedChange[] {
  return listParts(plan).map(({ approved }) => approved);
}

function listParts({ changes, expects }: Pick<AccountPlan, 'changes' | 'expects'>) {
  return changes.flatMap((change) => listChangeParts(change, expects));
}

// Values of a new object come from the revision and the row: they are not compared.
function listChangeParts(change: Change, expects: AccountPlan['expects']): readonly ChangePart[] {
  const { verb, address } = change;
  const object = toObject(address);
  const whole = { verb, object, path: null, before: null, after: null };
  if (verb === 'update')
    return change.fields.map((field) => {
      const { path, before, after } = field;
      return { approved: { verb, object, path, before, after }, change, field };
    });
  const lost = verb === 'delete' || verb === 'replace' ? { loses: listLost(change, expects) } : {};
  const path = verb === 'forget' ? change.path : null;
  return [{ approved: { ...whole, path, ...lost }, change, field: null }];
}

// A replacement ends the cycles before it.
function listLost({ verb, address }: Change, expects: AccountPlan['expects']): LostObject[] {
  return expects
    .filter((each) => (verb === 'delete' ? each.address : toReplacement(each.address)) === address)
    .map(({ address: own, ...was }) => ({ object: toObject(own), ...was }));
}

function toObject(address: Address): string {
  return parsePath(address).slice(1).join('/');
}

/** A change without what an interrupted apply left to do, which was approved before that began. */
export function selectUnbegun(change: Change): Change {
  if (change.verb !== 'update') return change;
  return { ...change, fields: change.fields.filter(({ moved }) => moved !== 'unfinished') };
}

// Their number was approved, so each is approved for its own account: the sum over all waves stays within it.
const counted: ReadonlySet<Change['verb']> = new Set(['delete', 'replace', 'forget']);

/** Returns whether changes were approved without what their deletes end, as earlier versions did. */
export function hasUnrecordedLosses(approved: readonly ApprovedChange[]): boolean {
  return approved.some(
    ({ verb, loses }) => (verb === 'delete' || verb === 'replace') && loses === undefined,
  );
}

type Member = Pick<RolloutAccount, 'account' | 'approved' | 'state'>;

/**
 * Changes that a rollout approved: those of each account, and equal ones of all others, but for deletes,
 * replaces and forgets, and for values that others changed.
 */
export class Approvals {
  readonly #kinds: ReadonlySet<string>;
  readonly #members: ReadonlyMap<string, Member>;

  constructor(accounts: readonly Member[]) {
    this.#members = new Map(accounts.map((each) => [each.account, each]));
    this.#kinds = new Set(accounts.flatMap(({ approved }) => approved.map(formatKind)));
  }

  /** Holds an account back whose plan has a change that was not approved, or deletes what others changed. */
  hold(planned: PlannedAccount): PlannedAccount {
    if (planned.kind !== 'planned') return planned;
    const { account, changes, expects } = planned.plan;
    const member = this.#members.get(account);
    const found = listParts({ changes: changes.map(selectUnbegun), expects }).flatMap((part) =>
      this.#isApproved(member, part)
        ? listEdited(member, part).map((move) => ({ part, isEdited: true, moves: [move] }))
        : [{ part, isEdited: false, moves: listHeldMoves(part, findOwn(member, part)) }],
    );
    if (found.length === 0) return planned;
    const others = found.map(
      ({ part, isEdited }) => `${formatPart(part)}${isEdited ? ', which changed since' : ''}`,
    );
    const moves = found.flatMap((each) => each.moves);
    const held = reportError('rollout-held', {
      summary: `${account} is held: its plan has changes that the rollout did not approve (${[...new Set(others)].join('; ')})`,
      moves,
      remedy: moves.some(({ side }) => side === 'manifest')
        ? 'Bring what a row, an override or a variable changed with cyclectl apply before the next step. Approve a change that it does not bring with a rollout that replaces this one.'
        : 'Apply or revert what moved since, or approve it with a rollout that replaces this one.',
    });
    return { kind: 'unplanned', account, diagnostics: [held], isUnread: false };
  }

  #isApproved(member: Member | undefined, part: ChangePart): boolean {
    const kind = formatKind(part.approved);
    if (member?.approved.some((each) => formatKind(each) === kind) === true) return true;
    return !counted.has(part.change.verb) && !isByOthers(part) && this.#kinds.has(kind);
  }
}

function formatKind({ loses: _, ...kind }: ApprovedChange): string {
  return formatCanonicalJson(kind);
}

function isByOthers({ change, field }: ChangePart): boolean {
  if (field === null) return change.verb === 'create' && change.isGone === true;
  return field.moved === 'live' || field.moved === 'both';
}

function findOwn(member: Member | undefined, { approved: is }: ChangePart) {
  return member?.approved.find(
    ({ verb, object, path }) => verb === is.verb && object === is.object && path === is.path,
  );
}

// Once its apply has started, a stop may be ours: it comes before the delete.
function listEdited(member: Member | undefined, part: ChangePart): readonly Move[] {
  const { loses: was = [] } = findOwn(member, part) ?? {};
  const isBegun = member?.state === 'admitted' || member?.state === 'failed';
  const [account = ''] = parsePath(part.change.address);
  return (part.approved.loses ?? []).flatMap(({ object, ...now }) => {
    const address = `${account}/${object}` as Address;
    const { object: _, ...then } = was.find((each) => each.object === object) ?? {
      object,
      id: null,
    };
    return compareExpectations({ address, ...then }, { address, ...now }).filter(
      ({ was: { kind } }) => !isBegun || kind !== 'active',
    );
  });
}

/** Returns whether the plan of an account was held back by `Approvals`. */
export function isHeld(planned: PlannedAccount): boolean {
  return (
    planned.kind === 'unplanned' && planned.diagnostics.some(({ code }) => code === 'rollout-held')
  );
}
