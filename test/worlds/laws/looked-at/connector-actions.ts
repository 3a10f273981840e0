import type { Emulator } from '../../../../src/emulator/emulator.ts';
import type { World, WorldTemplate } from '../../../../src/emulator/world/file/world.ts';
import type { ObjectRecord } from '../../../../src/model/state/account-state.ts';
import { type Caller, put } from '../../../emulator/support/start-emulator.ts';
import type { DumpedAccount, DumpedConnector } from '../../console/dumped.ts';
import type { Draw } from '../../generate/draw.ts';
import { latestOf } from '../../generate/generate-world.ts';

/** One thing that a person does in the console, or that happens by itself. */
export type ConsoleAction = {
  readonly name: string;
  /** False where the service took nothing of it. */
  make(): Promise<boolean>;
};

/** Where a person acts. */
export type ActionPlace = {
  readonly emulator: Emulator;
  readonly draw: Draw;
  readonly world: World;
  /** Templates as they are now, by name. */
  readonly templates: Map<string, WorldTemplate>;
  readonly caller: Caller;
  readonly account: DumpedAccount;
  readonly records: readonly ObjectRecord[];
  /** A text that no one has yet. */
  readonly text: string;
};

/** Does what the service may refuse. */
export function attempt(work: () => void): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}

/** Lists what a person can do with connectors. */
export function listConnectorActions(place: ActionPlace): ConsoleAction[] {
  const { caller, draw, world, text, emulator, account, records } = place;
  const kinds = (world.connectors ?? []).map(({ name }) => name);
  const kind = draw.pick(kinds);
  const ids = new Set(records.map(({ remoteId }) => remoteId));
  const ours = account.connectors.filter(({ id }) => ids.has(String(id)));
  const { console: act } = emulator.control;
  const general: ConsoleAction[] = [
    {
      name: 'install a connector',
      make: async () => {
        const path = `/v1.0/connectors/${encodeURIComponent(kind)}/install`;
        return (await caller.call('POST', path, { Name: text })).status === 200;
      },
    },
    {
      name: 'promote: a release of a connector',
      make: async () => {
        const of = world.connectors?.find(({ name }) => name === kind);
        if (of === undefined) return false;
        const version = `20.${draw.int(0, 9999)}`;
        const release = { ...latestOf(of), version };
        return attempt(() => act({ promote: { connector: kind, release } }));
      },
    },
  ];
  if (ours.length === 0) return general;
  const own = draw.pick(ours);
  const waiting = account.connectors.find((each) => isWaiting(place, each));
  const path = `/account/connectors/${own.id}`;
  return [
    ...general,
    {
      name: 'delete a connector',
      make: async () => {
        for (const { id } of account.cycles) await put(caller, `/cycles/${id}/deactivate`);
        return (await caller.call('DELETE', `/v1.0${path}`)).status === 200;
      },
    },
    ...own.properties.map(({ id }) => ({
      name: 'delete a property',
      make: async () =>
        (await caller.call('DELETE', `/v1.0${path}/properties/${id}`)).status === 200,
    })),
    ...(waiting === undefined
      ? []
      : [
          {
            name: 'consent',
            make: async () =>
              attempt(() =>
                emulator.control.grantConsent({ account: account.id, connector: waiting.name }),
              ),
          },
        ]),
  ];
}

// A sign-in by other means is drift of the line that has the credential.
function isWaiting({ records }: ActionPlace, { id, isAuthenticated }: DumpedConnector): boolean {
  const applied = records.find(({ remoteId }) => remoteId === String(id))?.applied ?? {};
  return !isAuthenticated || !Object.hasOwn(applied, 'auth');
}

/** Lists what a person can do in the settings of the console. */
export function listSettingActions({ emulator, draw }: ActionPlace): ConsoleAction[] {
  const { console: act } = emulator.control;
  return [
    {
      name: 'settings: an allowance',
      make: async () => attempt(() => act({ settings: { taskAllowance: draw.int(1, 999) } })),
    },
    {
      name: 'allowList: an address',
      make: async () => attempt(() => act({ allowList: ['127.0.0.1'] })),
    },
  ];
}
