import { applyAccount } from '../../../engine/apply/apply-account.ts';
import type { Held } from '../../../engine/run/apply-plan.ts';
import { findMoves, type Moves } from '../../../engine/verify/find-moves.ts';
import { Trouble } from '../../../kit/trouble.ts';
import type { Address } from '../../../model/address.ts';
import { type Answer, writeFailure } from '../../../model/diagnostic/api-failure.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type { AccountDiff } from '../../../model/diff/verdict.ts';
import type { RunId } from '../../../model/memory/run-id.ts';
import type { AccountOutcome } from '../../../model/plan/outcome.ts';
import type { AccountPlan } from '../../../model/plan/plan.ts';
import type { Keeper } from '../../../model/ports.ts';
import { keepRemains } from './backup/keep-remains.ts';
import type { Doom } from './doom.ts';
import { findDoomed } from './find-doomed.ts';
import { lookAtDoomed } from './look-at-doomed.ts';
import { makeDestroyPlan } from './make-destroy-plan.ts';

/** What a destroy knows beside what is held of an account. */
export type Destroying = {
  readonly dooms: ReadonlyMap<string, Doom>;
  readonly keeper: Keeper;
  /** Hears where the remains of an account are kept. */
  readonly tell: (account: string, path: string) => void;
};

/**
 * Destroys what was approved of one account whose lock is ours. It is looked at again first; what there is is kept
 * before the first request, and where that cannot be done nothing is destroyed.
 */
export async function destroyAccount(
  { dooms, keeper, tell }: Destroying,
  held: Held,
  run: RunId,
): Promise<AccountOutcome> {
  const { plan, full, ports } = held;
  const doom = dooms.get(plan.account);
  const print = (text: string) => full.secrets.print(text);
  const none = (diagnostics: readonly Diagnostic[]): AccountOutcome => ({
    account: plan.account,
    outcomes: [],
    diagnostics,
  });
  if (doom === undefined) return none([reportDone(plan)]);
  const sight = await lookAtDoomed(full, doom);
  if (sight.kind !== 'seen') return none(sight.diagnostics);
  const { diff } = sight;
  const fresh = makeDestroyPlan(diff, doom, print);
  if ('refused' in fresh) return none(fresh.refused);
  const moves = findMoves(plan, { plan: fresh.plan, diff, print });
  if (moves !== null && !isRest(plan, fresh.plan, moves)) return none([reportStale(plan, moves)]);
  let keptAt: string | null = null;
  if (fresh.plan.operations.length > 0) {
    const keeping = { reader: ports.reader, clock: ports.clock, keeper, print, run };
    const kept = await tryKeep(keeping, { diff, doom });
    if ('why' in kept) return none([reportUnkept(plan, kept.why)]);
    keptAt = kept.path;
    tell(plan.account, keptAt);
  }
  await held.begin(diff);
  await dropGone(held, diff, doom);
  const outcome = await applyAccount(held.approval.approve(fresh.plan), {
    ports,
    diff,
    drainTimeoutMs: held.drainTimeoutMs,
    reread: async (): Promise<Answer<AccountDiff>> =>
      toAnswer(await lookAtDoomed(full, doom), doom),
    check: () => Promise.reject(new Error('Nothing is checked where something is destroyed')),
    prepareImport: () => Promise.reject(new Error('Nothing is made where something is destroyed')),
    readStructure: () => Promise.reject(new Error('Nothing is made where something is destroyed')),
    isStopping: held.isStopping,
  });
  return keptAt === null ? outcome : { ...outcome, keptAt };
}

async function tryKeep(
  ...asked: Parameters<typeof keepRemains>
): Promise<{ readonly path: string } | { readonly why: string }> {
  try {
    const kept = await keepRemains(...asked);
    return kept.ok ? { path: kept.value } : { why: writeFailure(kept.failure) };
  } catch (error) {
    if (error instanceof Trouble) return { why: `${error.message}. ${error.remedy}` };
    throw error;
  }
}

// Two witnesses say that it is gone; where the account is gone too, so is all that is remembered of it.
async function dropGone({ ports }: Held, diff: AccountDiff, doom: Doom): Promise<void> {
  const { account, memory } = diff;
  const isAllGone = doom.isWhole && account.live === null;
  const gone = findDoomed(diff, doom).gone.map(({ address }) => address);
  if (gone.length === 0 && !isAllGone) return;
  const of = (records: ReadonlyMap<Address, unknown>) => (isAllGone ? [...records.keys()] : gone);
  await ports.store.change({
    account: doom.account,
    dropObjects: of(memory.objects),
    closeCreates: of(memory.creates),
    closePauses: of(memory.pauses),
    closeWrites: of(memory.writes),
  });
}

function toAnswer(
  sight: Awaited<ReturnType<typeof lookAtDoomed>>,
  { account, id }: Doom,
): Answer<AccountDiff> {
  if (sight.kind === 'seen') return { ok: true, value: sight.diff };
  const message = sight.diagnostics.map(({ summary }) => summary).join('; ');
  const request = { method: 'GET', path: `(${account})`, account: id };
  return { ok: false, failure: { kind: 'unexpected-shape', message, tries: 1, request } };
}

// Less than was approved is left where a run that died has deleted a part of it: what is left is as it was planned.
function isRest(planned: AccountPlan, fresh: AccountPlan, { moves }: Moves): boolean {
  const left = new Set<Address>(fresh.operations.map(({ address }) => address));
  const approved = new Set(planned.operations.map(({ id }) => id));
  return (
    planned.desired === fresh.desired &&
    fresh.operations.length < planned.operations.length &&
    fresh.operations.every(({ id }) => approved.has(id)) &&
    !moves.some(({ address }) => left.has(address))
  );
}

// An earlier run of the same saved plan has destroyed it.
function reportDone({ account }: AccountPlan): Diagnostic {
  return {
    code: 'plan-done',
    severity: 'warning',
    summary: `${account}: nothing of it is left to destroy`,
  };
}

function reportStale({ account }: AccountPlan, { says, moves }: Moves): Diagnostic {
  return {
    code: 'plan-stale',
    severity: 'error',
    summary: `${account} is not as it was shown: ${says}`,
    ...(moves.length === 0 ? {} : { moves }),
    remedy: 'Nothing of it was destroyed. Run the command again and look at what it shows.',
  };
}

function reportUnkept({ account }: AccountPlan, why: string): Diagnostic {
  return {
    code: 'not-kept',
    severity: 'error',
    summary: `What there is of ${account} could not be kept: ${why}`,
    remedy: 'Nothing of it was destroyed; run the command again.',
  };
}
