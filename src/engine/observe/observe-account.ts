import type { DesiredAccount } from '../../model/desired/desired.ts';
import {
  type ApiFailure,
  formatFailure,
  toReadAdvice,
} from '../../model/diagnostic/api-failure.ts';
import { reportError } from '../../model/diagnostic/diagnostic.ts';
import type { AccountDiff } from '../../model/diff/field-diff.ts';
import type { Part } from '../../model/diff/part.ts';
import type { LiveAccount } from '../../model/live/live.ts';
import type { Catalog } from '../../model/live/reading.ts';
import { makeBaselineContext } from '../../model/observed/make-baseline-context.ts';
import { defaultPolicy, withOwnIgnore } from '../../model/observed/unmanaged.ts';
import { decideAccount } from '../decide/decide-account.ts';
import { diffAccount } from '../diff/diff-account.ts';
import { listReplacedChanges, listUnmanaged } from '../diff/list-unmanaged.ts';
import { toJoinedChanges } from '../diff/to-joined-changes.ts';
import { withRenames } from '../diff/with-renames.ts';
import { readListing } from '../live/read-listing.ts';
import { planRuns } from '../running/plan-runs.ts';
import { readMatchedCycles } from './cycles/read-matched-cycles.ts';
import { readStructures } from './cycles/read-structures.ts';
import { readUpgrades } from './cycles/read-upgrades.ts';
import { findAccount } from './find-account.ts';
import { bindAccount, matchAccount } from './match-account.ts';
import { readCatalog } from './read-catalog.ts';
import type { Observation, RunContext } from './run-context.ts';
import { type Scope, type Source, wholeAccount } from './source.ts';

/** Reads one account and diffs it against its desired side. Writes nothing. */
export async function observeAccount(
  opened: RunContext,
  source: Source,
  scope: Scope = wholeAccount,
): Promise<Observation> {
  const sourced = await source(opened);
  if (sourced.kind === 'refused') return sourced;
  const { reads = {} } = sourced;
  const context: RunContext = { ...opened, ...reads };
  const { reader, capabilities, secrets, rewrite, today } = context;

  const search = await findAccount(context, sourced.desired);
  if (search.kind === 'refused') return { kind: 'refused', diagnostics: [search.diagnostic] };
  if (search.kind === 'unread') return toUnread(sourced.desired, search.failure);
  const found = { ...sourced, ...search };
  const part = sourced.part ?? toAbsentPart(sourced.desired, search.account);

  const listing = await readListing(reader, found);
  if (!listing.ok) return toUnread(found.desired, listing.failure);

  const offered = await readCatalog(context, found);
  if (!offered.ok) return toUnread(found.desired, offered.failure);
  const read = { ...found, ...offered.value, listing: listing.value };
  const { desired, account, catalog, isAccountFirst } = read;

  const bound = bindAccount(desired, catalog);
  const structures = await readStructures(reader, { ...read, bound: bound.cycles });
  if (!structures.ok) return toUnread(desired, structures.failure);

  const sides = { ...read, bound, structures: structures.value, today };
  const matched = matchAccount(sides, scope.chosen ?? new Map());

  const cycles = await readMatchedCycles(reader, {
    ...sides,
    ...matched,
    ...(context.wholeCycles === undefined ? {} : { wholeCycles: context.wholeCycles }),
  });
  if (!cycles.ok) return toUnread(desired, cycles.failure);

  const compared = diffAccount(
    {
      desired,
      state: matched.state,
      account,
      connectors: matched.connectors,
      cycles: cycles.value.named,
      cyclePairs: matched.cycles,
      deposed: cycles.value.deposed,
      templates: catalog?.templates ?? [],
      liveConnectors: listing.value.connectors ?? [],
      releases: catalog?.releases ?? [],
      isAccountFirst,
      capabilities,
    },
    { fingerprint: (text) => secrets.fingerprint(text), rewrite },
  );

  const decided = decideAccount(part === undefined ? compared : { ...compared, part });
  const diff = await withUnmanaged(planRuns(decided), catalog, context);
  const selected = scope.select?.(diff) ?? { kind: 'observed', diff };
  const { findings } = sourced;
  return selected.kind === 'refused' || findings === undefined
    ? selected
    : { ...selected, findings };
}

/** Leaves out an account that is leaving and does not exist, because a run would create it. */
function toAbsentPart(
  { isLeaving, address }: DesiredAccount,
  account: LiveAccount | null,
): Part | undefined {
  if (isLeaving !== true || account !== null) return undefined;
  const notices = [{ kind: 'not-created', address } as const];
  return { values: 'git', objects: new Set(), fields: new Map(), notices };
}

// A run of a part reads some fields only, and of the others none is managed.
async function withUnmanaged(
  diff: AccountDiff,
  catalog: Catalog | null,
  { secrets, environments, environment }: RunContext,
): Promise<AccountDiff> {
  if (diff.part !== undefined) return diff;
  const policy = environments.get(environment)?.unmanaged ?? defaultPolicy;
  const context = makeBaselineContext(diff, (text) => secrets.fingerprint(text));
  const replacedChanges = listReplacedChanges(diff, context);
  const found = {
    ...listUnmanaged(diff, policy, context),
    ...(replacedChanges.size === 0 ? {} : { replacedChanges }),
  };
  if (found.unmanaged === undefined) return { ...diff, ...found };
  const upgrades = await readUpgrades(catalog, diff, { changes: found.unmanaged, context });
  const joined = toJoinedChanges(found.unmanaged, upgrades).map((change) =>
    withOwnIgnore(withRenames(diff, change)),
  );
  return { ...diff, ...found, unmanaged: joined };
}

function toUnread(desired: DesiredAccount, failure: ApiFailure): Observation {
  return {
    kind: 'unread',
    diagnostics: [
      reportError('unread', {
        summary: `Cannot read the account: ${formatFailure(failure)}`,
        address: desired.address,
        remedy: `Nothing in this account will be changed; ${toReadAdvice(failure)}.`,
      }),
    ],
  };
}
