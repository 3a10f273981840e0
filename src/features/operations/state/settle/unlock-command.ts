import type { CommandContext, GlobalOptions } from '../../../../app/context.ts';
import { type ExitCode, exitCodes } from '../../../../app/exit-codes.ts';
import { readConfirmation } from '../../../../app/options/read-confirmation.ts';
import { systemClock } from '../../../../app/ports/open-ports.ts';
import { openStore } from '../../../../app/ports/open-store.ts';
import { withEnvironment } from '../../../../app/project/open-project.ts';
import { withSession } from '../../../../app/run/open-session.ts';
import { openRunRecord } from '../../../../app/run/records/open-run-record.ts';
import { reportAccountLocked, type Session } from '../../../../engine/run/journal/lock-account.ts';
import { OperationalError } from '../../../../kit/operational-error.ts';
import { withOpened } from '../../../../kit/tasks/with-opened.ts';
import { toVisible } from '../../../../kit/text/visible-text.ts';
import type { StoreWriter } from '../../../../model/ports.ts';
import type { HeldLock } from '../../../../model/state/lock.ts';
import type { RunRecord } from '../../../../model/state/run.ts';
import { formatDocument } from '../../../../reports/json/format-document.ts';

export type UnlockOptions = GlobalOptions & {
  readonly account: string;
  readonly yes?: boolean;
};

/**
 * `cyclectl unlock ACCOUNT`: force-releases the lock of a dead run after a prompt, and records that
 * in the history. Fences off that run, even if it is alive.
 */
export async function runUnlock(
  context: CommandContext,
  options: UnlockOptions,
): Promise<ExitCode> {
  return withEnvironment(context, options, (request) =>
    withOpened(openStore(request), async (store) => {
      const lock = (await store.listLocks()).find(({ account }) => account === options.account);
      if (lock === undefined) {
        throw new OperationalError(`${toVisible(options.account)} is not locked`, {
          remedy: 'cyclectl resume --status lists locked accounts.',
        });
      }
      context.terminal.log(
        toVisible(reportAccountLocked(lock, request.project.environment.name).summary),
      );
      const question = 'Release the lock of that run? Only "yes" is accepted:';
      const otherwise = { summary: `${lock.account} stays locked` };
      if (!(await readConfirmation(context, options, { question, otherwise })))
        return exitCodes.failed;
      return withSession(store, { context, command: 'unlock' }, (session) =>
        breakLock(context, options, { store, session, lock }),
      );
    }),
  );
}

async function breakLock(
  context: CommandContext,
  options: UnlockOptions,
  locked: {
    readonly store: StoreWriter;
    readonly session: Session;
    readonly lock: HeldLock;
  },
): Promise<ExitCode> {
  const { store, session, lock } = locked;
  const { account, fence } = lock;
  const { directory } = options;
  const run = { command: 'unlock', approved: null, directory, context } as const;
  const record = await openRunRecord(run, session, store);
  const answer = await store.acquireLock(account, session.holder, fence);
  if (answer.kind === 'held') {
    throw new OperationalError(`another run locked ${account} in the meantime`, {
      remedy: 'Check again with cyclectl resume --status.',
    });
  }
  await recordUnlock(store, record, account);
  await store.releaseLock(account, answer.fence);
  await context.terminal.out(
    options.format === 'json'
      ? formatDocument('state', { unlocked: account })
      : `Unlocked ${toVisible(account)}.\n`,
  );
  return exitCodes.ok;
}

async function recordUnlock(store: StoreWriter, run: RunRecord, account: string): Promise<void> {
  const accounts = { planned: 0, begun: 0, done: 1, failed: 0, refused: 0 };
  await store.saveRun({ ...run, end: { at: systemClock.now(), outcome: 'done', accounts } });
  await store.saveRunAccounts(run.id, [
    { account, state: 'done', plan: null, before: [], made: [], deleted: [] },
  ]);
}
