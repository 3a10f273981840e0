import type { ProjectRequest } from '../../../app/project/open-project.ts';
import { toRun } from '../../../app/project/to-run.ts';
import type { ChangeOptions } from '../../../app/run/change-source.ts';
import { runChange } from '../../../app/run/run-change.ts';
import { OperationalError } from '../../../kit/operational-error.ts';
import { formatCommand } from '../../../model/report/advice/commands.ts';
import type { PlannedAccount } from '../../../model/report/report.ts';
import type { OpenedAdmitting } from './open-admitting.ts';

/** Runs a change that admits accounts. Throws `OperationalError` if it is asked to stop before it admitted one. */
export async function runAdmitting(
  request: ProjectRequest<ChangeOptions>,
  openSource: OpenedAdmitting['openSource'],
): Promise<void> {
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
