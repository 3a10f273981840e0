import type {
  WrittenAccount,
  WrittenCycle,
} from '../../../src/model/manifest/manifest.generated.ts';
import type { Draw } from '../../worlds/generate/draw.ts';
import type { Cast } from '../../worlds/generate/generate-cast.ts';
import { drawOwners } from '../../worlds/generate/generate-owners.ts';
import { drawHours } from '../../worlds/generate/generate-settings.ts';
import { drawVersion } from '../../worlds/generate/generate-version.ts';
import { dropFormerSecrets } from '../laws/secrets/drop-former-secrets.ts';
import { makeSeededDraw } from '../seeded-draw.ts';
import type { FleetStep } from './fleet-steps.ts';
import { readAt } from './resolve-row.ts';
import type {
  FleetCondition,
  FleetPatch,
  FleetRow,
  InputPlace,
  InputValues,
  Spec,
  WrittenFleet,
} from './written-fleet.ts';

/** Situation in which a fleet is written. */
export type FleetPast = {
  readonly cast: Cast;
  /** Versions of its blueprint before, as accounts without inputs, the last one last. */
  readonly bases: readonly WrittenAccount[];
  /** True if the store will be lost. */
  readonly isLost: boolean;
  /** True if rows are on earlier versions, which an override must fit too. */
  readonly isRolledOut: boolean;
  readonly today: string;
};

const texts = ['for the sales team', 'a: b #c'];
const intervals = ['15m', '1m', '1h', '7d'] as const;

/** The first version of a fleet with these rows, of which some come later. */
export function drawFleet(
  draw: Draw,
  past: FleetPast,
  people: readonly { readonly key: string; readonly id: string }[],
): WrittenFleet {
  const rows = people.map(({ key, id }, index): FleetRow => {
    const extra = draw.pick([undefined, true, false]);
    return {
      name: key,
      id,
      isListed: index === 0 || draw.chance(75),
      state: draw.pick(['active', 'active', 'active', 'paused', 'leaving']),
      tier: draw.pick(['gold', 'plain']),
      cells: {
        ...drawCell(draw),
        ...drawCell(draw),
        ...(extra === undefined ? {} : { extra }),
      },
    };
  });
  const none = { places: [], conditions: [], overrides: new Map(), graceDays: 0, rows };
  return withBlueprint(draw, past, { ...none, segment: drawPatch(draw, null) });
}

/** The fleet after a change of its files. */
export function changeFleet(fleet: WrittenFleet, step: FleetStep, past: FleetPast): WrittenFleet {
  switch (step.do) {
    case 'cell': {
      const draw = makeSeededDraw(step.seed);
      return withRow(fleet, step.row, ({ cells, ...row }) => ({
        ...row,
        cells: { ...withoutOne(draw, cells), ...drawCell(draw) },
      }));
    }
    case 'condition': {
      const asked = fleet.conditions.filter(({ path }) => path[0] === 'cycles');
      const [one = 'extra', ...others] = asked.map(({ on }) => on);
      const isTier = makeSeededDraw(step.seed).pick([one, ...others]) === 'tier';
      return withRow(fleet, step.row, (row) =>
        isTier
          ? { ...row, tier: row.tier === 'gold' ? 'plain' : 'gold' }
          : { ...row, cells: { ...row.cells, extra: row.cells.extra === false } },
      );
    }
    case 'state':
      return withRow(fleet, step.row, (row) => ({ ...row, state: step.to }));
    case 'row': {
      const changed = withRow(fleet, step.row, (row) => ({ ...row, isListed: !row.isListed }));
      return changed.rows.some(({ isListed }) => isListed) ? changed : fleet;
    }
    case 'line':
      return { ...fleet, base: changeLine(makeSeededDraw(step.seed), fleet.base) };
    case 'blueprint':
      return withBlueprint(makeSeededDraw(step.seed), past, fleet);
    case 'override': {
      const draw = makeSeededDraw(step.seed);
      const { name = '' } = findRow(fleet, step.row) ?? {};
      const overrides = new Map(fleet.overrides);
      if (draw.chance(30)) overrides.delete(name);
      else overrides.set(name, drawPatch(draw, past.isRolledOut ? {} : fleet.base.spec));
      return { ...fleet, overrides };
    }
    case 'grace':
      return { ...fleet, graceDays: step.days };
  }
}

