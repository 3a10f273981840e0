import { runInOrder } from '../../kit/tasks/run-in-order.ts';
import { type Address, listAccountKeys } from '../../model/address.ts';
import type { Diagnostic } from '../../model/diagnostic/diagnostic.ts';
import type { AccountDiff } from '../../model/diff/field-diff.ts';
import type { AccountEntry } from '../../model/manifest/manifest.ts';
import { hasContents } from '../../model/observed/contents.ts';
import { type AccountPlan, hasWork } from '../../model/plan/plan.ts';
import { isRefused, type RefusedObject } from '../../model/plan/refused.ts';
import type { ServiceReader } from '../../model/ports.ts';
import type { PlannedAccount } from '../../model/report/report.ts';
import { makeAccountFinder, openAccountFinder } from '../live/open-account-finder.ts';
import { openCatalog } from '../live/open-catalog.ts';
import { observeAccount } from '../observe/observe-account.ts';
import type { Observation, RunContext } from '../observe/run-context.ts';
import { fromManifest, git, type RunSource } from '../observe/source.ts';
import { withCachedReads } from '../observe/with-read-cache.ts';
import { makeAccountPlan, makeAdoptionPlan } from '../plan/make-account-plan.ts';
import { findMisfits, findRefused } from '../plan/refusals/find-refused.ts';
import { nextState } from '../verify/next-state.ts';
import { checkSources } from './check-sources.ts';
import { checkStarts } from './check-starts.ts';
import {
  type ByExports,
  observeByExports,
  type ThroughExports,
} from './reads/observe-by-exports.ts';

/** Reads shared by all accounts of a run. */
type RunReads = 'findAccount' | 'openCatalog' | 'capabilities';

/** Accounts and context of a run. */
export type Run = {
  readonly context: Omit<RunContext, RunReads> & {
    /** Ids of templates by name, for a service that does not list them. */
    readonly templates: ReadonlyMap<string, string>;
  };
  /** Source of the desired accounts; Git by default. */
  readonly source?: RunSource;
  readonly entries: readonly AccountEntry[];
  /** Number of accounts named one by one; null for a pattern or no selection. */
  readonly named: number | null;
  /** Maximum of accounts in progress. */
  readonly width: number;
};

/** Selects the accounts of a run that addresses name; all of them without an address. */
export function selectRun<T extends Pick<Run, 'entries' | 'named'>>(
  run: T,
  addresses: readonly Address[],
): T {
  const named = listAccountKeys(addresses);
  if (named.size === 0) return run;
  const entries = run.entries.filter(({ key }) => named.has(key));
  return { ...run, entries, named: entries.length };
}

/** Plans of so many accounts begin with two that are read whole, so that more of exports is proven. */
const manyAccounts = 50;

/**
 * Plans every account of a run concurrently, in the order of names, with the check of its starts.
 * Writes nothing. `exports` only show that an account needs nothing: all others are read by their parts.
 */
export async function* makePlan(
  run: Run,
  exports: ByExports<PlannedAccount> | null = null,
): AsyncGenerator<PlannedAccount, void, undefined> {
  const context = await openRunContext(run.context, run.named);
  const { open } = run.source ?? git;
  const proving = run.entries.length < manyAccounts ? [] : run.entries.slice(0, 2);
  const look = async (entry: AccountEntry, through: ThroughExports | null) => {
    const looking = { ...context, ...withCachedReads(context) };
    const opened = open(entry);
    if (through !== null) {
      const whole = proving.includes(entry) ? { wholeCycles: 'all' as const } : {};
      const reading = { ...looking, ...whole, reader: through(looking.reader) };
      const found = await planByExports(reading, entry, opened);
      if (found !== null) return found;
    }
    return planAccount(looking, entry, opened);
  };
  yield* observeByExports(run, { look, keyOf: toAccountKey }, exports);
}

type Opened = ReturnType<RunSource['open']>;

function toAccountKey(planned: PlannedAccount): string {
  return planned.kind === 'planned' ? planned.plan.account : planned.account;
}

// Null for an account that needs something, or is refused by what an export shows.
async function planByExports(
  context: RunContext,
  entry: AccountEntry,
  { source, scope }: Opened,
): Promise<PlannedAccount | null> {
  const planned = toPlanned(entry, await observeAccount(context, source, scope), context);
  if (planned.kind !== 'planned')
    return planned.isUnread && context.wholeCycles === undefined ? planned : null;
  const { changes, refused = [] } = planned.plan;
  return changes.length === 0 && !hasWork(planned.plan) && refused.length === 0 ? planned : null;
}

async function planAccount(
  context: RunContext,
  entry: AccountEntry,
  opened: Opened,
): Promise<PlannedAccount> {
  const { reader } = context;
  const { observation, planned } = await observeWithEdits(context, entry, opened);
  if (observation.kind !== 'observed' || planned.kind !== 'planned') return planned;
  const starts = await checkStarts(reader, observation, planned.plan);
  if (starts.kind === 'unread') return toUnplanned(entry, starts);
  const { refused: held } = starts;
  const left = held.length === 0 ? planned : toPlanned(entry, observation, { ...context, held });
  return addSourceWarnings(reader, observation, left);
}

// Cycles that the plan edits are read whole, to name what others changed in them.
async function observeWithEdits(
  context: RunContext,
  entry: AccountEntry,
  { source, scope }: Opened,
): Promise<{ readonly observation: Observation; readonly planned: PlannedAccount }> {
  const observation = await observeAccount(context, source, scope);
  const planned = toPlanned(entry, observation, context);
  const first = { observation, planned };
  if (observation.kind !== 'observed' || planned.kind !== 'planned') return first;
  const written = listEdited(observation.diff, planned.plan);
  if (written.size === 0) return first;
  const looking = { ...context, wholeCycles: { due: false, written } };
  const whole = await observeAccount(looking, source, scope);
  return { observation: whole, planned: toPlanned(entry, whole, context) };
}

