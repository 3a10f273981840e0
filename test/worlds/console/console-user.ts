import type { Emulator } from '../../../src/emulator/emulator.ts';
import {
  type Address,
  toAccountAddress,
  toConnectorAddress,
  toCycleAddress,
} from '../../../src/model/address.ts';
import type { WrittenAccount } from '../../../src/model/manifest/manifest.generated.ts';
import { type Caller, put, signIn } from '../../emulator/support/start-emulator.ts';
import { listCycleTouches } from '../laws/cycle-touches.ts';
import { type DumpedAccount, type DumpedConnector, findDumped } from './dumped.ts';
import { type Touch, toConsoleName } from './touch.ts';

/** A user of the console. */
export type ConsoleUser = { readonly emulator: Emulator; readonly caller: Caller };

/** Opens a console user. */
export async function openConsoleUser(emulator: Emulator): Promise<ConsoleUser> {
  return { emulator, caller: await signIn(emulator) };
}

/**
 * All that a person in the console could change behind our back in what a manifest manages: each row
 * of the field table that exists there. The touches speak to the service's own interface.
 */
export function listTouches(user: ConsoleUser, written: WrittenAccount): readonly Touch[] {
  const { emulator } = user;
  const account = findDumped(emulator, written.spec.id ?? '');
  if (account === null) return [];
  const caller = user.caller.inside(account.id);
  return [
    ...listAccountTouches(caller, account, written),
    ...listConnectorTouches({ emulator, caller, account }, written),
    ...Object.entries(written.spec.cycles ?? {}).flatMap(([key, cycle]) => {
      const isIt = isNamed(cycle.displayName ?? key);
      const live = account.cycles.find(
        ({ name, status }) => isIt(name) && status !== 'DeleteScheduled',
      );
      const address = toCycleAddress(written.metadata.name, key);
      return live === undefined
        ? []
        : listCycleTouches({ caller, account, live, address, written: cycle });
    }),
  ];
}

// Matches a name before or after a rename in the console.
function isNamed(written: string): (live: string) => boolean {
  const names = [written, toConsoleName(written)];
  return (live) => names.includes(live);
}

function listAccountTouches(
  caller: Caller,
  account: DumpedAccount,
  { metadata, spec }: WrittenAccount,
): Touch[] {
  const address = toAccountAddress(metadata.name);
  const touch = (path: string, body: Record<string, unknown>): Touch => ({
    address,
    path,
    make: async () => (await put(caller, `/accounts/${account.id}`, body)).status === 200,
  });
  const webhook = spec.errorWebhook;
  const url = account.webhookUrl ?? 'https://hooks.example.com/hand';
  const hours =
    spec.retention === null ? { successHours: null, erroredHours: null } : spec.retention;
  return [
    ...(spec.displayName === undefined ? [] : [touch('displayName', { Name: 'by hand' })]),
    ...(spec.description === undefined ? [] : [touch('description', { Description: 'by hand' })]),
    ...(spec.timezone === undefined ? [] : [touch('timezone', { Timezone: 'America/Lima' })]),
    ...(spec.auditInfo === undefined ? [] : [touch('auditInfo', { AuditInfo: 'by hand' })]),
    ...(spec.taskAuditInfo === undefined
      ? []
      : [touch('taskAuditInfo', { TaskAuditInfo: 'by hand' })]),
    ...(hours?.successHours === undefined
      ? []
      : [touch('retention/successHours', { StepDataSuccessRetentionHours: 77 })]),
    ...(hours?.erroredHours === undefined
      ? []
      : [touch('retention/erroredHours', { StepDataErroredRetentionHours: 78 })]),
    ...(webhook === undefined
      ? []
      : [
          touch('errorWebhook/enabled', {
            TransactionErrorWebhookEnabled: !account.webhookEnabled,
            TransactionErrorWebhookUrl: url,
          }),
        ]),
    ...(webhook === undefined || webhook === null
      ? []
      : [
          touch('errorWebhook/url', {
            TransactionErrorWebhookUrl: 'https://hooks.example.com/by-hand',
          }),
        ]),
    ...(webhook?.includeWarnings === undefined
      ? []
      : [
          touch('errorWebhook/includeWarnings', {
            TransactionErrorWebhookIncludeWarnings: !webhook.includeWarnings,
          }),
        ]),
  ];
}

type ConsoleAccount = {
  readonly emulator: Emulator;
  readonly caller: Caller;
  readonly account: DumpedAccount;
};

function listConnectorTouches(section: ConsoleAccount, written: WrittenAccount): Touch[] {
  const { caller, account } = section;
  return Object.entries(written.spec.connectors ?? {}).flatMap(([key, connector]): Touch[] => {
    const isIt = isNamed(connector.displayName ?? key);
    const live = account.connectors.find(({ name }) => isIt(name));
    if (live === undefined) return [];
    const address = toConnectorAddress(written.metadata.name, key);
    const touch = (path: string, body: Record<string, unknown>): Touch => ({
      address,
      path,
      make: async () => (await put(caller, `/account/connectors/${live.id}`, body)).status === 200,
    });
    return [
      touch('displayName', { Name: toConsoleName(live.name) }),
      ...(connector.description === undefined
        ? []
        : [touch('description', { Description: 'by hand' })]),
      ...listAuthTouches(section, { key, live, address, auth: connector.auth }),
      ...Object.keys(connector.properties ?? {}).map((name) =>
        touchProperty(caller, live, { address, name }),
      ),
    ];
  });
}

function listAuthTouches(
  { caller }: ConsoleAccount,
  at: {
    readonly key: string;
    readonly live: DumpedConnector;
    readonly address: Address;
    readonly auth: NonNullable<WrittenAccount['spec']['connectors']>[string]['auth'];
  },
): Touch[] {
  const { live, address, auth } = at;
  if (auth === undefined || auth === 'none') return [];
  const isConsent = 'oauth' in auth && 'user' in auth.oauth;
  if (isConsent) return [];
  const path = `/account/connectors/${live.id}`;
  return [
    {
      address,
      path: 'auth',
      make: async () =>
        (await put(caller, path, { AuthValue: 'by-hand-not-a-secret' })).status === 200,
    },
  ];
}

function touchProperty(
  caller: Caller,
  live: DumpedConnector,
  at: { readonly address: Address; readonly name: string },
): Touch {
  const property = live.properties.find(({ name }) => name === at.name);
  const path = `/account/connectors/${live.id}/properties/${property?.id ?? 0}`;
  const segment = at.name.replaceAll('%', '%25').replaceAll('/', '%2F');
  return {
    address: at.address,
    path: `properties/${segment}`,
    make: async () => (await put(caller, path, { Value: 'by hand' })).status === 200,
  };
}
