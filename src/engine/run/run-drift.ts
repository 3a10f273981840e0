import { mapInOrder } from '../../kit/tasks/map-in-order.ts';
import type { Answer } from '../../model/diagnostic/api-failure.ts';
import type { AccountDiff } from '../../model/diff/verdict.ts';
import type { LiveCycle } from '../../model/live/live.ts';
import type { Notice } from '../../model/plan/notice.ts';
import type { DriftAccount, DriftObject } from '../../model/report/report.ts';
import { listDrift } from '../diff/list-drift.ts';
import { printDrift } from '../diff/print-drift.ts';
import { type Looking, lookAtAccount } from '../observe/look-at-account.ts';
import { findRevertImpact } from '../plan/changes/find-revert-impact.ts';
import { listChanges } from '../plan/changes/list-changes.ts';
import { canBeBehind, listLiveNotices } from '../plan/list-live-notices.ts';
import { listNotices } from '../plan/list-notices.ts';
import { summariseUnseen } from '../plan/summarise-unseen.ts';
import { openLooking, type Run } from './make-plan.ts';
import type { DriftNotes } from './note-drift.ts';

/**
 * Compares what we last wrote with what is there, for every account of a run, many at a time. Nothing is written but
 * notes: an account that could not be read keeps those that it has.
 */
export async function* runDrift(
  run: Run,
  notes: Pick<DriftNotes, 'noteItems'>,
): AsyncGenerator<DriftAccount, void, undefined> {
  const looking = await openLooking(run.looking, run.named);
  const print = (text: string) => looking.secrets.print(text);
  yield* mapInOrder(run.entries, run.width, async (entry): Promise<DriftAccount> => {
    const { key: account } = entry;
    const sight = await lookAtAccount(looking, entry);
    if (sight.kind !== 'seen') {
      return { kind: 'unread', account, at: entry.at, diagnostics: sight.diagnostics };
    }
    const { diff } = sight;
    const found = listDrift(diff);
    const behind = canBeBehind(diff) ? await listBehind(looking, diff) : null;
    const dates = await notes.noteItems(account, printDrift(diff, found, print));
    const changes = listChanges(diff);
    const fields = changes.flatMap((change) => (change.verb === 'update' ? change.fields : []));
    const told = listNotices(diff).filter((notice) => isOfWhatIs(notice, diff));
    return {
      kind: 'read',
      account,
      at: entry.at,
      objects: listObjects(diff),
      items: found.map((item, at) => ({
        ...item,
        impact: item.lost === undefined ? findRevertImpact(item, changes) : 'needs-human',
        since: dates[at] ?? null,
      })),
      manifestMoved: fields.filter((field) => field.moved === 'manifest').length,
      ...summariseUnseen(diff),
      isApplied: diff.memory.objects.size + diff.memory.creates.size > 0,
      notices: [
        ...told.filter(({ kind }) => kind !== 'ignored'),
        ...listLiveNotices(diff, behind, told),
      ],
      ignored: told.filter((notice) => notice.kind === 'ignored'),
    };
  });
}

async function listBehind(
  { reader }: Pick<Looking, 'reader'>,
  { account }: AccountDiff,
): Promise<Answer<readonly LiveCycle[]> | null> {
  return account.live === null ? null : reader.listUpgradeable(account.live.id);
}

// What does not exist yet waits for nobody; only what an apply began and did not end is told of it.
function isOfWhatIs(notice: Notice, diff: AccountDiff): boolean {
  const { kind } = notice;
  if (kind === 'foreign' || kind === 'paused-by-us' || kind === 'create-interrupted') return true;
  if (kind === 'write-interrupted' || kind === 'ignored' || kind === 'ignore-over') return true;
  return listObjects(diff).some((object) => object.address === notice.address && object.isThere);
}

function listObjects({ account, connectors, cycles }: AccountDiff): DriftObject[] {
  return [account, ...connectors, ...cycles].map(({ address, live }) => ({
    address,
    isThere: live !== null,
  }));
}
