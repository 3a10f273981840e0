import type { DesiredAccount, DesiredConnector } from '../../../model/desired/desired.ts';
import type { PendingConsent } from '../../../model/live/consent.ts';
import type { LiveConnector, LiveCycle } from '../../../model/live/live.ts';
import type { AccountState } from '../../../model/state/account-state.ts';

type SignInFacts = { readonly state: AccountState; readonly cycles: readonly LiveCycle[] };

/** Lists connectors of a manifest that a person signs in. */
export function listOauth({ connectors }: DesiredAccount): readonly DesiredConnector[] {
  if (connectors.kind !== 'set') return [];
  return [...connectors.value.values()].filter(({ auth }) => auth.kind === 'oauth');
}

/** Lists those whose sign-in neither state nor a cycle shows. */
export function listUndetermined(
  wanted: readonly DesiredConnector[],
  reported: SignInFacts,
): readonly DesiredConnector[] {
  return wanted.filter((connector) => isSignedIn(connector, reported) === null);
}

/**
 * Lists connectors of an account that wait for a person; `connectors` are the live ones, if
 * requested.
 */
export function toWaits({
  desired,
  connectors,
  ...facts
}: SignInFacts & {
  readonly desired: DesiredAccount;
  readonly connectors: readonly LiveConnector[] | null;
}): readonly PendingConsent[] {
  return listOauth(desired).flatMap((connector): PendingConsent[] => {
    const { auth, address, name } = connector;
    if (auth.kind !== 'oauth') return [];
    const record = facts.state.objects.get(address) ?? null;
    const id = record?.remoteId;
    const installed = connectors?.find((each) => each.id === id || each.name === name);
    const isSigned = isSignedIn(connector, facts) ?? installed?.authenticated ?? null;
    // Uses the last observation when the service shows none.
    if (isSigned ?? (connectors === null && record?.waitsSince === undefined)) return [];
    return [
      {
        address,
        account: desired.key,
        connector: name,
        user: auth.user,
        isInstalled: record !== null || installed !== undefined,
        since: record?.waitsSince ?? null,
      },
    ];
  });
}

function isSignedIn({ address }: DesiredConnector, { state, cycles }: SignInFacts): boolean | null {
  const id = state.objects.get(address)?.remoteId;
  const used = cycles.flatMap(({ connectors }) => connectors).find((each) => each.id === id);
  return used?.authenticated ?? null;
}
