import {
  type Looking,
  lookAtAccount,
  type Sight,
} from '../../../engine/observe/look-at-account.ts';
import { openLooking, type Run } from '../../../engine/run/make-plan.ts';
import { mapInOrder } from '../../../kit/tasks/map-in-order.ts';
import type { Address } from '../../../model/address.ts';
import type { ApiFailure } from '../../../model/diagnostic/api-failure.ts';
import type { CycleDiff } from '../../../model/diff/verdict.ts';
import type { RemoteId } from '../../../model/live/live.ts';
import type { AccountEntry } from '../../../model/manifest/manifest.ts';
import { compareSnapshots } from './compare-snapshots.ts';
import type {
  AccountMoves,
  ChangeOwner,
  CycleMoves,
  CycleSnapshot,
  SnapshotChange,
} from './snapshot.ts';
import { findPlace, reportUnread, takeCycles } from './take-snapshot.ts';

/** What became of the cycles of a snapshot, account by account, and who is to put back what. Nothing is written. */
export async function* compareSnapshot(
  run: Run,
  cycles: readonly CycleSnapshot[],
): AsyncGenerator<AccountMoves, void, undefined> {
  const looking = await openLooking(run.looking, run.named);
  const kept = Map.groupBy(cycles, ({ account }) => account);
  const entries = run.entries.filter(({ key }) => kept.has(key));
  yield* mapInOrder(entries, run.width, (entry) =>
    compareAccount(looking, entry, kept.get(entry.key) ?? []),
  );
}

async function compareAccount(
  looking: Looking,
  entry: AccountEntry,
  kept: readonly CycleSnapshot[],
): Promise<AccountMoves> {
  const account = entry.key;
  const fail = (failure: ApiFailure): AccountMoves => ({
    account,
    cycles: [],
    diagnostics: [reportUnread(account, failure)],
  });
  const place = await findPlace(looking, entry);
  if (!place.ok) return fail(place.failure);
  const ids = new Set(kept.map(({ id }) => id));
  const { value } = place;
  const listed = value === null ? null : await looking.reader.listCycles(value.live.id);
  const behind = value === null ? null : await looking.reader.listUpgradeable(value.live.id);
  if (listed?.ok === false) return fail(listed.failure);
  if (behind?.ok === false) return fail(behind.failure);
  const wanted = (listed?.value ?? []).filter(({ id }) => ids.has(id));
  const taken = value === null ? null : await takeCycles(looking, value, wanted);
  if (taken?.ok === false) return fail(taken.failure);
  const now = new Map((taken?.value ?? []).map((cycle) => [cycle.id, cycle]));
  const late = new Set((behind?.value ?? []).map(({ id }) => id));
  const sight = await lookAtAccount(looking, entry);
  return {
    account,
    cycles: kept.map((cycle) =>
      judgeCycle(cycle, { now: now.get(cycle.id), isBehind: late.has(cycle.id), sight }),
    ),
    diagnostics: sight.kind === 'seen' ? [] : sight.diagnostics,
  };
}

function judgeCycle(
  cycle: CycleSnapshot,
  found: {
    readonly now: CycleSnapshot | undefined;
    readonly isBehind: boolean;
    readonly sight: Sight;
  },
): CycleMoves {
  const { now, isBehind, sight } = found;
  const diff = findCycle(sight, cycle.id);
  const address: Address | null = diff?.address ?? null;
  if (now === undefined) return { cycle, address, state: 'gone', changes: [] };
  const changes = compareSnapshots(cycle, now).map((change) => ({
    ...change,
    owner: judgeOwner(change, sight, diff),
  }));
  return { cycle, address, state: isBehind ? 'behind' : 'upgraded', changes };
}

function findCycle(sight: Sight, id: RemoteId): CycleDiff | null {
  if (sight.kind !== 'seen') return null;
  return sight.diff.cycles.find(({ live }) => live?.id === id) ?? null;
}

// The steps of a template are never Git's: they are what an upgrade is for.
function judgeOwner(change: SnapshotChange, sight: Sight, diff: CycleDiff | null): ChangeOwner {
  if (change.kind === 'step') return 'person';
  if (sight.kind !== 'seen') return 'unknown';
  const verdict = diff?.verdicts.find(({ path }) => path === change.path);
  if (verdict === undefined) return 'person';
  // Under a name that is gone no plan puts anything back.
  if (verdict.lost !== undefined) return 'unknown';
  if (verdict.isChange) return 'plan';
  return verdict.state === 'same' ? 'settled' : 'person';
}
