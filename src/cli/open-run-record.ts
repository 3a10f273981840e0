import type { ApprovedRun, RunCommand, RunRecord } from '../model/run.ts';
import type { Session } from '../pipeline/hold-account.ts';
import type { CommandContext } from './context.ts';
import { makeRunId } from './make-run-id.ts';
import { readCiRun } from './read-ci-run.ts';
import { readCommit } from './read-commit.ts';
import { systemClock } from './wiring.ts';

/** A run that begins now. */
export async function openRunRecord(
  asked: {
    readonly command: RunCommand;
    readonly approved: ApprovedRun | null;
    readonly directory: string;
    readonly context: Pick<CommandContext, 'environment'>;
    readonly approvedBy?: string | undefined;
    readonly template?: string;
  },
  { holder }: Pick<Session, 'holder'>,
): Promise<RunRecord> {
  const startedAt = systemClock.now();
  const { user, host } = holder;
  const ciRun = readCiRun(asked.context.environment);
  const undoes = asked.approved?.options.undoes;
  return {
    id: makeRunId(startedAt),
    command: asked.command,
    startedAt,
    author: { user, host },
    commit: await readCommit(asked.directory, asked.context.environment),
    ...(asked.approvedBy === undefined ? {} : { approvedBy: asked.approvedBy }),
    ...(ciRun === null ? {} : { ciRun }),
    approved: asked.approved,
    holder: holder.id,
    resumedAt: [],
    ...(undoes === undefined ? {} : { undoes }),
    ...(asked.template === undefined ? {} : { template: asked.template }),
    end: null,
  };
}

/** The same run, gone on with now. */
export function reopenRunRecord(run: RunRecord, { holder }: Pick<Session, 'holder'>): RunRecord {
  const resumedAt = [...run.resumedAt, systemClock.now()];
  return { ...run, holder: holder.id, resumedAt, end: null };
}
