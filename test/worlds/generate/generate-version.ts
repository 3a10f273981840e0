import type {
  WrittenAccount,
  WrittenAuth,
  WrittenCycle,
  WrittenInstalledConnector,
} from '../../../src/model/manifest/manifest.generated.ts';
import type { Draw } from './draw.ts';
import { drawSecret, dropEmpty, evolve } from './evolve.ts';
import type { Cast, CastConnector, CastCycle } from './generate-cast.ts';
import { drawCycle } from './generate-cycle.ts';
import { drawSettings, drawText } from './generate-settings.ts';
import { latestOf } from './generate-world.ts';

/** Inputs of a version besides its cast. */
export type Past = {
  /** Versions before, the last one last. */
  readonly versions: readonly WrittenAccount[];
  /** True if the story loses the store: then each cycle must write its state. */
  readonly isStrict: boolean;
};

/** Next version of an account's manifest: valid, and possible in its world. */
export function drawVersion(draw: Draw, cast: Cast, past: Past): WrittenAccount {
  const before = past.versions.at(-1)?.spec ?? null;
  const forgets = before?.connectors !== undefined && draw.chance(12);
  // A cycle removed from the manifest still runs, so it returns before anything that it uses may be
  // deleted.
  const isReturn = before !== null && before.cycles === undefined;
  const cycles = draw.some(cast.cycles, isReturn ? 100 : 80).map(({ key }) => key);
  const releasesCycles = forgets || (before?.cycles !== undefined && draw.chance(10));
  const kept = releasesCycles ? cast.cycles.map(({ key }) => key) : cycles;
  const connectors = forgets ? undefined : drawConnectors(draw, { cast, past, cycles: kept });
  const keys = new Set(Object.keys(connectors ?? {}));
  const isNew = past.versions.length === 0;
  return {
    apiVersion: 'cyclectl/v1',
    kind: 'Account',
    metadata: { name: cast.key },
    spec: {
      id: cast.id,
      ...drawSettings(draw, before),
      ...(connectors === undefined || (isNew && keys.size === 0) ? {} : { connectors }),
      ...(releasesCycles ? {} : { cycles: drawCycles(draw, { cast, past, cycles, keys }) }),
    },
  };
}

type Part = { readonly cast: Cast; readonly past: Past; readonly cycles: readonly string[] };

function drawCycles(
  draw: Draw,
  { cast, past, cycles, keys }: Part & { readonly keys: ReadonlySet<string> },
): Record<string, WrittenCycle> {
  const before = past.versions.at(-1)?.spec.cycles;
  const drawn = cast.cycles
    .filter(({ key }) => cycles.includes(key))
    .map((cycle) => {
      const wasThere = past.versions.some(({ spec }) => spec.cycles?.[cycle.key] !== undefined);
      const { template, isOther } = drawOrigin(draw, past, cycle);
      // A replacement starts empty: it has only values of this version.
      const last = isOther ? null : (before?.[cycle.key] ?? null);
      const isStrict = past.isStrict || isOther || (wasThere && last === null);
      const drawn = drawCycle(draw, { cast, cycle, before: last, isStrict, keys });
      return [cycle.key, { ...drawn, from: { template } }] as const;
    });
  return Object.fromEntries(drawn);
}

// Connectors that a cycle of this version may use stay; others come and go.
function drawConnectors(
  draw: Draw,
  { cast, past, cycles }: Part,
): Record<string, WrittenInstalledConnector> {
  const used = new Set(
    cast.cycles
      .filter(({ key }) => cycles.includes(key))
      .flatMap(({ choices }) => [...choices.values()].flat()),
  );
  const present = cast.connectors.filter(({ key }) => used.has(key) || draw.chance(70));
  const drawn = present.map((connector) => {
    const seen = past.versions.flatMap(({ spec }) => spec.connectors?.[connector.key] ?? []);
    const isBack = past.versions.at(-1)?.spec.connectors?.[connector.key] === undefined;
    return [
      connector.key,
      drawConnector(draw, connector, { before: seen.at(-1) ?? null, isBack }),
    ] as const;
  });
  return Object.fromEntries(drawn);
}

// One that comes back keeps its name: that is how it is found when it was only forgotten.
function drawConnector(
  draw: Draw,
  { key, kind, version, auth, authentication }: CastConnector,
  turn: { readonly before: WrittenInstalledConnector | null; readonly isBack: boolean },
): WrittenInstalledConnector {
  const { before, isBack } = turn;
  const properties = (latestOf(kind).properties ?? []).flatMap(({ name, sensitive = false }) => {
    const value = evolve(draw, before && { value: before.properties?.[name] }, () =>
      sensitive || draw.chance(25)
        ? drawSecret(draw)
        : draw.pick(['eu', '0022', 'Größe', 15, true]),
    );
    return value === undefined ? [] : [[name, value] as const];
  });
  const makeName = (): string => `${key} ${draw.pick(['A', 'B'])}`;
  const isNew = before === null || isBack;
  const written = before === null ? undefined : before.auth;
  return dropEmpty({
    connector: { name: kind.name, ...(version === null ? {} : { version }) },
    displayName:
      before !== null && isBack
        ? before.displayName
        : evolve(draw, before && { value: before.displayName }, makeName),
    description: evolve(draw, before && { value: before.description }, () => drawText(draw)),
    ...(authentication === null ? {} : { authentication }),
    // Without credentials nothing waits for a sign-in, and its users cannot start.
    auth:
      isNew || auth === 'oauth'
        ? (written ?? drawAuth(draw, auth))
        : evolve(draw, { value: written }, () => drawAuth(draw, auth)),
    ...(properties.length === 0 ? {} : { properties: Object.fromEntries(properties) }),
  });
}

// An object removed for a while still exists, and is found by its origin.
function drawOrigin(
  draw: Draw,
  { versions }: Past,
  { key, template, twin }: CastCycle,
): { readonly template: string; readonly isOther: boolean } {
  const known = versions.findLast(({ spec }) => spec.cycles?.[key] !== undefined);
  const from = known?.spec.cycles?.[key]?.from;
  const last = from !== undefined && 'template' in from ? from.template : template.name;
  const isThere = versions.at(-1)?.spec.cycles?.[key] !== undefined;
  if (twin === null || !isThere || !draw.chance(20)) return { template: last, isOther: false };
  return { template: last === twin ? template.name : twin, isOther: true };
}

function drawAuth(draw: Draw, auth: CastConnector['auth']): WrittenAuth {
  switch (auth) {
    case 'apiKey':
      return draw.chance(30) ? { authValue: drawSecret(draw) } : { apiKey: drawSecret(draw) };
    case 'basic': {
      const username = draw.chance(30) ? drawSecret(draw) : 'sync';
      return { basic: { username, password: drawSecret(draw) } };
    }
    case 'oauth':
      return draw.chance(40)
        ? { oauth: { user: 'it@northwind.example' } }
        : { oauth: { tokens: drawSecret(draw) } };
    case 'none':
      return 'none';
  }
}
