import type { ExitCode } from '../../../app/exit-codes.ts';
import { printRefused } from '../../../app/output/print-diagnostics.ts';
import { openStore } from '../../../app/ports/open-store.ts';
import type { ProjectRequest } from '../../../app/project/open-project.ts';
import { withSession } from '../../../app/run/open-session.ts';
import {
  reportAccountLocked,
  tryLock,
  withFence,
} from '../../../engine/run/journal/lock-account.ts';
import { withOpened } from '../../../kit/tasks/with-opened.ts';
import type { StoreWriter } from '../../../model/ports.ts';

/** Changes the state of an account under its lock, or reports who has it. `command` is as others see it. */
export async function withLockedStore(
  request: ProjectRequest,
  { account, command }: { readonly account: string; readonly command: string },
  work: (store: StoreWriter) => Promise<ExitCode>,
): Promise<ExitCode> {
  const { context, options, project } = request;
  return withOpened(openStore(request), (store) =>
    withSession(store, { context, command }, async (session) => {
      const answer = await tryLock(store, session, account);
      if (answer.kind === 'taken') return work(withFence(store, answer.fence));
      const then = 'Wait until that run ends, and run the command again.';
      return printRefused(context, options.directory, [
        reportAccountLocked(answer.by, project.environment.name, then),
      ]);
    }),
  );
}
