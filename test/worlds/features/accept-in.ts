import { closeRunByStates, startRun } from '../../../src/engine/run/journal/journal-run.ts';
import type { Session } from '../../../src/engine/run/journal/lock-account.ts';
import { observeAll, openFreshContext } from '../../../src/engine/run/open-run.ts';
import { withWholeCycles } from '../../../src/engine/run/reads/with-whole-cycles.ts';
import {
  acceptAccounts,
  toRunAccount,
} from '../../../src/features/operations/accept/accept-accounts.ts';
import type {
  AcceptanceOutcome,
  FoundAcceptance,
} from '../../../src/features/operations/accept/acceptance.ts';
import { selectAcceptable } from '../../../src/features/operations/accept/select-acceptable.ts';
import type { Address } from '../../../src/model/address.ts';
import type { Diagnostic } from '../../../src/model/diagnostic/diagnostic.ts';
import type { Tap } from '../../faults/tap-ports.ts';
import type { TestFixture } from '../fixture.ts';
import { makeSession } from '../make-session.ts';
import { toAsync } from '../to-async.ts';
import { openRunIn } from './destroy-in.ts';
import { makeRunRecord } from './make-run-record.ts';

/** How an accept of a test goes. */
export type AcceptOptions = {
  /** All of every account by default. */
  readonly addresses?: readonly string[];
  readonly reason?: string;
  /** Called between what is found and what is accepted. */
  readonly meanwhile?: () => Promise<void>;
  readonly tap?: Tap;
  /** Resolves when the process is to be dropped. */
  readonly death?: Promise<void>;
  readonly contract?: 'documented';
  /** True for a dead lock holder; all others are by default. */
  readonly isGone?: Session['isGone'];
};

/** Result of it; `outcomes` is null after a death. */
export type AcceptedIn = {
  readonly refused: readonly Diagnostic[];
  readonly found: readonly FoundAcceptance[];
  readonly outcomes: readonly AcceptanceOutcome[] | null;
};

/** Accepts unmanaged changes in a test project, with the work of the command line. */
export async function acceptIn(
  fixture: TestFixture,
  options: AcceptOptions = {},
): Promise<AcceptedIn> {
  const run = withWholeCycles(await openRunIn(fixture, options));
  const { addresses = [], reason = 'agreed' } = options;
  const request = {
    addresses: addresses as readonly string[] as readonly Address[],
    group: null,
    reason,
  };
  const print = (text: string) => run.context.secrets.fingerprint(text);
  const found: FoundAcceptance[] = [];
  const refused: Diagnostic[] = [];
  for await (const { entry, observation } of observeAll(run)) {
    if (observation.kind !== 'observed') {
      refused.push(...observation.diagnostics);
      continue;
    }
    const acceptable = selectAcceptable(observation.diff, request, print);
    if (acceptable.kind !== 'found') refused.push(...acceptable.diagnostics);
    else if (acceptable.changes.length > 0)
      found.push({ account: entry.key, changes: acceptable.changes });
  }
  await options.meanwhile?.();
  return { refused, found, outcomes: found.length === 0 ? [] : await save(options, run, found) };
}

async function save(
  { reason = 'agreed', death, isGone }: AcceptOptions,
  run: Awaited<ReturnType<typeof openRunIn>>,
  found: readonly FoundAcceptance[],
): Promise<readonly AcceptanceOutcome[] | null> {
  const { store, entries, width } = run;
  const session = makeSession(isGone === undefined ? {} : { isGone });
  const record = makeRunRecord('accept', session, { reason });
  const life = (async () => {
    const accounts = toAsync(found.map(toRunAccount));
    await startRun(store, record, { accounts, isGone: session.isGone });
    const accepting = {
      entries,
      width,
      context: await openFreshContext(run.context),
      store,
      session,
      id: record.id,
      isStopping: () => false,
    };
    const outcomes = await Array.fromAsync(acceptAccounts(accepting, found));
    await closeRunByStates(store, record, { at: '2026-12-01T05:00:01Z', isStopped: false });
    return outcomes;
  })();
  return death === undefined ? life : Promise.race([life, death.then(() => null)]);
}
