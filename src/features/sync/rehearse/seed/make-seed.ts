import type { Substitutes } from '../../../../app/ports/rehearsal/make-substitutes.ts';
import type {
  SeedAccount,
  SeedWorld,
  ServiceSeed,
} from '../../../../app/ports/rehearsal/service-seed.ts';
import { type AccountPlan, hasWork } from '../../../../model/plan/plan.ts';
import type { RunReader, StoreReader } from '../../../../model/ports.ts';
import type { PlannedAccount } from '../../../../model/report/report.ts';
import {
  type AccountState,
  makeEmptyState,
  mergeMovedState,
} from '../../../../model/state/account-state.ts';
import { isServiceCommand } from '../../../../model/state/run.ts';
import { readChangedAccounts } from '../../../operations/undo/read-changed-accounts.ts';
import { makeAccountSeed, type SeedGap } from './make-account-seed.ts';
import { Offer } from './offer.ts';

/** An account that is not rehearsed, and why. */
export type LeftOut = { readonly account: string; readonly why: string };

/** The service as it was when it was planned, as far as that is known. */
export type MadeSeed = {
  readonly service: ServiceSeed;
  readonly leftOut: readonly LeftOut[];
  readonly gaps: readonly SeedGap[];
};

/** Makes the accounts of a plan as they were when they were planned. Reads the state alone. */
export async function makeSeed(
  planned: AsyncIterable<PlannedAccount>,
  from: {
    readonly store: StoreReader;
    /** Start of the plan, ISO UTC. */
    readonly since: string;
    readonly world: SeedWorld;
    readonly toText: Substitutes['toText'];
  },
): Promise<MadeSeed> {
  const offer = new Offer(from.world);
  const changed = await listChangedSince(from.store, from.since);
  const accounts: SeedAccount[] = [];
  const states: AccountState[] = [];
  const leftOut: LeftOut[] = [];
  const gaps: SeedGap[] = [];
  const shown = { auth: false, hidesAuth: false, schedule: false, ownIds: false };
  let isDocumented = false;
  for await (const each of planned) {
    if (each.kind === 'unplanned') continue;
    const { plan } = each;
    if (!hasWork(plan) && plan.refused === undefined) continue;
    isDocumented ||= plan.notOffered.length > 0;
    const run = changed.get(plan.account);
    if (run !== undefined) {
      leftOut.push({ account: plan.account, why: `the run ${run} has changed it since the plan` });
      continue;
    }
    const stored = await readOwnState(from.store, plan);
    states.push(stored);
    const isMoved = stored.account !== plan.account;
    const state = isMoved ? mergeMovedState(stored, makeEmptyState(plan.account)) : stored;
    noteShown(shown, state, plan);
    const made = makeAccountSeed({ plan, state, offer, toText: from.toText });
    if (made.kind === 'unknown') {
      leftOut.push({ account: plan.account, why: made.why });
      continue;
    }
    if (made.account !== null) accounts.push(made.account);
    gaps.push(...made.gaps);
  }
  return {
    leftOut,
    gaps,
    service: {
      world: offer.toWorld(),
      accounts,
      states,
      isDocumented,
      shows: {
        accountIds: shown.ownIds ? 'guid' : 'external',
        authValueOnRead: shown.hidesAuth && !shown.auth ? 'absent' : 'clear',
        scheduleReadable: shown.schedule ? 'yes' : 'no',
      },
    },
  };
}

/** Runs to search; the store keeps no accounts of older ones. */
const recent = 100;

// Lists accounts that a run may have changed since a time (ISO UTC), each with that run. One that began before may have
// ended later, or was gone on with, or has no end.
async function listChangedSince(
  store: RunReader,
  since: string,
): Promise<ReadonlyMap<string, string>> {
  const changed = new Map<string, string>();
  for (const { id, command, end } of await store.listRuns(recent)) {
    if (!isServiceCommand(command) || (end !== null && end.at < since)) continue;
    for (const account of (await readChangedAccounts(store, id)).keys()) changed.set(account, id);
  }
  return changed;
}

// A renamed account has its records under its earlier key until it is applied.
async function readOwnState(
  store: Pick<StoreReader, 'readState' | 'listOwners'>,
  { account, expects }: AccountPlan,
): Promise<AccountState> {
  const state = await store.readState(account);
  const id = expects.find((each) => each.address === account)?.id ?? null;
  if (state.objects.size > 0 || id === null) return state;
  const [owner] = (await store.listOwners(id)).filter((each) => each !== account);
  return owner === undefined ? state : store.readState(owner);
}

type Shown = { auth: boolean; hidesAuth: boolean; schedule: boolean; ownIds: boolean };

// Reads of the service have a sign-in or a schedule where it shows one.
function noteShown(shown: Shown, { objects }: AccountState, { expects }: AccountPlan): void {
  for (const { kind, applied, baseline = {}, ...ids } of objects.values()) {
    const { externalId = ids.remoteId } = ids;
    if (kind === 'account' && externalId !== ids.remoteId) shown.ownIds = true;
    const auth = applied['auth' as never] as
      | { readonly kind: string; readonly read?: unknown }
      | undefined;
    if (kind === 'connector' && auth?.kind === 'secret') {
      if (auth.read === null) shown.hidesAuth = true;
      else shown.auth = true;
    }
    if (kind === 'cycle' && Object.hasOwn(baseline, 'schedule')) shown.schedule = true;
  }
  for (const { before = {} } of expects) {
    const auth = before['auth' as never] as { readonly kind: string } | undefined;
    if (auth?.kind === 'unknown') shown.hidesAuth = true;
    const schedule = before['schedule' as never] as { readonly kind: string } | undefined;
    if (schedule?.kind === 'plain') shown.schedule = true;
  }
}
