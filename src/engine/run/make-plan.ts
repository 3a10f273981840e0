import { mapInOrder } from '../../kit/tasks/map-in-order.ts';
import type { AccountDiff } from '../../model/diff/verdict.ts';
import type { AccountEntry } from '../../model/manifest/manifest.ts';
import type { AccountPlan } from '../../model/plan/plan.ts';
import type { PlannedAccount } from '../../model/report/report.ts';
import { openShelf } from '../live/open-shelf.ts';
import { readAccounts } from '../live/read-accounts.ts';
import { type Looking, lookAtAccount, type Sight } from '../observe/look-at-account.ts';
import { makeAccountPlan, makeAdoptionPlan } from '../plan/make-account-plan.ts';
import { remember } from '../verify/remember.ts';
import { judgeStarts } from './judge-starts.ts';

/** What is read once per run. */
type RunReads = 'findAccount' | 'openShelf' | 'capabilities';

/** What a run looks at, beside what each look needs. */
export type Run = {
  readonly looking: Omit<Looking, RunReads> & {
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
  const looking = await openLooking(run.looking, run.named);
  yield* mapInOrder(run.entries, run.width, async (entry) => {
    const sight = await lookAtAccount(looking, entry);
    return judgeStarts(looking.reader, sight, toPlanned(entry, sight, looking));
  });
}

/** What an adoption binds of every account of a run. It sends nothing, so that what would be started is not looked at. */
export async function* planAdoption(run: Run): AsyncGenerator<PlannedAccount, void, undefined> {
  for await (const { entry, sight } of lookAtAll(run)) yield toBinding(entry, sight);
}

/** What an adoption binds of one account, or why nothing is bound. */
export function toBinding(entry: AccountEntry, sight: Sight): PlannedAccount {
  if (sight.kind !== 'seen') return toUnplanned(entry, sight);
  const made = makeAdoptionPlan(sight.diff);
  return 'plan' in made
    ? { kind: 'planned', plan: made.plan }
    : { kind: 'unplanned', account: entry.key, diagnostics: made.refused, isUnread: false };
}

function toUnplanned(
  entry: AccountEntry,
  { kind, diagnostics }: Exclude<Sight, { readonly kind: 'seen' }>,
): PlannedAccount {
  return { kind: 'unplanned', account: entry.key, diagnostics, isUnread: kind === 'unread' };
}

/** Looks at every account of a run, many at a time; what comes back is in the order of names. */
export async function* lookAtAll(
  run: Run,
): AsyncGenerator<{ readonly entry: AccountEntry; readonly sight: Sight }, void, undefined> {
  const looking = await openLooking(run.looking, run.named);
  yield* mapInOrder(run.entries, run.width, async (entry) => ({
    entry,
    sight: await lookAtAccount(looking, entry),
  }));
}

/** Adds what is read once per run. A list of accounts that cannot be read leaves every account unread. */
export async function openLooking(looking: Run['looking'], named: number | null): Promise<Looking> {
  const found = await readAccounts(looking.reader, named ?? 'all');
  return {
    ...looking,
    capabilities: await looking.reader.readCapabilities(),
    openShelf: openShelf(looking.reader, looking.templates),
    findAccount: found.ok ? found.value : async () => found,
  };
}

/** One account's plan, or why it has none. */
export function toPlanned(
  entry: AccountEntry,
  sight: Sight,
  looking: Pick<Looking, 'secrets'>,
): PlannedAccount {
  if (sight.kind !== 'seen') return toUnplanned(entry, sight);
  const print = (text: string) => looking.secrets.print(text);
  const news = remember(sight.diff, print);
  const { movedFrom, renamed, setAside } = sight.diff.memory;
  const isMoved = [movedFrom, renamed, setAside].some((moved) => moved !== undefined);
  const hasNews = news !== null || isMoved;
  const made = makeAccountPlan(sight.diff, hasNews, print);
  return 'plan' in made
    ? { kind: 'planned', plan: isIdle(sight.diff, made.plan) ? toIdle(made.plan) : made.plan }
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
