import { type FieldPath, parsePath, toFieldPath } from '../../../../model/address.ts';
import type {
  ConnectorRelease,
  LiveAccount,
  LiveConnector,
  LiveMapping,
} from '../../../../model/live/live.ts';
import type { Fingerprinter } from '../../../../model/plan/expectation.ts';
import {
  listSecretFingerprints,
  listSecretPlaces,
} from '../../../../model/secret/secret-places.ts';
import type { AccountState, ObjectRecord } from '../../../../model/state/account-state.ts';
import type { RunId } from '../../../../model/state/lock.ts';
import type { CycleBackup } from './read-cycle-backup.ts';

const backupFormat = 'cyclectl.dev/destroyed/v1';
const mask = '(secret, not kept)';

/** Data read from an account before a destroy. */
export type AccountBackup = {
  readonly head: {
    readonly run: RunId;
    /** ISO UTC. */
    readonly at: string;
    readonly environment: string;
    readonly account: string;
    readonly id: string;
  };
  /** Account itself; null when it stays. */
  readonly account: Recorded<{ readonly live: LiveAccount }> | null;
  readonly connectors: readonly Recorded<{ readonly live: LiveConnector }>[];
  readonly cycles: readonly Recorded<{ readonly live: CycleBackup }>[];
  readonly releases: readonly ConnectorRelease[];
  /** State of the account, because a value written as a secret is one everywhere. */
  readonly state: Pick<AccountState, 'account' | 'objects' | 'creates' | 'writes'>;
};

type SecretPlaces = ReadonlySet<FieldPath>;

type Recorded<T> = T & { readonly record: ObjectRecord };

/**
 * Formats a backup as JSON without secrets: omits values written or possibly written as secrets,
 * those marked sensitive by the service, and addresses that need no password.
 */
export function formatBackup(remains: AccountBackup, fingerprint: Fingerprinter): string {
  const prints = listSecretFingerprints([...remains.state.objects.values()]);
  const document: BackupDocument = makeDocument(remains);
  const text = JSON.stringify(
    document,
    (_, value: unknown) =>
      typeof value === 'string' && value !== '' && prints.has(fingerprint(value)) ? mask : value,
    2,
  );
  return `${text}\n`;
}

/** A backup as it is written; its schema is generated from this type. */
export type BackupDocument = ReturnType<typeof makeDocument>;

function makeDocument(remains: AccountBackup) {
  const { head, account, connectors, cycles, releases, state } = remains;
  const placesOf = ({ address, kind, remoteId }: ObjectRecord) =>
    listSecretPlaces(state, address, { kind, id: remoteId });
  return {
    format: backupFormat as typeof backupFormat,
    ...head,
    settings: account === null ? null : redactAccount(account),
    connectors: connectors.map((connector) =>
      redactConnector(connector, { releases, places: placesOf(connector.record) }),
    ),
    cycles: cycles.map((cycle) => redactCycle(cycle, placesOf(cycle.record))),
  };
}

// Hides the address for errors unless Git has it, because it often contains a password.
function redactAccount({ live, record }: Recorded<{ readonly live: LiveAccount }>) {
  const url = record.applied[toFieldPath('errorWebhook', 'url')];
  const isKnown = url?.kind === 'plain' && url.value === live.webhookUrl;
  return { ...live, webhookUrl: live.webhookUrl === null || isKnown ? live.webhookUrl : mask };
}

function redactConnector(
  { live, record }: Recorded<{ readonly live: LiveConnector }>,
  known: { readonly releases: readonly ConnectorRelease[]; readonly places: SecretPlaces },
) {
  const { authFingerprint: _, properties, ...rest } = live;
  const release = known.releases.find(({ id }) => id === live.release.id);
  const isOpen = (name: string) =>
    !known.places.has(toFieldPath('properties', name)) &&
    release?.properties.some((each) => each.name === name && !each.isSensitive) === true;
  return {
    address: record.address,
    ...rest,
    properties: properties.map((each) => (isOpen(each.name) ? each : { ...each, value: mask })),
  };
}

function redactCycle(
  { live, record }: Recorded<{ readonly live: CycleBackup }>,
  places: SecretPlaces,
) {
  const { cycle, steps, edges, variables } = live;
  const hidden = listHiddenTargets(places);
  return {
    address: record.address,
    ...cycle,
    runsOn: record.run,
    edges,
    variables:
      variables?.map((each) =>
        places.has(toFieldPath('variables', each.displayName)) ? { ...each, value: mask } : each,
      ) ?? null,
    steps: steps.map(({ parameterMappings, fieldMappings, ...step }) => {
      const maskAll = (slot: 'parameters' | 'fields', mappings: readonly LiveMapping[] | null) =>
        mappings?.map((mapping) => {
          const target = step[slot].find(({ id }) => id === mapping.targetId);
          // Hides values mapped to an unlisted target, because it may be a secret.
          const isHidden =
            target === undefined ||
            target.isSensitive ||
            hidden.has(toTarget(step.name, slot, target.name));
          return isHidden && mapping.value !== null ? { ...mapping, value: mask } : mapping;
        }) ?? null;
      return {
        ...step,
        webhookUrl: step.webhookUrl === null ? null : mask,
        parameterMappings: maskAll('parameters', parameterMappings),
        fieldMappings: maskAll('fields', fieldMappings),
      };
    }),
  };
}

// Matches every target of a repeated name, because its number exists in manifests only.
function listHiddenTargets(places: SecretPlaces): ReadonlySet<string> {
  return new Set(
    [...places]
      .map((path) => parsePath(path))
      .filter(([section]) => section === 'steps')
      .map(([, step = '', slot = '', target = '']) =>
        toTarget(withoutNumber(step), slot, withoutNumber(target)),
      ),
  );
}

function toTarget(step: string, slot: string, target: string): string {
  return JSON.stringify([step, slot, target]);
}

function withoutNumber(name: string): string {
  return name.replace(/#\d+$/, '');
}
