import { runInOrder } from '../../kit/tasks/run-in-order.ts';
import type { AccountDiff } from '../../model/diff/field-diff.ts';
import type { AccountEntry } from '../../model/manifest/manifest.ts';
import type { AccountPlan } from '../../model/plan/plan.ts';
import type { PlannedAccount } from '../../model/report/report.ts';
import { openAccountFinder } from '../live/open-account-finder.ts';
import { openCatalog } from '../live/open-catalog.ts';
import { type Observation, observeAccount, type RunContext } from '../observe/observe-account.ts';
import { makeAccountPlan, makeAdoptionPlan } from '../plan/make-account-plan.ts';
import { nextState } from '../verify/next-state.ts';
import { checkStarts } from './check-starts.ts';

/** What is read once per run. */
type RunReads = 'findAccount' | 'openCatalog' | 'capabilities';

/** What a run looks at, beside what each look needs. */
export type Run = {
  readonly context: Omit<RunContext, RunReads> & {
    /** Ids of templates by name, for a service that does not list them. */
    readonly templates: ReadonlyMap<string, string>;
  };
  readonly entries: readonly AccountEntry[];
  /** How many accounts were named one by one; null where a pattern or nothing chose them. */
  readonly named: number | null;
  /** Most accounts in flight. */
  readonly width: number;
};

/**
 * Plans every account of a run, many at a time, in the order of names. What it would start is looked at before it is
 * told. Nothing is written anywhere.
 */
export async function* makePlan(run: Run): AsyncGenerator<PlannedAccount, void, undefined> {
  const context = await openRunContext(run.context, run.named);
  yield* runInOrder(run.entries, run.width, async (entry) => {
    const observation = await observeAccount(context, entry);
    return checkStarts(context.reader, observation, toPlanned(entry, observation, context));
  });
}

/** What an adoption binds of every account of a run. It sends nothing, so that what would be started is not looked at. */
export async function* planAdoption(run: Run): AsyncGenerator<PlannedAccount, void, undefined> {
  for await (const { entry, sight } of observeAll(run)) yield toAdoptionPlan(entry, sight);
}

/** What an adoption binds of one account, or why nothing is bound. */
export function toAdoptionPlan(entry: AccountEntry, observation: Observation): PlannedAccount {
  if (observation.kind !== 'seen') return toUnplanned(entry, observation);
  const made = makeAdoptionPlan(observation.diff);
  return 'plan' in made
    ? { kind: 'planned', plan: made.plan }
    : { kind: 'unplanned', account: entry.key, diagnostics: made.refused, isUnread: false };
}

function toUnplanned(
  entry: AccountEntry,
  { kind, diagnostics }: Exclude<Observation, { readonly kind: 'seen' }>,
): PlannedAccount {
  return { kind: 'unplanned', account: entry.key, diagnostics, isUnread: kind === 'unread' };
}

/** Looks at every account of a run, many at a time; what comes back is in the order of names. */
export async function* observeAll(
  run: Run,
): AsyncGenerator<{ readonly entry: AccountEntry; readonly sight: Observation }, void, undefined> {
  const context = await openRunContext(run.context, run.named);
  yield* runInOrder(run.entries, run.width, async (entry) => ({
    entry,
    sight: await observeAccount(context, entry),
  }));
}

/** Adds what is read once per run. A list of accounts that cannot be read leaves every account unread. */
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

/** One account's plan, or why it has none. */
export function toPlanned(
  entry: AccountEntry,
  observation: Observation,
  context: Pick<RunContext, 'secrets'>,
): PlannedAccount {
  if (observation.kind !== 'seen') return toUnplanned(entry, observation);
  const fingerprint = (text: string) => context.secrets.fingerprint(text);
  const change = nextState(observation.diff, fingerprint);
  const { movedFrom, renamed, deposed } = observation.diff.memory;
  const isMoved = [movedFrom, renamed, deposed].some((moved) => moved !== undefined);
  const hasNews = change !== null || isMoved;
  const made = makeAccountPlan(observation.diff, hasNews, fingerprint);
  return 'plan' in made
    ? { kind: 'planned', plan: isIdle(observation.diff, made.plan) ? toIdle(made.plan) : made.plan }
    : {
        kind: 'unplanned',
        account: entry.key,
        diagnostics: made.refused,
        isUnread: made.refused.some(({ code }) => code === 'template-unread'),
      };
}

// Where nothing is taken back, what was found beside it waits for the next apply; also an account that is new in Git.
function isIdle({ desired: { revert } }: AccountDiff, { operations }: AccountPlan): boolean {
  if (revert === undefined) return false;
  return operations.length === 0 || revert.made.size + revert.fields.size === 0;
}

function toIdle(plan: AccountPlan): AccountPlan {
  const requests = { plan: plan.requests?.plan ?? 0, apply: 0 };
  const nothing = { changes: [], operations: [], expects: [] };
  return { ...plan, ...nothing, isNew: false, hasNews: false, requests };
}
