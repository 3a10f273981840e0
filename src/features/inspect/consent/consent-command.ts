import type { CommandContext, GlobalOptions } from '../../../app/context.ts';
import { type ExitCode, exitCodes } from '../../../app/exit-codes.ts';
import { parseConnectorAddress } from '../../../app/options/parse-address.ts';
import { printDiagnostics } from '../../../app/output/print-diagnostics.ts';
import { openConsentPorts, openReadPorts } from '../../../app/ports/open-ports.ts';
import { type ProjectContext, withProject } from '../../../app/project/open-project.ts';
import { toRun } from '../../../app/project/to-run.ts';
import { type FoundConnector, findConnector } from '../../../engine/observe/find-connector.ts';
import { OperationalError } from '../../../kit/operational-error.ts';
import { parseDuration } from '../../../kit/tasks/duration.ts';
import { toVisible } from '../../../kit/text/visible-text.ts';
import { formatFailure } from '../../../model/diagnostic/api-failure.ts';
import type { CallbackPage, ConsentLink, PendingConsent } from '../../../model/live/consent.ts';
import { formatSafeJson } from '../../../reports/json/format-document.ts';
import { formatWaitsJson } from './format-waits-json.ts';
import { formatWaitsText } from './format-waits-text.ts';
import { listWaits } from './list-waits.ts';
import { openBrowser } from './open-browser.ts';
import { type ConsentEnd, waitForConsent } from './wait-for-consent.ts';

/** A person may use another browser, on another machine, so the service is asked now and then. */
const lookEveryMs = 3000;

/** What `cyclectl consent` takes beside the options of every command. */
export type ConsentOptions = GlobalOptions & {
  /** `ACCOUNT/connectors/KEY`; none with `list`. */
  readonly address?: string;
  readonly list?: boolean;
  /** False: the link is printed. */
  readonly browser: boolean;
  readonly timeout: string;
};

/** `cyclectl consent ADDRESS`: lets a person sign a connector in, and waits for it; or lists who is waited for. */
export async function runConsent(
  context: CommandContext,
  options: ConsentOptions,
): Promise<ExitCode> {
  const { address, list } = options;
  if ((address === undefined) !== (list === true)) {
    throw new OperationalError('consent wants the address of a connector, or --list', {
      remedy: 'cyclectl consent --list shows the connectors that wait.',
    });
  }
  const named = address === undefined ? null : parseConnectorAddress(address);
  const timeoutMs = parseTimeout(options.timeout);
  return withProject(context, options, (opening) => {
    const asked = { context, options, opening };
    return named === null ? printWaits(asked) : signIn(asked, named, timeoutMs);
  });
}

type Asked = {
  readonly context: CommandContext;
  readonly options: ConsentOptions;
  readonly opening: ProjectContext;
};

async function printWaits({ context, options, opening }: Asked): Promise<ExitCode> {
  const { environment, root } = opening;
  const place = await openReadPorts({ root, environment, context, verbose: options.verbose });
  try {
    const waits: PendingConsent[] = [];
    let unread = 0;
    for await (const account of listWaits(toRun(opening, place))) {
      if (account.kind === 'read') waits.push(...account.waits);
      else {
        unread += 1;
        await printDiagnostics(context, root, account.diagnostics);
      }
    }
    const { directory } = options;
    await context.terminal.out(
      options.format === 'json'
        ? formatWaitsJson(waits, place.target)
        : formatWaitsText(waits, { environment: environment.name, directory }),
    );
    return unread > 0 ? exitCodes.failed : exitCodes.ok;
  } finally {
    await place.close();
  }
}

