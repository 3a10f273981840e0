import type { CommandContext, GlobalOptions } from '../../../app/context.ts';
import { type ExitCode, exitCodes } from '../../../app/exit-codes.ts';
import { parseConnectorAddress } from '../../../app/options/parse-address.ts';
import { formatListing } from '../../../app/output/format-listing.ts';
import { printDiagnostics, printRefused } from '../../../app/output/print-diagnostics.ts';
import { openConsentPorts, openReadPorts } from '../../../app/ports/open-ports.ts';
import { type ProjectRequest, withProject } from '../../../app/project/open-project.ts';
import { toRun } from '../../../app/project/to-run.ts';
import { type FoundConnector, findConnector } from '../../../engine/observe/find-connector.ts';
import { observeAll, type Run } from '../../../engine/run/open-run.ts';
import { OperationalError } from '../../../kit/operational-error.ts';
import { parseDuration } from '../../../kit/tasks/duration.ts';
import { withOpened } from '../../../kit/tasks/with-opened.ts';
import { toVisible } from '../../../kit/text/visible-text.ts';
import { formatFailure } from '../../../model/diagnostic/api-failure.ts';
import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { CallbackPage, ConsentLink, PendingConsent } from '../../../model/live/consent.ts';
import { formatDocument, formatSafeJson } from '../../../reports/json/format-document.ts';
import { formatWaitsText, toWaitRow } from './format-waits-text.ts';
import { openBrowser } from './open-browser.ts';
import { type ConsentEnd, waitForConsent } from './wait-for-consent.ts';

/** Connectors of an account that wait for a person, or the reason why they are unknown. */
type AccountWaits =
  | { readonly kind: 'read'; readonly account: string; readonly waits: readonly PendingConsent[] }
  | {
      readonly kind: 'unread';
      readonly account: string;
      readonly diagnostics: readonly Diagnostic[];
    };

/** Polls, because a person may use a browser on another machine. */
const lookEveryMs = 3000;

export type ConsentOptions = GlobalOptions & {
  /** `ACCOUNT/connectors/KEY`; absent with `list`. */
  readonly address?: string;
  readonly list?: boolean;
  /** False prints the link instead. */
  readonly browser: boolean;
  readonly timeout: string;
};

/**
 * `cyclectl consent ADDRESS`: opens the sign-in of a connector and waits for it; or lists
 * connectors that wait.
 */
export async function runConsent(
  context: CommandContext,
  options: ConsentOptions,
): Promise<ExitCode> {
  const { address, list } = options;
  if ((address === undefined) !== (list === true)) {
    throw new OperationalError('consent needs the address of a connector, or --list', {
      remedy: 'List the connectors that wait with cyclectl consent --list.',
    });
  }
  const named = address === undefined ? null : parseConnectorAddress(address);
  const timeoutMs = parseTimeout(options.timeout);
  return withProject(context, options, (request) =>
    named === null ? printWaits(request) : signIn(request, named, timeoutMs),
  );
}

type Asked = ProjectRequest<ConsentOptions>;

async function printWaits(asked: Asked): Promise<ExitCode> {
  const { context, options, project } = asked;
  const { directory } = options;
  return withOpened(openReadPorts(asked), async (ports) => {
    const waits: PendingConsent[] = [];
    let unread = 0;
    for await (const account of listWaits(toRun(project, ports))) {
      if (account.kind === 'read') waits.push(...account.waits);
      else {
        unread += 1;
        await printDiagnostics(context, directory, account.diagnostics);
      }
    }
    await context.terminal.out(
      options.format === 'json'
        ? formatDocument('waits', { target: ports.target, waits })
        : formatListing(context.terminal, {
            layOut: (columns) =>
              formatWaitsText(waits, { environment: project.environment.name, directory, columns }),
            rows: () => waits.map(toWaitRow),
          }),
    );
    return unread > 0 ? exitCodes.failed : exitCodes.ok;
  });
}

async function signIn(
  asked: Asked,
  named: { readonly account: string; readonly key: string },
  timeoutMs: number,
): Promise<ExitCode> {
  const { context, options, project } = asked;
  context.deferSignals();
  return withOpened(openConsentPorts(asked), async (ports) => {
    const { context: looking, entries } = toRun(project, ports);
    const found = await findConnector({ ...looking, entries }, named);
    if ('refused' in found) return printRefused(context, options.directory, found.refused);
    const user = readUser(found);
    if (found.live.authenticated) {
      return printEnd(asked, { found, user, end: { kind: 'signed-in' } });
    }
    const page = await ports.consents.openCallbackPage();
    try {
      const at = { account: found.account.id, connector: found.live.id };
      const made = await ports.consents.createConsentLink(at, {
        user,
        targetOrigin: page.origin,
      });
      if (!made.ok) {
        const summary = `The service issued no sign-in token: ${formatFailure(made.failure)}`;
        const { address } = found.desired;
        return await printRefused(context, options.directory, [
          reportError('unread', { summary, address }),
        ]);
      }
      await openLink(asked, made.value, { page, user });
      const { stopping } = context;
      const { returned } = page;
      const wait = { reader: ports.reader, at, returned, stopping, timeoutMs, lookEveryMs };
      return await printEnd(asked, { found, user, end: await waitForConsent(wait) });
    } finally {
      await page.close();
    }
  });
}

