import type { DesiredAccount } from '../../../model/desired/desired.ts';
import { formatFailure } from '../../../model/diagnostic/api-failure.ts';
import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { RemoteId } from '../../../model/live/live.ts';
import type { AccountEntry } from '../../../model/manifest/manifest.ts';
import type { AccountState } from '../../../model/state/account-state.ts';
import { type AccountFinder, openAccountFinder } from '../../live/open-account-finder.ts';
import { resolveRenames } from '../../match/resolve-renames.ts';
import { findAccount } from '../../observe/find-account.ts';
import { findDocument } from '../../observe/find-document.ts';
import { isFoundBy } from '../../observe/find-live-account.ts';
import { resolveForRun } from '../../observe/resolve-for-run.ts';
import type { Run } from '../open-run.ts';

/** Context of a run that compares nothing. */
export type ReadContext = Omit<Run['context'], 'rewrite'>;

/** The same, with the accounts of the service listed at first use. */
export type LookupContext = ReadContext & { readonly findAccount: AccountFinder };

/** An account by its manifest. `id` is null if the service does not have it. */
export type KnownAccount = {
  readonly desired: DesiredAccount;
  readonly id: RemoteId | null;
  readonly state: AccountState;
};

/** Lists the accounts of the service at most once, and only if state does not bind all of a run. */
export function withLazyFinder(context: ReadContext, named: number | null): LookupContext {
  let finder: ReturnType<typeof openAccountFinder> | null = null;
  const find: AccountFinder = async (ids) => {
    finder ??= openAccountFinder(context.reader, named ?? 'all');
    const found = await finder;
    return found.ok ? found.value(ids) : found;
  };
  return { ...context, findAccount: find };
}

/**
 * Finds the account of a manifest and its state. One that state binds costs no request, so that it may be
 * gone. `unknown` says what a failure leaves unknown.
 */
export async function findAccountState(
  context: LookupContext,
  entry: AccountEntry,
  unknown: string,
): Promise<KnownAccount | { readonly refused: readonly Diagnostic[] }> {
  const { document, diagnostics } = await findDocument(context, entry);
  if (document === null) return { refused: diagnostics };
  const desired = await resolveForRun(context, document);
  if (desired === null) throw new Error(`${entry.key} was selected and has no id`);
  const state = await context.store.readState(desired.key);
  const record = state.objects.get(desired.address);
  if (record !== undefined && isFoundBy(record, desired.id)) {
    return { desired, id: record.remoteId, state: resolveRenames(state, desired).state };
  }
  return findAccountByRequest(context, desired, unknown);
}

/** The same by a request. */
export async function findAccountByRequest(
  context: LookupContext,
  desired: DesiredAccount,
  unknown: string,
): Promise<KnownAccount | { readonly refused: readonly Diagnostic[] }> {
  const search = await findAccount(context, desired);
  if (search.kind === 'refused') return { refused: [search.diagnostic] };
  if (search.kind === 'unread') {
    return { refused: [reportUnread(desired, formatFailure(search.failure), unknown)] };
  }
  return { desired, id: search.account?.id ?? null, state: search.state };
}

/** Reports an account that could not be read. */
export function reportUnread(
  { address }: Pick<DesiredAccount, 'address'>,
  why: string,
  unknown: string,
): Diagnostic {
  return reportError('unread', {
    summary: `The account could not be read: ${why}`,
    address,
    remedy: `${unknown}; run the command again.`,
  });
}
