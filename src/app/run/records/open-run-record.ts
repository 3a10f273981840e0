import { randomBytes } from 'node:crypto';
import { findRunStart } from '../../../engine/run/journal/journal-run.ts';
import type { Session } from '../../../engine/run/journal/lock-account.ts';
import type { RunReader } from '../../../model/ports.ts';
import type { ApprovedRun, RunCommand, RunRecord } from '../../../model/state/run.ts';
import type { CommandContext } from '../../context.ts';
import { readCiRun } from '../../git/read-ci-run.ts';
import { readCommit } from '../../git/read-commit.ts';
import { systemClock } from '../../ports/open-ports.ts';

/** Opens a run that begins now. Its start sorts after the runs of `store`. */
export async function openRunRecord(
  asked: {
    readonly command: RunCommand;
    readonly approved: ApprovedRun | null;
    readonly directory: string;
    readonly context: Pick<CommandContext, 'environment' | 'checkout'>;
    readonly approvedBy?: string | undefined;
    readonly template?: string;
    readonly reason?: string;
    readonly rollout?: string;
  },
  { holder }: Pick<Session, 'holder'>,
  store: RunReader,
): Promise<RunRecord> {
  const startedAt = await findRunStart(store, systemClock.now());
  const { user, host } = holder;
  const { environment, checkout } = asked.context;
  const ciRun = readCiRun(environment);
  const commit =
    checkout === undefined ? await readCommit(asked.directory, environment) : checkout.commit;
  const undoes = asked.approved?.options.undoes;
  return {
    id: makeRunId(startedAt),
    command: asked.command,
    startedAt,
    author: { user, host },
    commit,
    ...(asked.approvedBy === undefined ? {} : { approvedBy: asked.approvedBy }),
    ...(ciRun === null ? {} : { ciRun }),
    approved: asked.approved,
    holder: holder.id,
    resumedAt: [],
    ...(undoes === undefined ? {} : { undoes }),
    ...(asked.template === undefined ? {} : { template: asked.template }),
    ...(asked.reason === undefined ? {} : { reason: asked.reason }),
    ...(asked.rollout === undefined ? {} : { rollout: asked.rollout }),
    end: null,
  };
}

/** The same run, gone on with now. */
export function openResumedRunRecord(
  run: RunRecord,
  { holder }: Pick<Session, 'holder'>,
): RunRecord {
  const resumedAt = [...run.resumedAt, systemClock.now()];
  return { ...run, holder: holder.id, resumedAt, end: null };
}

/** The id of a run that begins at this time, ISO UTC: ids sort as their times do. */
export function makeRunId(startedAt: string): string {
  return `${startedAt.replace(/[-:.]/g, '')}-${randomBytes(3).toString('hex')}`;
}
