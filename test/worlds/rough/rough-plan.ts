import type { RequestRecord } from '../../../src/emulator/http/request-log.ts';
import type { WrittenAccount } from '../../../src/model/manifest/manifest.generated.ts';
import { isSuccess } from '../../../src/model/plan/outcome.ts';
import type { PlannedAccount } from '../../../src/model/report/report.ts';
import type { DumpedAccount } from '../console/dumped.ts';
import { listReasons } from '../quickstart.ts';
import { drawReadFaults } from './draw-faults.ts';
import { listFailedReads, listOwnWrites, ownerOf } from './rough-checks.ts';
import {
  applyAllowed,
  demandNone,
  demandSame,
  type RoughContext,
  readAll,
  readOne,
  workAmid,
} from './rough-context.ts';
import { makeDuplicate, renameDuplicate } from './unmanaged-changes.ts';

const northwind = 'accounts/northwind.yaml';

// Plans where something is missing, ambiguous or unreadable, and results that they must not have.

/** Law 5: a file that is gone deletes nothing. */
export async function loseFile(rough: RoughContext): Promise<void> {
  const { fixture, reach } = rough;
  const text = fixture.manifests.get(northwind) ?? '';
  fixture.manifests.delete(northwind);
  const before = fixture.emulator.control.dump().accounts.filter(isNorthwind);
  await fixture.apply();
  demandSame('law 5: a lost file', before, readAll(rough).filter(isNorthwind));
  fixture.manifests.set(northwind, text);
  reach.count('law 5: a file is gone');
}

/** Law 10: of two that could be meant none is touched, and the rest is done all the same. */
export async function checkDuplicate(rough: RoughContext, written: WrittenAccount): Promise<void> {
  const { fixture, story, draw, note, reach } = rough;
  const scenario = { fixture, written };
  const made = await makeDuplicate(scenario, draw, story);
  if (made === null) return;
  for (const id of made.unmanaged) rough.unmanaged.add(id);
  note(`a twin is ${made.twin}`);
  const readBoth = () =>
    readOne(rough, written)?.cycles.filter(({ id }) => [made.twin, made.original].includes(id));
  const before = readBoth();
  const planned = await fixture.plan();
  const isNamed = listReasons(planned).some(
    ({ code, summary }) => code === 'ambiguous' && summary.includes(made.twin),
  );
  demandNone('law 10', isNamed ? [] : ['the twin is not refused by its id', planned]);
  const outcomes = await fixture.apply({ planned });
  demandSame('law 10: what could be meant', before, readBoth());
  const beside = outcomes.find(({ account }) => account === 'contoso');
  demandNone('law 10: beside it', beside && isSuccess(beside) ? [] : [outcomes]);
  reach.count('law 10: a twin is refused');
  await renameDuplicate(scenario, made.twin);
  // The turn has its faults in an apply that adopts.
  fixture.loseStore();
}

/** Law 6: what could not be read is not planned, and gets no write. */
export async function planAmidFaults(rough: RoughContext): Promise<void> {
  const { fixture, draw, note, reach } = rough;
  const faults = drawReadFaults(draw);
  note(`faults of the plan: ${JSON.stringify(faults)}`);
  const [planned, records] = await workAmid(rough, faults, () => fixture.plan());
  const before = readAll(rough);
  const failed = listFailedReads(records);
  const unread = planned.flatMap((each) =>
    each.kind === 'unplanned' && each.isUnread ? [each.account] : [],
  );
  const unsaid = failed.filter((record) => !isSaid(record, planned));
  const mustBe = listBlind(unsaid, before).filter((account) => !unread.includes(account));
  demandNone('law 6: planned though a read failed', mustBe.length === 0 ? [] : [mustBe, failed]);
  const ways = failed.map(({ fault }) => (fault === 'status' ? 'refused' : 'lost'));
  for (const way of new Set(ways)) reach.count(`law 6: a read is ${way}`);
  if (unread.length === 0) return;
  const [, writes] = await workAmid(rough, [], () => applyAllowed(rough, planned));
  for (const account of unread) {
    const id = account === 'contoso' ? 'contoso.example' : 'northwind-8812';
    demandNone('law 6: written to unread', listOwnWrites(writes, before, id));
  }
  reach.count('law 6: an account is unread');
}

/** Whether a plan without some part of a cycle that no manifest manages says that it lacks it. */
function isSaid({ path }: RequestRecord, planned: readonly PlannedAccount[]): boolean {
  const isOfCycle = /^\/v1\.0\/(cycles|steps)\/[^/]+\//.test(path);
  const notices = planned.flatMap((each) => (each.kind === 'planned' ? each.plan.notices : []));
  return isOfCycle && notices.some((each) => each.kind === 'part-unread' && each.part === 'rest');
}

/** The accounts of which nothing can be known after these reads have failed. */
function listBlind(failed: readonly RequestRecord[], accounts: readonly DumpedAccount[]): string[] {
  const isThere = accounts.some(isNorthwind);
  // For a new account, a catalog that needs the account is no failure: the account comes first.
  const reported = failed.filter(
    ({ account, status }) => isThere || account !== null || status !== 401,
  );
  const owners = new Set(reported.map((record) => ownerOf(record, accounts)));
  const isListLost = failed.some(({ path }) => path === '/v1.0/accounts');
  const isShelfLost = owners.delete(null);
  const isMine = isListLost || isShelfLost || owners.has('northwind-8812');
  return [
    ...(isMine ? ['northwind'] : []),
    ...(isListLost || owners.has('contoso.example') ? ['contoso'] : []),
  ];
}

function isNorthwind({ externalId }: DumpedAccount): boolean {
  return externalId === 'northwind-8812';
}
