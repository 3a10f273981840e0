import type { CommandContext, GlobalOptions } from '../../../../app/context.ts';
import { type ExitCode, exitCodes } from '../../../../app/exit-codes.ts';
import { readConfirmation } from '../../../../app/options/read-confirmation.ts';
import { systemClock } from '../../../../app/ports/open-ports.ts';
import { openStore } from '../../../../app/ports/open-store.ts';
import { formatMovedTarget, toRecordedTarget } from '../../../../app/ports/with-recorded-target.ts';
import { withEnvironment } from '../../../../app/project/open-project.ts';
import { withSession } from '../../../../app/run/open-session.ts';
import { openRunRecord } from '../../../../app/run/records/open-run-record.ts';
import { withOpened } from '../../../../kit/tasks/with-opened.ts';
import { toVisible } from '../../../../kit/text/visible-text.ts';
import type { StoreWriter } from '../../../../model/ports.ts';
import { listChangedAddresses, type StoredTarget } from '../../../../model/state/stored-target.ts';
import { formatDocument } from '../../../../reports/json/format-document.ts';

const confirmation = {
  question:
    'Secrets of this environment will be sent there, and its state applies to that service. Only "yes" is accepted:',
  otherwise: { summary: 'The address in state is unchanged' },
};

type AcceptOptions = GlobalOptions & { readonly yes?: boolean };

/**
 * `cyclectl state accept-address`: accepts the address in the manifest as the new address of the
 * service, and records that in the history. Calls no service.
 */
export async function runAcceptAddress(
  context: CommandContext,
  options: AcceptOptions,
): Promise<ExitCode> {
  return withEnvironment(context, options, (request) => {
    const { environment } = request.project;
    const here = toRecordedTarget(environment);
    return withOpened(openStore(request), async (store) => {
      const noted = await store.readTarget();
      const moved = noted === null ? [] : listChangedAddresses(noted, here);
      if (moved.length === 0) {
        const nothing =
          noted === null ? 'State has no address yet' : 'State has this address already';
        await printAccepted(context, options, {
          here,
          text: `${nothing}: there is nothing to accept.`,
        });
        return exitCodes.ok;
      }
      for (const each of moved) {
        context.terminal.log(toVisible(`${environment.name}: ${formatMovedTarget(each)}.`));
      }
      if (!(await readConfirmation(context, options, confirmation))) return exitCodes.failed;
      await saveAddress(context, options, { store, here });
      const text = `Accepted ${toVisible(here.address)} into state.`;
      await printAccepted(context, options, { here, text, isAccepted: true });
      return exitCodes.ok;
    });
  });
}

async function printAccepted(
  { terminal }: CommandContext,
  { format }: AcceptOptions,
  reported: { readonly here: StoredTarget; readonly text: string; readonly isAccepted?: true },
): Promise<void> {
  const { here, text, isAccepted = false } = reported;
  const target = { address: here.address, isAccepted };
  await terminal.out(format === 'json' ? formatDocument('state', { target }) : `${text}\n`);
}

// Records the acceptance first, because every accepted address must be in the history.
async function saveAddress(
  context: CommandContext,
  { directory }: AcceptOptions,
  { store, here }: { readonly store: StoreWriter; readonly here: StoredTarget },
): Promise<void> {
  const command = 'accept-address';
  await withSession(store, { context, command }, async (session) => {
    const record = await openRunRecord(
      { command, approved: null, directory, context },
      session,
      store,
    );
    const accounts = { planned: 0, begun: 0, done: 0, failed: 0, refused: 0 };
    await store.saveRun({ ...record, end: { at: systemClock.now(), outcome: 'done', accounts } });
    await store.saveTarget(here);
  });
}
