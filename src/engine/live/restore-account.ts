import { toFieldPath } from '../../model/address.ts';
import type { DesiredAccount, DesiredConnector } from '../../model/desired/desired.ts';
import type { LiveAccount, LiveConnector, LiveCycle, RemoteId } from '../../model/live/live.ts';
import type { AccountState, ObjectRecord } from '../../model/state/account-state.ts';

/** Restores an account that the service does not show from its id and the last written fields. */
export function restoreAccount(id: RemoteId, desired: DesiredAccount): LiveAccount {
  return {
    id,
    name: desired.name,
    description: null,
    timezone: null,
    auditInfo: null,
    taskAuditInfo: null,
    successHours: null,
    erroredHours: null,
    webhookEnabled: false,
    webhookUrl: null,
    webhookIncludesWarnings: false,
    isRecalled: true,
  };
}

/**
 * Restores our connectors of an account that the service does not list. A cycle that uses one, or
 * the last read, shows its sign-in. A manually confirmed one has the manifest's values.
 */
export function restoreConnectors(
  state: AccountState,
  cycles: readonly LiveCycle[],
  desired: DesiredAccount,
): LiveConnector[] {
  const { connectors } = desired;
  const wanted = new Map(
    (connectors.kind === 'set' ? [...connectors.value.values()] : []).map((each) => [
      each.address,
      each,
    ]),
  );
  const signedIn = new Map(
    cycles.flatMap((cycle) => cycle.connectors.map(({ id, authenticated }) => [id, authenticated])),
  );
  return [...state.objects.values()]
    .filter((record) => record.kind === 'connector')
    .map((record) => ({ record, written: wanted.get(record.address) }))
    .map(({ record, written }) => ({
      id: record.remoteId,
      name: readText(record, 'displayName') ?? written?.name ?? '',
      description: null,
      authenticated: signedIn.get(record.remoteId) ?? wasSignedIn(record, written),
      authFingerprint: null,
      release: {
        id: null,
        name: readText(record, 'connector', 'name') ?? written?.connector.name ?? '',
        version: readText(record, 'connector', 'version') ?? written?.connector.version ?? null,
      },
      properties: [],
      isRecalled: true,
    }));
}

function readText(record: ObjectRecord, ...path: string[]): string | null {
  const applied = record.applied[toFieldPath(...path)];
  return applied?.kind === 'plain' && typeof applied.value === 'string' ? applied.value : null;
}

// A written secret signs in; a person's consent counts as last seen. Without auth in Git nothing is
// known, and the start of a cycle shows it.
function wasSignedIn(record: ObjectRecord, written: DesiredConnector | undefined): boolean {
  if (written?.auth.kind === 'unmanaged') return true;
  const applied = record.applied[toFieldPath('auth')];
  return applied !== undefined && (applied.kind === 'secret' || applied.value === true);
}