function findRow({ rows }: WrittenFleet, number: number): FleetRow | undefined {
  return rows[number % rows.length];
}

function withRow(
  fleet: WrittenFleet,
  number: number,
  change: (row: FleetRow) => FleetRow,
): WrittenFleet {
  const chosen = findRow(fleet, number);
  return { ...fleet, rows: fleet.rows.map((row) => (row === chosen ? change(row) : row)) };
}

function drawCell(draw: Draw): InputValues {
  return draw.pick([
    { title: draw.pick(['Northwind', 'Northwind: #1', "Größe O'Hara"]) },
    { interval: draw.pick(intervals) },
    { hours: draw.pick([120, 0, 1, 744]) },
    { remark: draw.pick(texts) },
  ]);
}

function withoutOne(draw: Draw, cells: InputValues): InputValues {
  const dropped = draw.pick(['title', 'interval', 'hours', 'remark', null, null]);
  return Object.fromEntries(Object.entries(cells).filter(([name]) => name !== dropped));
}

// Only an override of an account drops a cycle.
function drawPatch(draw: Draw, spec: Spec | null): FleetPatch {
  const ignored = Object.keys(spec?.ignore ?? {});
  const cycles = Object.keys(spec?.cycles ?? {}).filter(
    (key) => !ignored.some((path) => path.startsWith(`cycles/${key}/`)),
  );
  return draw.pick<FleetPatch>([
    { inputs: { interval: draw.pick(intervals) } },
    { inputs: { hours: 1 } },
    { timezone: draw.pick(['Europe/Berlin', 'UTC']) },
    { description: spec === null ? null : draw.pick([...texts, null]) },
    { erroredHours: draw.pick([120, 744]) },
    cycles.length === 0 ? { inputs: { interval: '1h' } } : { dropped: draw.pick(cycles) },
  ]);
}

function withBlueprint(
  draw: Draw,
  { cast, bases, isLost, today }: FleetPast,
  fleet: Omit<WrittenFleet, 'base'>,
): WrittenFleet {
  const drawn = drawVersion(draw, cast, { versions: bases, isStrict: true });
  const whole = complete(draw, cast, { drawn, before: bases.at(-1) ?? null });
  const places = keepSome(draw, fleet.places, listPlaces(whole.spec));
  const parts = listParts(cast, whole.spec);
  const conditions = keepSome(
    draw,
    fleet.conditions,
    parts.map((path) => ({ path, on: draw.pick(['extra', 'tier'] as const) })),
  );
  const owned = drawOwners(draw, whole, { touched: [], today, hasWebhook: false });
  const kept = { ...owned, spec: withoutIgnores(owned.spec, fleet, conditions) };
  return { ...fleet, base: isLost ? dropFormerSecrets(kept, bases) : kept, places, conditions };
}

/**
 * A version from which each of its parts can be made at any time: with connectors in every slot and
 * credentials. A map that is let go of stays.
 */
function complete(
  draw: Draw,
  cast: Cast,
  versions: { readonly drawn: WrittenAccount; readonly before: WrittenAccount | null },
): WrittenAccount {
  const { spec } = versions.drawn;
  const last = versions.before?.spec ?? {};
  const connectors = spec.connectors ?? last.connectors ?? {};
  const cycles = spec.cycles ?? last.cycles ?? {};
  const known = Object.entries(connectors).map(([key, connector]) => {
    const auth = connector.auth ?? last.connectors?.[key]?.auth;
    return [key, auth === undefined ? connector : { ...connector, auth }] as const;
  });
  const filled = Object.entries(cycles).map(([key, cycle]): [string, WrittenCycle] => {
    const choices = cast.cycles.find((each) => each.key === key)?.choices ?? new Map();
    const slots = [...choices].map(([slot, keys]) => [
      slot,
      draw.pick(keys.filter((each: string) => each in connectors)),
    ]);
    const made = cycle.connectors ?? Object.fromEntries(slots);
    return [key, Object.keys(made).length === 0 ? cycle : { ...cycle, connectors: made }];
  });
  return {
    ...versions.drawn,
    spec: { ...spec, connectors: Object.fromEntries(known), cycles: Object.fromEntries(filled) },
  };
}

