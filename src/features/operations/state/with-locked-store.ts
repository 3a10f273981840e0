import type { CommandContext } from '../../../app/context.ts';
import type { ExitCode } from '../../../app/exit-codes.ts';
import { printRefused } from '../../../app/output/print-diagnostics.ts';
import { openStore } from '../../../app/ports/open-store.ts';
import { openSession } from '../../../app/run/open-session.ts';
import {
  reportAccountLocked,
  tryLock,
  withFence,
} from '../../../engine/run/journal/lock-account.ts';
import { withOpened } from '../../../kit/tasks/with-opened.ts';
import type { Environment } from '../../../model/manifest/project.ts';
import type { StoreWriter } from '../../../model/ports.ts';

/** Changes the state of an account under its lock, or reports who has it. */
export async function withLockedStore(
  context: CommandContext,
  at: {
    readonly root: string;
    readonly environment: Environment;
    readonly account: string;
    /** Command, as others see it. */
    readonly command: string;
  },
  work: (store: StoreWriter) => Promise<ExitCode>,
): Promise<ExitCode> {
  const { root, environment, account, command } = at;
  return withOpened(openStore(root, environment, context), async (store) => {
    const say = (text: string) => context.terminal.log(text);
    const session = await openSession(store, { command, lockTimeoutMs: 0, say });
    try {
      const answer = await tryLock(store, session, account);
      if (answer.kind === 'taken') return await work(withFence(store, answer.fence));
      const then = 'Wait until that run ends, and run the command again.';
      return await printRefused(context, root, [
        reportAccountLocked(answer.by, environment.name, then),
      ]);
    } finally {
      await session.end();
    }
  });
}
