import type { CommandContext, GlobalOptions } from '../../../../app/context.ts';
import { type ExitCode, exitCodes } from '../../../../app/exit-codes.ts';
import { requireYes } from '../../../../app/options/require-yes.ts';
import { openStore } from '../../../../app/ports/open-store.ts';
import { sayMoved, toNotedTarget } from '../../../../app/ports/remember-target.ts';
import { systemClock } from '../../../../app/ports/wiring.ts';
import { withEnvironment } from '../../../../app/project/open-run.ts';
import { openRunRecord } from '../../../../app/run/open-run-record.ts';
import { openSession } from '../../../../app/run/open-session.ts';
import { toVisible } from '../../../../kit/text/visible-text.ts';
import type { Environment } from '../../../../model/manifest/project.ts';
import { listMoved, type NotedTarget } from '../../../../model/memory/noted-target.ts';
import type { StoreWriter } from '../../../../model/ports.ts';
import { writeNotedJson } from '../write-memory-json.ts';

const asked = {
  question:
    'Secrets of this environment will be sent there, and what is remembered counts for it. Only "yes" accepts it:',
  otherwise: { summary: 'The address that is remembered stays the one before' },
};

type AcceptOptions = GlobalOptions & { readonly yes?: boolean };

/**
 * `cyclectl state accept-address`: a person confirms that an environment's service has moved to where its
 * manifest says. It stands in the history. Asks no service.
 */
export async function runAcceptAddress(
  context: CommandContext,
  options: AcceptOptions,
): Promise<ExitCode> {
  return withEnvironment(context, options, (environment) =>
    acceptHere(context, options, environment),
  );
}

async function acceptHere(
  context: CommandContext,
  options: AcceptOptions,
  environment: Environment,
): Promise<ExitCode> {
  const here = toNotedTarget(environment);
  const store = await openStore(options.directory, environment, context);
  try {
    const noted = await store.readTarget();
    const moved = noted === null ? [] : listMoved(noted, here);
    if (moved.length === 0) {
      const nothing = noted === null ? 'Nothing is remembered yet' : 'It is the one remembered';
      await tell(context, options, { here, text: `${nothing}: there is nothing to accept.` });
      return exitCodes.ok;
    }
    for (const each of moved) {
      context.terminal.say(toVisible(`${environment.name}: ${sayMoved(each)}.`));
    }
    if (!(await requireYes(context, options, asked))) return exitCodes.failed;
    await keepAddress(context, options, { store, here });
    const text = `${toVisible(here.address)} is remembered.`;
    await tell(context, options, { here, text, isAccepted: true });
    return exitCodes.ok;
  } finally {
    await store.close();
  }
}

async function tell(
  { terminal }: CommandContext,
  { format }: AcceptOptions,
  told: { readonly here: NotedTarget; readonly text: string; readonly isAccepted?: true },
): Promise<void> {
  const { here, text, isAccepted = false } = told;
  const target = { address: here.address, isAccepted };
  await terminal.out(format === 'json' ? writeNotedJson({ target }) : `${text}\n`);
}

// The history says who accepted it and when; noted first, so that no address is accepted that it does not show.
async function keepAddress(
  context: CommandContext,
  { directory }: AcceptOptions,
  { store, here }: { readonly store: StoreWriter; readonly here: NotedTarget },
): Promise<void> {
  const say = (text: string) => context.terminal.say(text);
  const command = 'accept-address';
  const session = await openSession(store, { command, lockTimeoutMs: 0, say });
  try {
    const record = await openRunRecord({ command, approved: null, directory, context }, session);
    const accounts = { planned: 0, begun: 0, done: 0, failed: 0, refused: 0 };
    await store.keepRun({ ...record, end: { at: systemClock.now(), outcome: 'done', accounts } });
    await store.keepTarget(here);
  } finally {
    await session.end();
  }
}
