import { observeAll, type Run } from '../../../engine/run/open-run.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type { PendingConsent } from '../../../model/live/consent.ts';
import type { RemoteId } from '../../../model/live/live.ts';

/** A connector that waits for a person, and what a link to sign it in is made of; null before it is installed. */
export type Wait = {
  readonly pending: PendingConsent;
  readonly installed: {
    readonly accountId: RemoteId;
    readonly accountName: string;
    readonly connectorId: RemoteId;
  } | null;
};

/** Connectors of an account that wait for a person, or the reason why they are unknown. */
export type AccountWaits =
  | { readonly kind: 'read'; readonly waits: readonly Wait[] }
  | { readonly kind: 'unread'; readonly diagnostics: readonly Diagnostic[] };

/**
 * Lists every connector of a run that a person must sign in, account by account. Writes nothing.
 */
export async function* listWaits(run: Run): AsyncGenerator<AccountWaits, void, undefined> {
  for await (const { entry, observation } of observeAll(run)) {
    const account = entry.key;
    if (observation.kind !== 'observed') {
      yield { kind: 'unread', diagnostics: observation.diagnostics };
      continue;
    }
    const { connectors, account: owner } = observation.diff;
    const waits = connectors.flatMap((connector): Wait[] => {
      const { auth, name } = connector.desired.desired;
      const { live } = connector;
      if (auth.kind !== 'oauth' || live?.authenticated === true) return [];
      const pending = {
        address: connector.address,
        account,
        connector: name,
        user: auth.user,
        isInstalled: live !== null,
        since: connector.record?.waitsSince ?? null,
      };
      if (live === null || owner.live === null) return [{ pending, installed: null }];
      const { id: accountId, name: accountName } = owner.live;
      return [{ pending, installed: { accountId, accountName, connectorId: live.id } }];
    });
    yield { kind: 'read', waits };
  }
}
