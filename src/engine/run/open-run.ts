import { runInOrder } from '../../kit/tasks/run-in-order.ts';
import { type Address, listAccountKeys } from '../../model/address.ts';
import type { AccountEntry } from '../../model/manifest/manifest.ts';
import type { Refresh } from '../../model/plan/plan.ts';
import type { PolicyRules } from '../../model/plan/policy.ts';
import { makeAccountFinder, openAccountFinder } from '../live/open-account-finder.ts';
import { openCatalog } from '../live/open-catalog.ts';
import { addExpectedSecrets } from '../observe/add-expected-secrets.ts';
import { observeAccount } from '../observe/observe-account.ts';
import type { Observation, RunContext } from '../observe/run-context.ts';
import { fromManifest, type RunSource } from '../observe/source.ts';
import type { LiveSelection } from './reads/live-selection.ts';
import { readOnRevision } from './reads/read-on-revision.ts';

/** Reads shared by all accounts of a run. */
type RunReads = 'findAccount' | 'openCatalog' | 'capabilities';

/** Accounts and context of a run. */
export type Run = {
  readonly context: Omit<RunContext, RunReads> & {
    /** Ids of templates by name, for a service that does not list them. */
    readonly templates: ReadonlyMap<string, string>;
  };
  /** Policies that its plan must follow; absent: it plans nothing. */
  readonly policies?: PolicyRules;
  /** Source of the desired accounts; Git by default. */
  readonly source?: RunSource;
  /** Leaves reads of accounts that are as they were applied out of its plan; reads all by default. */
  readonly refresh?: Exclude<Refresh, 'full'>;
  readonly entries: readonly AccountEntry[];
  /** Number of accounts named one by one; null for a pattern or no selection. */
  readonly named: number | null;
  /** Maximum of accounts in progress. */
  readonly width: number;
  /** Chooses among the accounts after they are read; absent if manifests alone choose. */
  readonly live?: LiveSelection;
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

/** Observes every account of a run concurrently, in the order of names. */
export async function* observeAll(
  run: Run,
): AsyncGenerator<
  { readonly entry: AccountEntry; readonly observation: Observation },
  void,
  undefined
> {
  const context = await openRunContext(run.context, run.named);
  addExpectedSecrets(context, run.entries);
  yield* runInOrder(run.entries, run.width, async (entry) => ({
    entry,
    observation: await readOnRevision(context, entry, (shared) =>
      observeAccount(shared, fromManifest(entry)),
    ),
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
