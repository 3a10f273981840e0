import type { Emulator } from '../../../../src/emulator/emulator.ts';
import type { World, WorldTemplate } from '../../../../src/emulator/world/file/world.ts';
import type { ObjectRecord } from '../../../../src/model/state/account-state.ts';
import { type Caller, installTemplate, put } from '../../../emulator/support/start-emulator.ts';
import type { DumpedAccount, DumpedConnector, DumpedCycle } from '../../console/dumped.ts';
import type { Draw } from '../../generate/draw.ts';
import { latestOf } from '../../generate/generate-world.ts';
import { whileStopped } from '../cycle-touches.ts';
import { releaseChanges } from './release-actions.ts';

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

const changes = Object.keys(releaseChanges) as readonly (keyof typeof releaseChanges)[];

/** All that a person can do, by name; the kinds of the emulator's console have theirs. */
export const consoleActionNames: readonly string[] = [
  'settings: an allowance',
  'allowList: an address',
  'install a connector',
  'consent',
  'promote: a release of a connector',
  'make a cycle of a template',
  'start anew',
  'let transactions run',
  'let cycles run',
  'delete a property',
  'delete a variable',
  'rename a step',
  'move a step in its drawing',
  'delete a connector',
  'run a cycle once',
  'replace a cycle by a copy',
  'delete a cycle',
  'promote: a template',
  ...changes.map((change) => `upgradeInstalled: ${change}`),
  ...changes.map((change) => `upgradeInstalled, then promote: ${change}`),
  'publish: a template',
];

/** Lists what a person can do in an account, beside the edit of one member, by what it is done to. */
export function listConsoleActions(place: ActionPlace): readonly (readonly ConsoleAction[])[] {
  const cycle = listCycleActions(place);
  const running = cycle.filter(({ name }) => /^(?:let|start|run) /.test(name));
  return [
    listReleaseActions(place),
    listReleaseActions(place),
    cycle,
    running,
    listConnectorActions(place),
    listSettingActions(place),
  ].filter(({ length }) => length > 0);
}

function listOurs(place: ActionPlace): readonly DumpedCycle[] {
  const ids = new Set(place.records.map(({ remoteId }) => remoteId));
  return place.account.cycles.filter(({ id, deletedAtMs }) => ids.has(id) && deletedAtMs === null);
}

/** Does what the service may refuse. */
function attempt(work: () => void): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}

function listReleaseActions(place: ActionPlace): ConsoleAction[] {
  const { emulator, draw, world, templates } = place;
  const { console: act } = emulator.control;
  const ids = new Set(listOurs(place).map(({ templateId }) => templateId));
  const names = emulator.control
    .dump()
    .templates.filter(({ id }) => ids.has(id))
    .map(({ name }) => name)
    .filter((name) => templates.has(name));
  if (names.length === 0) return [];
  const template = draw.pick(names);
  const promote = (change: keyof typeof releaseChanges) => {
    const last = templates.get(template);
    if (last === undefined) return false;
    const next = releaseChanges[change](draw, { world, last });
    const { steps, variables = {}, tags = [], description = '' } = next;
    const isDone = attempt(() =>
      act({ promote: { template, steps, variables, tags, description } }),
    );
    if (isDone) templates.set(template, next);
    return isDone;
  };
  const upgrade = () => attempt(() => act({ upgradeInstalled: { template } }));
  return [
    ...changes.map((change) => ({
      name: `upgradeInstalled: ${change}`,
      make: async () => promote(change) && upgrade(),
    })),
    ...changes.map((change) => ({
      name: `upgradeInstalled, then promote: ${change}`,
      // The cycles have the structure of no live release.
      make: async () => promote(change) && upgrade() && (promote('add a step') || true),
    })),
    {
      name: 'promote: a template',
      make: async () => promote(draw.pick(changes)),
    },
    {
      name: 'publish: a template',
      make: async () => attempt(() => act({ publish: { template, published: draw.chance(50) } })),
    },
  ];
}

function listCycleActions(place: ActionPlace): ConsoleAction[] {
  const { caller, draw, templates, text, emulator } = place;
  const ours = listOurs(place);
  const [own] = ours.length === 0 ? [] : [draw.pick(ours)];
  const made = [...templates.keys()];
  const make = async (template: string, as: { Name: string; Tags: readonly string[] }) => {
    // A template that is not published cannot be installed.
    const isListed = emulator.control
      .dump()
      .templates.some(({ name, isPublished }) => name === template && isPublished);
    if (!isListed) return false;
    const { Id } = await installTemplate(caller, template);
    return (await put(caller, `/cycles/${Id}`, as)).status === 200;
  };
  const copy = {
    name: 'make a cycle of a template',
    make: () => make(draw.pick(made), { Name: text, Tags: [] }),
  };
  if (own === undefined) return [copy];
  const path = `/cycles/${own.id}`;
  const at = { caller, live: own };
  const remove = async () => {
    await put(caller, `${path}/deactivate`);
    return (await caller.call('DELETE', `/v1.0${path}`)).status === 200;
  };
  const origin = emulator.control.dump().templates.find(({ id }) => id === own.templateId)?.name;
  const step = draw.pick(own.steps);
  const isActive = own.status === 'Active';
  return [
    copy,
    { name: 'delete a cycle', make: remove },
    ...(origin === undefined
      ? []
      : [
          {
            name: 'replace a cycle by a copy',
            make: async () => (await remove()) && make(origin, { Name: own.name, Tags: own.tags }),
          },
        ]),
    {
      name: 'rename a step',
      make: () =>
        whileStopped(at, async () => {
          const Name = draw.pick([text, 'List', 'Save', 'List#2']);
          return (await put(caller, `${path}/steps/${step.id}`, { Name })).status === 200;
        }),
    },
    {
      name: 'move a step in its drawing',
      make: () =>
        whileStopped(at, async () => {
          const body = { DisplayPositionLeft: draw.int(1, 900), DisplayPositionTop: 5 };
          return (await put(caller, `${path}/steps/${step.id}`, body)).status === 200;
        }),
    },
    ...own.variables.slice(0, 3).map(({ systemName }) => ({
      name: 'delete a variable',
      make: () =>
        whileStopped(at, async () => {
          const gone = `/v1.0${path}/variables/${systemName}`;
          return (await caller.call('DELETE', gone)).status === 200;
        }),
    })),
    ...(isActive
      ? [
          { name: 'start anew', make: () => whileStopped(at, async () => true) },
          {
            name: 'let transactions run',
            make: async () => {
              const lastsMs = 60_000;
              emulator.control.plantTransactions({ cycle: own.id, count: 2, lastsMs });
              return true;
            },
          },
          {
            name: 'let cycles run',
            make: async () => {
              await emulator.control.letPass('2m');
              return true;
            },
          },
        ]
      : [
          {
            name: 'run a cycle once',
            make: async () =>
              (await put(caller, `${path}/activate`, { RunOnce: true })).status === 200,
          },
        ]),
  ];
}

function listConnectorActions(place: ActionPlace): ConsoleAction[] {
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

function listSettingActions({ emulator, draw }: ActionPlace): ConsoleAction[] {
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
