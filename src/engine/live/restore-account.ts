import { toFieldPath } from '../../model/address.ts';
import type { DesiredAccount } from '../../model/desired/desired.ts';
import type { LiveAccount, LiveConnector, LiveCycle, RemoteId } from '../../model/live/live.ts';
import type { AccountState, ObjectRecord } from '../../model/memory/account-state.ts';

/**
 * An account that exists and that the service does not show: its id is all that is known of it. What we
 * last wrote stands for the rest when it is judged.
 */
export function restoreAccount(id: RemoteId, desired: DesiredAccount): LiveAccount {
  return {
    id,
    name: desired.name,
    description: null,
    timezone: null,
    successHours: null,
    erroredHours: null,
    webhookEnabled: false,
    webhookUrl: null,
    webhookIncludesWarnings: false,
    isRecalled: true,
  };
}

/**
 * The connectors of an account that the service does not list: those that we installed. Whether one is
 * signed in is told by a cycle that uses it, else by what we saw last. Of one that a person said to be there
 * nothing was applied yet; it is what the manifest says.
 */
export function restoreConnectors(
  memory: AccountState,
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
  return [...memory.objects.values()]
    .filter((record) => record.kind === 'connector')
    .map((record) => ({ record, written: wanted.get(record.address) }))
    .map(({ record, written }) => ({
      id: record.remoteId,
      name: readText(record, 'displayName') ?? written?.name ?? '',
      description: null,
      authenticated: signedIn.get(record.remoteId) ?? wasSignedIn(record),
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

// A secret that we wrote signs in by itself; a person's consent is remembered as seen.
function wasSignedIn(record: ObjectRecord): boolean {
  const applied = record.applied[toFieldPath('auth')];
  return applied !== undefined && (applied.kind === 'secret' || applied.value === true);
}