function listPlaces(spec: Spec): readonly InputPlace[] {
  const own: InputPlace[] = [
    { path: ['displayName'], input: 'title' },
    { path: ['description'], input: 'remark' },
  ];
  const hours = readAt(spec, ['retention', 'successHours']);
  if (hours !== undefined) own.push({ path: ['retention', 'successHours'], input: 'hours' });
  for (const [key, { schedule }] of Object.entries(spec.cycles ?? {})) {
    own.push({ path: ['cycles', key, 'description'], input: 'remark' });
    if (schedule !== undefined && 'every' in schedule)
      own.push({ path: ['cycles', key, 'schedule', 'every'], input: 'interval' });
  }
  for (const [key, { auth }] of Object.entries(spec.connectors ?? {})) {
    for (const name of ['apiKey', 'authValue'])
      if (readAt(auth, [name]) !== undefined)
        own.push({ path: ['connectors', key, 'auth', name], input: 'key' });
  }
  return own;
}

// No cycle of any version uses such a connector.
function listParts(cast: Cast, spec: Spec): readonly (readonly string[])[] {
  const used = new Set(cast.cycles.flatMap(({ choices }) => [...choices.values()].flat()));
  const spare = Object.keys(spec.connectors ?? {}).filter((key) => !used.has(key));
  const cycles = Object.keys(spec.cycles ?? {});
  return [...spare.map((key) => ['connectors', key]), ...cycles.map((key) => ['cycles', key])];
}

function keepSome<T extends { readonly path: readonly string[] }>(
  draw: Draw,
  kept: readonly T[],
  possible: readonly T[],
): readonly T[] {
  const isSame = (left: T, right: T) => left.path.join('/') === right.path.join('/');
  const old = kept.filter((each) => possible.some((other) => isSame(each, other)));
  const more = possible.filter((each) => !old.some((other) => isSame(each, other)));
  return [...old, ...draw.some(more, 50)];
}

// An ignored line must be there for each row.
function withoutIgnores(
  { ignore = {}, ...spec }: Spec,
  { overrides }: Pick<WrittenFleet, 'overrides'>,
  conditions: readonly FleetCondition[],
): Spec {
  const dropped = [...overrides.values()].flatMap(({ dropped: key }) => key ?? []);
  const absent = [
    ...conditions.map(({ path }) => path.join('/')),
    ...dropped.map((key) => `cycles/${key}`),
  ];
  const entries = Object.entries(ignore).filter(
    ([path]) => !absent.some((each) => path.startsWith(`${each}/`)),
  );
  return entries.length === 0 ? spec : { ...spec, ignore: Object.fromEntries(entries) };
}

function changeLine(draw: Draw, base: WrittenAccount): WrittenAccount {
  const { spec } = base;
  const keys = Object.keys(spec.cycles ?? {});
  const key = keys.length === 0 ? '' : draw.pick(keys);
  const cycle = spec.cycles?.[key];
  if (cycle === undefined || draw.chance(20))
    return { ...base, spec: { ...spec, retention: drawHours(draw) } };
  const { schedule } = cycle;
  const every = draw.pick(intervals);
  const line = draw.pick<Partial<WrittenCycle>>([
    { description: draw.pick(texts) },
    { state: cycle.state === 'active' || schedule === undefined ? 'paused' : 'active' },
    schedule !== undefined && 'every' in schedule
      ? { schedule: { ...schedule, every } }
      : { tags: ['us'] },
  ]);
  return { ...base, spec: { ...spec, cycles: { ...spec.cycles, [key]: { ...cycle, ...line } } } };
}