/** Opens the browser or prints the link. Prints it nowhere else. */
async function openLink(
  { context, options }: Asked,
  { link, expiresAt, show: showLink }: ConsentLink,
  { page, user }: { readonly page: CallbackPage; readonly user: string },
): Promise<void> {
  const { terminal, environment } = context;
  // Opens a local address that redirects to the link, because every user of the machine can see
  // arguments of programs.
  if (options.browser && (await openBrowser(page.hide(link), environment))) {
    terminal.log(`Opened the browser for ${toVisible(user)}. Waiting; press Ctrl-C to stop.`);
    return;
  }
  const until = expiresAt.replace(/\.\d+Z$/, 'Z');
  if (options.format === 'json') {
    const line = { kind: 'link', user, link: showLink(), expiresAt };
    await terminal.out(`${formatSafeJson(line)}\n`);
    return;
  }
  terminal.log(
    `Open this link as ${toVisible(user)}. It works once, until ${toVisible(until)}; anyone with the link can sign in.`,
  );
  await terminal.out(`${toVisible(showLink())}\n`);
  terminal.log('Waiting; press Ctrl-C to stop.');
}

async function printEnd(
  { context, options, project }: Asked,
  done: { readonly found: FoundConnector; readonly user: string; readonly end: ConsentEnd },
): Promise<ExitCode> {
  const { desired, live } = done.found;
  const { end, user } = done;
  const isSignedIn = end.kind === 'signed-in';
  const text = describeEnd(end, options.timeout);
  if (options.format === 'json') {
    const line = {
      kind: 'consent',
      environment: project.environment.name,
      address: desired.address,
      connector: live.name,
      user,
      authenticated: isSignedIn,
      end: end.kind,
    };
    await context.terminal.out(`${formatSafeJson(line)}\n`);
  } else if (isSignedIn) {
    await context.terminal.out(`${toVisible(desired.address)} ${text}\n`);
  } else {
    context.terminal.log(`error: ${toVisible(desired.address)} ${toVisible(text)}`);
  }
  return isSignedIn ? exitCodes.ok : exitCodes.failed;
}

function describeEnd(end: ConsentEnd, timeout: string): string {
  switch (end.kind) {
    case 'signed-in':
      return 'is signed in. The next apply starts the cycles that waited for it.';
    case 'refused':
      return 'is not signed in: the browser returned without consent.';
    case 'unseen':
      return 'may be signed in: the browser returned, but no cycle uses the connector yet to confirm it. The next apply checks.';
    case 'too-late':
      return `is not signed in: timed out after ${timeout}. Run the command again.`;
    case 'stopped':
      return 'is not signed in: the wait was interrupted.';
    case 'unread':
      return `could not be read: ${end.reason}`;
  }
}

function readUser({ desired }: FoundConnector): string {
  if (desired.auth.kind === 'oauth') return desired.auth.user;
  throw new OperationalError(`${toVisible(desired.address)} is not signed in by a person`, {
    remedy:
      'Its manifest declares an auth other than {oauth: {user: NAME}}; apply writes that one.',
  });
}

function parseTimeout(text: string): number {
  const timeoutMs = parseDuration(text);
  if (timeoutMs !== null) return timeoutMs;
  throw new OperationalError(`"${toVisible(text)}" is not a duration`, {
    remedy: 'Write a duration such as 90s, 10m or 1h.',
  });
}

/**
 * Lists every connector of a run that a person must sign in, account by account. Writes nothing.
 */
async function* listWaits(run: Run): AsyncGenerator<AccountWaits, void, undefined> {
  for await (const { entry, observation } of observeAll(run)) {
    const account = entry.key;
    if (observation.kind !== 'observed') {
      yield { kind: 'unread', account, diagnostics: observation.diagnostics };
      continue;
    }
    const waits = observation.diff.connectors.flatMap((connector): PendingConsent[] => {
      const { auth, name } = connector.desired.desired;
      if (auth.kind !== 'oauth' || connector.live?.authenticated === true) return [];
      return [
        {
          address: connector.address,
          account,
          connector: name,
          user: auth.user,
          isInstalled: connector.live !== null,
          since: connector.record?.waitsSince ?? null,
        },
      ];
    });
    yield { kind: 'read', account, waits };
  }
}
