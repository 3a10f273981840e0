import type { Notice } from '../model/plan.ts';
import type { DriftAccount, DriftObject } from '../model/report.ts';
import type { AccountDiff } from '../model/verdict.ts';
import { listDrift } from '../stages/diff/list-drift.ts';
import { listChanges } from '../stages/plan/list-changes.ts';
import { listNotices } from '../stages/plan/list-notices.ts';
import { summariseUnseen } from '../stages/plan/summarise-unseen.ts';
import { lookAtAll, type Run } from './make-plan.ts';

/** Compares what we last wrote with what is there, for every account of a run. Nothing is written anywhere. */
export async function* runDrift(run: Run): AsyncGenerator<DriftAccount, void, undefined> {
  for await (const { entry, sight } of lookAtAll(run)) {
    if (sight.kind !== 'seen') {
      yield { kind: 'unread', account: entry.key, at: entry.at, diagnostics: sight.diagnostics };
      continue;
    }
    const { diff } = sight;
    const fields = listChanges(diff).flatMap((change) =>
      change.verb === 'update' ? change.fields : [],
    );
    const notices = listNotices(diff).filter((notice) => isOfWhatIs(notice, diff));
    const moved = fields.filter((field) => field.moved === 'manifest');
    yield {
      kind: 'read',
      account: entry.key,
      at: entry.at,
      objects: listObjects(diff),
      items: listDrift(diff),
      manifestMoved: moved.length,
      ...summariseUnseen(diff),
      isApplied: diff.memory.objects.size + diff.memory.creates.size > 0,
      notices: notices.filter(({ kind }) => kind !== 'ignored'),
      ignored: notices.filter((notice) => notice.kind === 'ignored'),
    };
  }
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
