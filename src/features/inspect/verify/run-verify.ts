import { type AccountFinder, openAccountFinder } from '../../../engine/live/open-account-finder.ts';
import { openMethodReader } from '../../../engine/live/open-method-reader.ts';
import { reportAmbiguous } from '../../../engine/match/report-ambiguous.ts';
import { findDocument } from '../../../engine/observe/find-document.ts';
import { type ConnectorPairs, findInstalled } from '../../../engine/observe/find-installed.ts';
import { resolveAccount } from '../../../engine/resolve/resolve-account.ts';
import { type Checking, checkConnector } from '../../../engine/run/check-connector.ts';
import type { Run } from '../../../engine/run/open-run.ts';
import { runInOrder } from '../../../kit/tasks/run-in-order.ts';
import type { DesiredAccount, DesiredConnector } from '../../../model/desired/desired.ts';
import { formatFailure } from '../../../model/diagnostic/api-failure.ts';
import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { LiveAccount } from '../../../model/live/live.ts';
import type { CheckedAccount, CheckedConnector } from '../../../model/manifest/check.ts';
import type { AccountEntry } from '../../../model/manifest/manifest.ts';
import type { MethodCaller } from '../../../model/ports.ts';

export type VerifyRun = Omit<Run, 'context'> & {
  readonly context: Omit<Run['context'], 'rewrite'>;
  readonly caller: MethodCaller;
};

/**
 * Runs the health checks of every account, in the order of names. Writes nothing; an account
 * without checks costs no request.
 */
export async function* runVerify(run: VerifyRun): AsyncGenerator<CheckedAccount, void, undefined> {
  const { context, named, caller } = run;
  // Lists accounts only when one needs it.
  const finder = memoise(() => openAccountFinder(context.reader, named ?? 'all'));
  const findAccount: AccountFinder = async (ids) => {
    const found = await finder();
    return found.ok ? found.value(ids) : found;
  };
  const { environment } = context;
  const checking: Checking = { caller, readMethods: openMethodReader(context.reader), environment };
  yield* runInOrder(run.entries, run.width, (entry) =>
    checkAccount({ ...context, findAccount, checking }, entry),
  );
}

type VerifyContext = VerifyRun['context'] & {
  readonly findAccount: AccountFinder;
  readonly checking: Checking;
};

async function checkAccount(
  verifying: VerifyContext,
  entry: AccountEntry,
): Promise<CheckedAccount> {
  const account = entry.key;
  const unread = (diagnostics: readonly Diagnostic[]): CheckedAccount => {
    return { kind: 'unread', account, diagnostics };
  };
  const { document, diagnostics } = await findDocument(verifying, entry);
  if (document === null) return unread(diagnostics);
  const desired = await resolveAccount(document, verifying.environment, verifying.secrets);
  const wanted = desired === null ? [] : listChecked(desired);
  if (desired === null || wanted.length === 0) return { kind: 'checked', account, connectors: [] };
  const search = await findInstalled(verifying, desired);
  switch (search.kind) {
    case 'refused':
      return unread([search.diagnostic]);
    case 'unread':
      return unread([
        reportError('unread', {
          summary: `The connectors could not be looked up: ${formatFailure(search.failure)}`,
          address: desired.address,
          remedy: 'No check ran; run the command again.',
        }),
      ]);
    case 'no-account': {
      const connectors = wanted.map((connector) => reportMissing(connector, `account ${account}`));
      return { kind: 'checked', account, connectors };
    }
    case 'found': {
      const connectors: CheckedConnector[] = [];
      for (const connector of wanted) {
        connectors.push(await checkFound(verifying.checking, search, connector));
      }
      return { kind: 'checked', account, connectors };
    }
  }
}

function listChecked({ connectors }: DesiredAccount): DesiredConnector[] {
  if (connectors.kind !== 'set') return [];
  return [...connectors.value.values()].filter(({ checks }) => checks.length > 0);
}

async function checkFound(
  checking: Checking,
  found: { readonly account: LiveAccount; readonly pairs: ConnectorPairs },
  desired: DesiredConnector,
): Promise<CheckedConnector> {
  const { address } = desired;
  const pair = found.pairs.find(
    (each) => each.kind !== 'live-only' && each.desired.desired.address === address,
  );
  if (pair?.kind === 'both') {
    const { id: connector, release, authenticated: isAuthenticated } = pair.live;
    const account = found.account.id;
    return checkConnector(checking, { account, connector, release, desired, isAuthenticated });
  }
  if (pair?.kind === 'ambiguous') {
    const diagnostics = reportAmbiguous(pair, checking.environment, (item) => item.desired);
    return { address, kind: 'not-found', diagnostics };
  }
  return reportMissing(desired, `connector "${desired.name}"`);
}

function reportMissing({ address, at }: DesiredConnector, what: string): CheckedConnector {
  const summary = `Nothing was checked: the service has no ${what}`;
  return {
    address,
    kind: 'not-found',
    diagnostics: [reportError('not-installed', { summary, at, address })],
  };
}

function memoise<T>(read: () => Promise<T>): () => Promise<T> {
  let pending: Promise<T> | null = null;
  return () => {
    pending ??= read();
    return pending;
  };
}
