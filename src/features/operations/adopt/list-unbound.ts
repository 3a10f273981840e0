import { readListing } from '../../../engine/live/read-listing.ts';
import { findAccount } from '../../../engine/observe/find-account.ts';
import type { Refused, RunContext } from '../../../engine/observe/run-context.ts';
import { fromManifest } from '../../../engine/observe/source.ts';
import { type parseObjectAddress, toAccountAddress } from '../../../model/address.ts';
import type { DesiredAccount } from '../../../model/desired/desired.ts';
import { type ApiFailure, formatFailure } from '../../../model/diagnostic/api-failure.ts';
import { reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { LiveAccount } from '../../../model/live/live.ts';
import type { AccountListing } from '../../../model/live/reading.ts';
import type { AccountEntry } from '../../../model/manifest/manifest.ts';
import type { AccountState } from '../../../model/state/account-state.ts';
import { classifyBinding } from './classify-binding.ts';

/** The address of an entry, in its parts. */
export type EntryAddress = NonNullable<ReturnType<typeof parseObjectAddress>>;

/** An object of the service: what names it on the command line, and its name. */
export type Candidate = { readonly live: string; readonly name: string };

/** Entries of an account without a binding, and the objects that such an entry can be bound to. */
export type UnboundEntries = {
  readonly kind: 'read';
  readonly unbound: readonly EntryAddress[];
  readonly listCandidates: (at: EntryAddress) => readonly Candidate[];
};

/** Lists what a person can bind in an account. Writes nothing. */
export async function listUnbound(
  context: RunContext,
  entry: AccountEntry,
): Promise<UnboundEntries | Refused> {
  const sourced = await fromManifest(entry)(context);
  if (sourced.kind === 'refused') return sourced;
  const { desired } = sourced;
  const search = await findAccount(context, desired);
  if (search.kind === 'refused') return { kind: 'refused', diagnostics: [search.diagnostic] };
  if (search.kind === 'unread') return toRefused(desired, search.failure);
  const { account, state } = search;
  if (account === null) return toRefused(desired, null);
  const listing = await readListing(context.reader, { desired, account, state });
  if (!listing.ok) return toRefused(desired, listing.failure);
  const found = { context, desired, account, state, listing: listing.value };
  return {
    kind: 'read',
    unbound: listEntries(found),
    listCandidates: (at) => listFree(found, at),
  };
}

type Found = {
  readonly context: Pick<RunContext, 'environment'>;
  readonly desired: DesiredAccount;
  readonly account: LiveAccount;
  readonly state: AccountState;
  readonly listing: AccountListing;
};

function listEntries({ desired, state, listing: { gone } }: Found): readonly EntryAddress[] {
  const { key: account, connectors, cycles } = desired;
  const address = toAccountAddress(account);
  const own: readonly EntryAddress[] = [
    { kind: 'account', account, key: account, address },
    ...(['connector', 'cycle'] as const).flatMap((kind) => {
      const entries = kind === 'connector' ? connectors : cycles;
      if (entries.kind !== 'set') return [];
      return [...entries.value.values()].map(({ key, address: at }) => {
        return { kind, account, key, address: at };
      });
    }),
  ];
  return own.filter((each) => !state.objects.has(each.address) || gone.has(each.address));
}

function listFree(
  { context: { environment }, desired, account, state, listing }: Found,
  { kind, key, address }: EntryAddress,
): readonly Candidate[] {
  if (kind === 'account') return [{ live: desired.id, name: account.name }];
  const { gone } = listing;
  const listed = (kind === 'connector' ? listing.connectors : listing.cycles) ?? [];
  const entries = kind === 'connector' ? desired.connectors : desired.cycles;
  const earlierKey =
    (entries.kind === 'set' ? entries.value.get(key)?.renamedFrom?.key : null) ?? null;
  return listed
    .filter((each) => {
      const choice = { environment, address, kind, live: each.id };
      return classifyBinding(each, choice, { state, gone, earlierKey }).kind === 'free';
    })
    .map(({ id, name }) => ({ live: id, name }));
}

function toRefused({ address, id }: DesiredAccount, failure: ApiFailure | null): Refused {
  const diagnostic =
    failure === null
      ? reportError('adopt-not-found', {
          summary: `Nothing can be bound: the service has no account with the id "${id}"`,
          address,
        })
      : reportError('unread', {
          summary: `The service could not be read: ${formatFailure(failure)}`,
          address,
          remedy: 'Nothing was bound; run the command again.',
        });
  return { kind: 'refused', diagnostics: [diagnostic] };
}
