import { observeAll, type Run } from '../../../engine/run/make-plan.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type { PendingConsent } from '../../../model/live/consent.ts';

/** Connectors of an account that wait for a person, or the reason why they are unknown. */
export type AccountWaits =
  | { readonly kind: 'read'; readonly account: string; readonly waits: readonly PendingConsent[] }
  | {
      readonly kind: 'unread';
      readonly account: string;
      readonly diagnostics: readonly Diagnostic[];
    };

/**
 * Lists every connector of a run that a person must sign in, account by account. Writes nothing.
 */
export async function* listWaits(run: Run): AsyncGenerator<AccountWaits, void, undefined> {
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
