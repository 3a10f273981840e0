import type { ProjectRequest } from '../../../app/project/open-project.ts';
import { toRun } from '../../../app/project/to-run.ts';
import type { ChangeOptions } from '../../../app/run/change-source.ts';
import { runChange } from '../../../app/run/run-change.ts';
import { OperationalError } from '../../../kit/operational-error.ts';
import { count } from '../../../kit/text/text-layout.ts';
import { formatCommand } from '../../../model/report/advice/commands.ts';
import type { PlannedAccount } from '../../../model/report/report.ts';
import type { OpenedAdmitting } from './open-admitting.ts';

/** A change that admits accounts, and the record of what each came to. */
export type RecordedAdmitting<Result> = Pick<OpenedAdmitting, 'openSource' | 'readTroubles'> & {
  readonly record: () => Promise<Result>;
};

/**
 * Runs a change that admits accounts, and records it. Throws `OperationalError` if it is asked to stop before
 * it admitted one, or if this machine failed in some, which are taken again.
 */
export async function runAdmitting<Result>(
  request: ProjectRequest<ChangeOptions>,
  { openSource, readTroubles, record }: RecordedAdmitting<Result>,
): Promise<Result> {
  await runChange(request, async (ports) => {
    const source = openSource(toRun(request.project, ports), ports.readTime);
    const { accounts } = source.plan;
    const plan = {
      ...source.plan,
      accounts: (exports: Parameters<typeof accounts>[0]) =>
        planUntilStopped(request, accounts(exports)),
    };
    return { ...source, plan };
  });
  const result = await record();
  const troubles = [...readTroubles().values()];
  const [first] = troubles;
  if (first === undefined) return result;
  throw new OperationalError(
    `The step is not finished, because this machine failed in ${count(troubles.length, 'account')}: ${first.summary}`,
    {
      remedy: 'None of them counts as failed. Correct that, and run this command again.',
    },
  );
}

// Nothing is admitted yet, so a step that is asked to stop ends here as if it had not started.
async function* planUntilStopped(
  { context, options, project }: ProjectRequest<ChangeOptions>,
  accounts: AsyncIterable<PlannedAccount>,
): AsyncGenerator<PlannedAccount, void, undefined> {
  for await (const planned of accounts) {
    if (context.stopping.aborted) {
      const place = { directory: options.directory, environment: project.environment.name };
      throw new OperationalError('The step was asked to stop before it admitted an account', {
        remedy: `Nothing was changed. See what the rollout waits for with ${formatCommand('rollout status', place)}.`,
      });
    }
    yield planned;
  }
}
