import { installTemplate, put } from '../../../emulator/support/start-emulator.ts';
import type { DumpedCycle } from '../../console/dumped.ts';
import { whileStopped } from '../cycle-touches.ts';
import {
  type ActionPlace,
  attempt,
  type ConsoleAction,
  listConnectorActions,
  listSettingActions,
} from './connector-actions.ts';
import { releaseChanges } from './release-actions.ts';

const changes = Object.keys(releaseChanges) as readonly (keyof typeof releaseChanges)[];

const releaseKinds: Readonly<Record<string, readonly (keyof typeof releaseChanges)[]>> = {
  steps: ['add a step', 'remove a step', 'rename a step', 'move a step', 'change a method'],
  values: ['change a value', 'add a variable', 'remove a variable'],
};

/** All that a person can do, by name; the kinds of the emulator's console have theirs. */
export const consoleActionNames: readonly string[] = [
  'settings: an allowance',
  'allowList: an address',
  'install a connector',
  'consent',
  'promote: a release of a connector',
  'make a cycle of a template',
  'start anew',
  'start on another interval',
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
  ...Object.keys(releaseKinds).map((kind) => `upgradeInstalled, then promote: ${kind}`),
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
    ...Object.entries(releaseKinds).map(([kind, some]) => ({
      name: `upgradeInstalled, then promote: ${kind}`,
      // The cycles have the structure of no live release.
      make: async () => promote(draw.pick(some)) && upgrade() && (promote('add a step') || true),
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
            name: 'start on another interval',
            make: async () => {
              const { activation } = own;
              if (activation === null || activation.intervalMinutes === null) return false;
              await put(caller, `${path}/deactivate`);
              const StartTime = new Date(activation.startAtMs).toISOString();
              const body = { StartTime, Interval: activation.intervalMinutes === 60 ? 120 : 60 };
              return (await put(caller, `${path}/activate`, body)).status === 200;
            },
          },
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