function listEdited({ cycles, part }: AccountDiff, { changes }: AccountPlan): ReadonlySet<Address> {
  if (part !== undefined) return new Set();
  const edited = new Set(
    changes.flatMap(({ verb, address }) => (verb === 'update' ? [address] : [])),
  );
  const found = cycles.filter(
    ({ address, record }) => edited.has(address) && record !== null && hasContents(record),
  );
  return new Set(found.map(({ address }) => address));
}

async function addSourceWarnings(
  reader: ServiceReader,
  observation: Extract<Observation, { readonly kind: 'observed' }>,
  planned: PlannedAccount,
): Promise<PlannedAccount> {
  if (planned.kind !== 'planned') return planned;
  const { plan } = planned;
  const notices = await checkSources(reader, observation, plan);
  if (notices.length === 0) return planned;
  return { ...planned, plan: { ...plan, notices: [...plan.notices, ...notices] } };
}

/** Plans the adoption of every account of a run. It starts nothing, so starts are not checked. */
export async function* makeAdoptionPlans(
  run: Run,
): AsyncGenerator<PlannedAccount, void, undefined> {
  for await (const { entry, observation } of observeAll(run))
    yield toAdoptionPlan(entry, observation);
}

/** Plans the adoption of one account, or returns its refusals. */
export function toAdoptionPlan(entry: AccountEntry, observation: Observation): PlannedAccount {
  if (observation.kind !== 'observed') return toUnplanned(entry, observation);
  const found = findMisfits(observation.diff);
  return found.kind === 'account'
    ? toRefused(entry, found.diagnostics)
    : { kind: 'planned', plan: makeAdoptionPlan(observation.diff, found.objects) };
}

function toUnplanned(
  entry: AccountEntry,
  { kind, diagnostics }: Pick<Exclude<Observation, { kind: 'observed' }>, 'kind' | 'diagnostics'>,
): PlannedAccount {
  return { kind: 'unplanned', account: entry.key, diagnostics, isUnread: kind === 'unread' };
}

/** Observes every account of a run concurrently, in the order of names. */
export async function* observeAll(
  run: Run,
): AsyncGenerator<
  { readonly entry: AccountEntry; readonly observation: Observation },
  void,
  undefined
> {
  const context = await openRunContext(run.context, run.named);
  yield* runInOrder(run.entries, run.width, async (entry) => ({
    entry,
    observation: await observeAccount(context, fromManifest(entry)),
  }));
}

/** Adds the reads that all accounts share. A failed list of accounts makes every account unread. */
export async function openRunContext(
  context: Run['context'],
  named: number | null,
): Promise<RunContext> {
  const found = await openAccountFinder(context.reader, named ?? 'all');
  return {
    ...context,
    capabilities: await context.reader.readCapabilities(),
    openCatalog: openCatalog(context.reader, context.templates),
    findAccount: found.ok ? found.value : async () => found,
  };
}

/** The same with accounts read one by one, because a list would be old by the last account. */
export async function openFreshContext(context: Run['context']): Promise<RunContext> {
  const { reader, templates } = context;
  return {
    ...context,
    capabilities: await reader.readCapabilities(),
    openCatalog: openCatalog(reader, templates),
    findAccount: makeAccountFinder(reader),
  };
}

/**
 * Plans one account, or returns its refusals. `held` are objects that were refused before and stay
 * so.
 */
export function toPlanned(
  entry: AccountEntry,
  observation: Observation,
  {
    secrets,
    held = [],
  }: Pick<RunContext, 'secrets'> & { readonly held?: readonly RefusedObject[] },
): PlannedAccount {
  if (observation.kind !== 'observed') return toUnplanned(entry, observation);
  const { diff } = observation;
  const found = findRefused(diff, held);
  if (found.kind === 'account') return toRefused(entry, found.diagnostics);
  const { objects: refused } = found;
  const fingerprint = (text: string) => secrets.fingerprint(text);
  const change = nextState(diff, { refused, fingerprint, now: null });
  const { movedFrom, renamed, deposed } = diff.state;
  const isMoved = [movedFrom, renamed, deposed].some((moved) => moved !== undefined);
  const hasNews = change !== null || isMoved || lacksContents(diff, refused);
  const plan = makeAccountPlan(diff, { refused, hasNews, fingerprint });
  return { kind: 'planned', plan: isIdle(diff, plan) ? toIdle(plan) : plan };
}

// A cycle of ours whose steps have no baseline yet gets it from the next apply.
function lacksContents({ cycles, part }: AccountDiff, refused: readonly RefusedObject[]): boolean {
  if (part !== undefined) return false;
  return cycles.some(
    ({ address, live, record }) =>
      live !== null && record !== null && !hasContents(record) && !isRefused(refused, address),
  );
}

function toRefused({ key }: AccountEntry, diagnostics: readonly Diagnostic[]): PlannedAccount {
  const isUnread = diagnostics.some(({ code }) => code === 'template-unread');
  return { kind: 'unplanned', account: key, diagnostics, isUnread };
}

// A part of Git without operations leaves other findings to the next apply; also for an account
// that is new in Git.
function isIdle({ part }: AccountDiff, { operations }: AccountPlan): boolean {
  if (part?.values !== 'git') return false;
  return operations.length === 0 || part.objects.size + part.fields.size === 0;
}

function toIdle(plan: AccountPlan): AccountPlan {
  const requests = { plan: plan.requests?.plan ?? 0, apply: 0 };
  const nothing = { changes: [], operations: [], expects: [] };
  return { ...plan, ...nothing, isNew: false, hasNews: false, requests };
}
