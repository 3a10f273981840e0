import type { WrittenAccount } from '../../../src/model/manifest/manifest.generated.ts';
import type { PlannedAccount } from '../../../src/model/report/report.ts';
import { planOf } from '../fixture.ts';
import { listLeft, listReported } from '../quickstart.ts';
import { drawApplyFaults } from './draw-faults.ts';
import {
  checkApply,
  checkUnmanaged,
  checkWindows,
  countLeftPaused,
  type Evidence,
} from './rough-checks.ts';
import {
  applyAllowed,
  countDeletes,
  demandNone,
  demandSame,
  isUnread,
  type RoughContext,
  readAll,
  readOne,
  workAmid,
} from './rough-context.ts';
import { compareAll } from './rough-oracle.ts';
import { deleteUsers } from './unmanaged-changes.ts';

/** Applies amid faults and holds what came of it against the laws. */
export async function applyAmidFaults(
  rough: RoughContext,
  manifests: readonly WrittenAccount[],
  planned: readonly PlannedAccount[],
): Promise<Evidence> {
  const { fixture, draw, note, reach } = rough;
  const plan = planOf(planned, 'northwind');
  const kinds = [...new Set(workOn(planned).map(({ action }) => action.kind))];
  const deletes = countDeletes(planned);
  const allowed = deletes > 0 && draw.chance(25) ? deletes - 1 : deletes;
  const faults = drawApplyFaults(draw, kinds);
  note(`faults of the apply: ${JSON.stringify(faults)}, ${allowed} deletes allowed`);
  const [before, memoryBefore] = [readAll(rough), await fixture.store.readState('northwind')];
  const [outcomes, records] = await workAmid(rough, faults, () =>
    applyAllowed(rough, planned, allowed),
  );
  const evidence: Evidence = {
    manifests,
    planned,
    outcomes,
    allowed: allowed === deletes ? allowed : 0,
    before,
    after: readAll(rough),
    records,
    memoryBefore,
    memoryAfter: await fixture.store.readState('northwind'),
    unmanaged: rough.unmanaged,
  };
  demandNone('after a rough apply', checkApply(evidence));
  if (allowed !== deletes) {
    demandSame('law 5: more than was allowed', before, evidence.after);
    reach.count('law 5: more than was allowed');
  }
  reach.addApply(plan, evidence);
  return evidence;
}

/** Applies without faults until all rests: then it is as it would have been without them. */
export async function applyUntilClean(
  rough: RoughContext,
  written: WrittenAccount,
  evidence: Evidence,
): Promise<void> {
  const { fixture, reach } = rough;
  const first = await planWhenReadable(rough);
  let left = await planFreed(rough);
  for (let more = 0; more < 3 && listLeft(left).length > 0; more += 1) {
    const outcomes = await applyAllowed(rough, left);
    left = await planFreed(rough);
    // The first may find the rest of what went wrong, and say so.
    if (listLeft(left).length === 0) demandNone('a faultless apply', listReported(outcomes));
  }
  demandNone('what is left to do', listLeft(left));
  const final = readOne(rough, written);
  demandNone('what is not as it should be', [
    ...compareAll(written, final, rough.unmanaged),
    ...checkUnmanaged(
      rough.unmanaged,
      evidence.before.find(({ externalId }) => externalId === written.spec.id) ?? null,
      final,
    ),
  ]);
  const plan = planOf(first, 'northwind');
  demandNone('after a rough apply', checkWindows(evidence, { final, plan }));
  reach.count('law 9: a cycle is left paused', countLeftPaused(evidence, final));
  const { creates, pauses } = await fixture.store.readState('northwind');
  demandNone('what the store has open', [...creates.keys(), ...pauses.keys()]);
}

// A connector that a cycle of others uses stays until a person has deleted that cycle.
async function planFreed(rough: RoughContext): Promise<readonly PlannedAccount[]> {
  const { fixture, unmanaged, deleted, reach, note } = rough;
  const planned = await fixture.plan();
  const users = await deleteUsers(fixture, planned);
  if (users.length === 0) return planned;
  for (const { id, name, tags } of users) {
    note(`deleted by hand: ${name}`);
    if (unmanaged.delete(id)) continue;
    for (const tag of tags) deleted.add(tag.replace(/^cyclectl:/, ''));
  }
  reach.count('law 5: a connector in use');
  return fixture.plan();
}

// Delayed writes show after some more list reads.
async function planWhenReadable(rough: RoughContext): Promise<readonly PlannedAccount[]> {
  const { fixture } = rough;
  let planned = await fixture.plan();
  for (let looks = 0; looks < 8 && planned.some(isUnread); looks += 1)
    planned = await fixture.plan();
  return planned;
}

function workOn(planned: readonly PlannedAccount[]) {
  return planned.flatMap((each) => (each.kind === 'planned' ? each.plan.operations : []));
}