async function signIn(
  asked: Asked,
  named: { readonly account: string; readonly key: string },
  timeoutMs: number,
): Promise<ExitCode> {
  const { context, options, opening } = asked;
  const { environment, root } = opening;
  context.deferSignals();
  const place = await openConsentPorts({ root, environment, context, verbose: options.verbose });
  try {
    const { context: looking, entries } = toRun(opening, place);
    const found = await findConnector({ ...looking, entries }, named);
    if ('refused' in found) {
      await printDiagnostics(context, root, found.refused);
      return exitCodes.failed;
    }
    const user = readUser(found);
    if (found.live.authenticated) {
      return printEnd(asked, { found, user, end: { kind: 'signed-in' } });
    }
    const page = await place.consents.openCallbackPage();
    try {
      const at = { account: found.account.id, connector: found.live.id };
      const made = await place.consents.createConsentLink(at, { user, targetOrigin: page.origin });
      if (!made.ok) {
        const summary = `The service gives no sign-in token: ${formatFailure(made.failure)}`;
        const { address } = found.desired;
        await printDiagnostics(context, root, [
          { code: 'unread', severity: 'error', summary, address },
        ]);
        return exitCodes.failed;
      }
      await openLink(asked, made.value, { page, user });
      const { stopping } = context;
      const { returned } = page;
      const wait = { reader: place.reader, at, returned, stopping, timeoutMs, lookEveryMs };
      return await printEnd(asked, { found, user, end: await waitForConsent(wait) });
    } finally {
      await page.close();
    }
  } finally {
    await place.close();
  }
}

/** Opens the browser, or prints the link. This is the only place that a link is written to. */
async function openLink(
  { context, options }: Asked,
  { link, expiresAt, show: showLink }: ConsentLink,
  { page, user }: { readonly page: CallbackPage; readonly user: string },
): Promise<void> {
  const { terminal, environment } = context;
  // The browser is given an address of ours that leads on to the link: arguments of programs are
  // seen by everybody on the machine.
  if (options.browser && (await openBrowser(page.hide(link), environment))) {
    terminal.log(`The browser is open for ${toVisible(user)}. Waiting; Ctrl-C ends it.`);
    return;
  }
  const until = expiresAt.replace(/\.\d+Z$/, 'Z');
  if (options.format === 'json') {
    const line = { kind: 'link', user, link: showLink(), expiresAt };
    await terminal.out(`${formatSafeJson(line)}\n`);
    return;
  }
  terminal.log(
    `Open this link as ${toVisible(user)}. It works once, until ${toVisible(until)}; whoever has it can sign in.`,
  );
  await terminal.out(`${toVisible(showLink())}\n`);
  terminal.log('Waiting; Ctrl-C ends it.');
}

async function printEnd(
  { context, options, opening }: Asked,
  done: { readonly found: FoundConnector; readonly user: string; readonly end: ConsentEnd },
): Promise<ExitCode> {
  const { desired, live } = done.found;
  const { end, user } = done;
  const isSignedIn = end.kind === 'signed-in';
  const says = describeEnd(end, options.timeout);
  if (options.format === 'json') {
    const line = {
      kind: 'consent',
      environment: opening.environment.name,
      address: desired.address,
      connector: live.name,
      user,
      authenticated: isSignedIn,
      end: end.kind,
    };
    await context.terminal.out(`${formatSafeJson(line)}\n`);
  } else if (isSignedIn) {
    await context.terminal.out(`${toVisible(desired.address)} ${says}\n`);
  } else {
    context.terminal.log(`error: ${toVisible(desired.address)} ${toVisible(says)}`);
  }
  return isSignedIn ? exitCodes.ok : exitCodes.failed;
}

function describeEnd(end: ConsentEnd, timeout: string): string {
  switch (end.kind) {
    case 'signed-in':
      return 'is signed in. The next apply starts what waited for it.';
    case 'refused':
      return 'is not signed in: the browser came back without a consent.';
    case 'unseen':
      return 'may be signed in: the browser came back, and no cycle uses it yet that would show it. The next apply looks.';
    case 'too-late':
      return `is not signed in: nobody did within ${timeout}. The command can be run again.`;
    case 'stopped':
      return 'is not signed in: the wait was ended.';
    case 'unread':
      return `could not be read: ${end.reason}`;
  }
}

function readUser({ desired }: FoundConnector): string {
  if (desired.auth.kind === 'oauth') return desired.auth.user;
  throw new OperationalError(`${toVisible(desired.address)} is not signed in by a person`, {
    remedy: 'Its manifest has another auth than {oauth: {user: NAME}}; apply writes that one.',
  });
}

function parseTimeout(text: string): number {
  const timeoutMs = parseDuration(text);
  if (timeoutMs !== null) return timeoutMs;
  throw new OperationalError(`"${toVisible(text)}" is no duration`, {
    remedy: 'Write one such as 90s, 10m or 1h.',
  });
}
