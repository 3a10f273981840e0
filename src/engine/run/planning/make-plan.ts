import type { Address } from '../../../model/address.ts';
import type { AccountDiff } from '../../../model/diff/field-diff.ts';
import type { AccountEntry } from '../../../model/manifest/manifest.ts';
import { hasContents } from '../../../model/observed/contents.ts';
import { type AccountPlan, isQuiet } from '../../../model/plan/plan.ts';
import type { ServiceReader } from '../../../model/ports.ts';
import type { PlannedAccount } from '../../../model/report/report.ts';
import { addExpectedSecrets } from '../../observe/add-expected-secrets.ts';
import { observeAccount } from '../../observe/observe-account.ts';
import type { Observation, RunContext } from '../../observe/run-context.ts';
import { git, type RunSource } from '../../observe/source.ts';
import { withCachedReads } from '../../observe/with-read-cache.ts';
import { observeAll, openRunContext, type Run } from '../open-run.ts';
import {
  type ByExports,
  observeByExports,
  type ThroughExports,
} from '../reads/observe-by-exports.ts';
import { readOnRevision } from '../reads/read-on-revision.ts';
import { checkSources } from './check-sources.ts';
import { checkStarts } from './check-starts.ts';
import { planAsApplied } from './plan-as-applied.ts';
import { toAdoptionPlan, toPlanned, toUnplanned } from './to-planned.ts';

/** Plans of so many accounts begin with two that are read whole, so that more of exports is proven. */
const manyAccounts = 50;

/**
 * Plans every account of a run concurrently, in the order of names, with the check of its starts.
 * Writes nothing. `exports` only show that an account needs nothing: all others are read by their parts.
 */
export async function* makePlan(
  run: Run,
  exports: ByExports<PlanLook> | null = null,
): AsyncGenerator<PlannedAccount, void, undefined> {
  const { refresh, live, policies } = run;
  const { open, isOfManifests } = run.source ?? git;
  const opened = await openRunContext(run.context, run.named);
  const isChecked = isOfManifests === true && policies !== undefined;
  const context = isChecked ? { ...opened, policies } : opened;
  addExpectedSecrets(context, run.entries);
  const isLeftOut = (entry: AccountEntry, observation: Observation) =>
    observation.kind === 'observed' &&
    live?.isDiffSelected(entry, observation.diff, context.today) === false;
  const proving = run.entries.length < manyAccounts ? [] : run.entries.slice(0, 2);
  const look = async (
    shared: RunContext,
    entry: AccountEntry,
    through: ThroughExports | null,
  ): Promise<PlanLook> => {
    const looking = { ...shared, ...withCachedReads(shared) };
    const opened = open(entry);
    if (refresh !== undefined) {
      const { source } = opened;
      const found = await planAsApplied(looking, entry, { source, refresh });
      if (found !== null) return found;
    }
    if (through !== null) {
      const whole = proving.includes(entry) ? { wholeCycles: 'all' as const } : {};
      const reading = { ...looking, ...whole, reader: through(looking.reader) };
      const { observation, planned } = await planByExports(reading, entry, opened);
      if (isLeftOut(entry, observation)) return toLeftOut(entry);
      if (planned !== null) return planned;
    }
    const { observation, planned } = await planAccount(looking, entry, opened);
    return isLeftOut(entry, observation) ? toLeftOut(entry) : planned;
  };
  const looking = {
    look: (entry: AccountEntry, through: ThroughExports | null) =>
      readOnRevision(context, entry, (shared, isAgain) =>
        look(shared, entry, isAgain ? null : through),
      ),
    keyOf: toAccountKey,
  };
  for await (const found of observeByExports(run, looking, exports)) {
    if (found.kind === 'left-out') live?.leaveOut();
    else yield found;
  }
}

/** An account as it was planned, or that it was read and is not selected. */
export type PlanLook = PlannedAccount | { readonly kind: 'left-out'; readonly account: string };

type Opened = ReturnType<RunSource['open']>;

function toLeftOut({ key: account }: AccountEntry): PlanLook {
  return { kind: 'left-out', account };
}

function toAccountKey(found: PlanLook): string {
  return found.kind === 'planned' ? found.plan.account : found.account;
}

// Null for an account that needs something, or is refused by what an export shows.
async function planByExports(
  context: RunContext,
  entry: AccountEntry,
  { source, scope }: Opened,
): Promise<{ readonly observation: Observation; readonly planned: PlannedAccount | null }> {
  const observation = await observeAccount(context, source, scope);
  const planned = toPlanned(entry, observation, context);
  const isEnough =
    planned.kind === 'planned'
      ? isQuiet(planned.plan)
      : planned.isUnread && context.wholeCycles === undefined;
  return { observation, planned: isEnough ? planned : null };
}

async function planAccount(
  context: RunContext,
  entry: AccountEntry,
  opened: Opened,
): Promise<Observed> {
  const { reader } = context;
  const found = await observeWithEdits(context, entry, opened);
  const { observation, planned } = found;
  if (observation.kind !== 'observed' || planned.kind !== 'planned') return found;
  const starts = await checkStarts(reader, observation, planned.plan);
  if (starts.kind === 'unread') return { observation, planned: toUnplanned(entry, starts) };
  const { refused: held } = starts;
  const left = held.length === 0 ? planned : toPlanned(entry, observation, { ...context, held });
  return { observation, planned: await addSourceWarnings(reader, observation, left) };
}

type Observed = { readonly observation: Observation; readonly planned: PlannedAccount };

// Cycles that the plan edits are read whole, to name what others changed in them.
async function observeWithEdits(
  context: RunContext,
  entry: AccountEntry,
  { source, scope }: Opened,
): Promise<Observed> {
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
