import { observeAccount } from '../../../engine/observe/observe-account.ts';
import type { Observation, RunContext } from '../../../engine/observe/run-context.ts';
import { fromManifest } from '../../../engine/observe/source.ts';
import { openRunContext, type Run } from '../../../engine/run/make-plan.ts';
import { isSameJson } from '../../../kit/json/canonical-json.ts';
import { runInOrder } from '../../../kit/tasks/run-in-order.ts';
import type { Address, FieldPath } from '../../../model/address.ts';
import type { ApiFailure } from '../../../model/diagnostic/api-failure.ts';
import { isChanged } from '../../../model/diff/disposition.ts';
import type { CycleDiff } from '../../../model/diff/field-diff.ts';
import { cycleSettings } from '../../../model/fields/cycle-fields.ts';
import type { RemoteId } from '../../../model/live/live.ts';
import type { AccountEntry } from '../../../model/manifest/manifest.ts';
import { findAccountOf, readCycleSnapshots, reportUnreadAccount } from './observe-snapshot.ts';
import type {
  AccountChanges,
  ChangeOwner,
  CycleChanges,
  CycleSnapshot,
  SnapshotChange,
} from './snapshot.ts';

/**
 * Compares the cycles of a snapshot with the service, account by account, and names who restores
 * each difference. Writes nothing.
 */
export async function* compareSnapshot(
  run: Run,
  cycles: readonly CycleSnapshot[],
): AsyncGenerator<AccountChanges, void, undefined> {
  const context = await openRunContext(run.context, run.named);
  const kept = Map.groupBy(cycles, ({ account }) => account);
  const entries = run.entries.filter(({ key }) => kept.has(key));
  yield* runInOrder(entries, run.width, (entry) =>
    compareAccount(context, entry, kept.get(entry.key) ?? []),
  );
}

async function compareAccount(
  context: RunContext,
  entry: AccountEntry,
  kept: readonly CycleSnapshot[],
): Promise<AccountChanges> {
  const account = entry.key;
  const fail = (failure: ApiFailure): AccountChanges => ({
    account,
    cycles: [],
    diagnostics: [reportUnreadAccount(account, failure)],
  });
  const place = await findAccountOf(context, entry);
  if (!place.ok) return fail(place.failure);
  const ids = new Set(kept.map(({ id }) => id));
  const { value } = place;
  const listed = value === null ? null : await context.reader.listCycles(value.live.id);
  const behind = value === null ? null : await context.reader.listUpgradeable(value.live.id);
  if (listed?.ok === false) return fail(listed.failure);
  if (behind?.ok === false) return fail(behind.failure);
  const wanted = (listed?.value ?? []).filter(({ id }) => ids.has(id));
  const taken = value === null ? null : await readCycleSnapshots(context, value, wanted);
  if (taken?.ok === false) return fail(taken.failure);
  const now = new Map((taken?.value ?? []).map((cycle) => [cycle.id, cycle]));
  const late = new Set((behind?.value ?? []).map(({ id }) => id));
  const observation = await observeAccount(context, fromManifest(entry));
  return {
    account,
    cycles: kept.map((cycle) =>
      toCycleChanges(cycle, { now: now.get(cycle.id), isBehind: late.has(cycle.id), observation }),
    ),
    diagnostics: observation.kind === 'observed' ? [] : observation.diagnostics,
  };
}

function toCycleChanges(
  cycle: CycleSnapshot,
  found: {
    readonly now: CycleSnapshot | undefined;
    readonly isBehind: boolean;
    readonly observation: Observation;
  },
): CycleChanges {
  const { now, isBehind, observation } = found;
  const diff = findCycle(observation, cycle.id);
  const address: Address | null = diff?.address ?? null;
  if (now === undefined) return { cycle, address, state: 'gone', changes: [] };
  const changes = compareSnapshots(cycle, now).map((change) => ({
    ...change,
    owner: classifyOwner(change, observation, diff),
  }));
  return { cycle, address, state: isBehind ? 'behind' : 'upgraded', changes };
}

function findCycle(observation: Observation, id: RemoteId): CycleDiff | null {
  if (observation.kind !== 'observed') return null;
  return observation.diff.cycles.find(({ live }) => live?.id === id) ?? null;
}

// Leaves steps to a person, because Git never owns the steps of a template: an upgrade changes
// them.
function classifyOwner(
  change: SnapshotChange,
  observation: Observation,
  diff: CycleDiff | null,
): ChangeOwner {
  if (change.kind === 'step') return 'person';
  if (observation.kind !== 'observed') return 'unknown';
  const field = diff?.fields.find(({ path }) => path === change.path);
  if (field === undefined) return 'person';
  // Reports unknown, because a plan restores nothing under a name that is gone.
  if (field.lost !== undefined) return 'unknown';
  if (isChanged(field)) return 'plan';
  return field.comparison === 'same' ? 'settled' : 'person';
}

/** Lists differences of a cycle: steps in the order of execution, then fields by path. */
function compareSnapshots(before: CycleSnapshot, after: CycleSnapshot): SnapshotChange[] {
  return [...compareSteps(before, after), ...compareFields(before, after)];
}

function compareSteps(before: CycleSnapshot, after: CycleSnapshot): SnapshotChange[] {
  const [was, is] = [toWork(before), toWork(after)];
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((step) => {
    const [left, right] = [was.get(step) ?? null, is.get(step) ?? null];
    return left === right ? [] : [{ kind: 'step' as const, step, before: left, after: right }];
  });
}

function toWork({ steps }: CycleSnapshot): ReadonlyMap<string, string> {
  return new Map(steps.map(({ step, does }) => [step, does]));
}

function compareFields(before: CycleSnapshot, after: CycleSnapshot): SnapshotChange[] {
  const paths = new Set([
    ...Object.keys(before.fields),
    ...Object.keys(after.fields),
  ] as FieldPath[]);
  return [...paths].toSorted().flatMap((path) => {
    const [left, right] = [before.fields[path] ?? null, after.fields[path] ?? null];
    // An earlier version did not save them.
    const wasUnsaved = left === null && cycleSettings.some((name) => name === path);
    if (wasUnsaved || isSameJson(left, right)) return [];
    return [{ kind: 'field' as const, path, before: left, after: right }];
  });
}
