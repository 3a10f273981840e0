import type {
  World,
  WorldConnector,
  WorldTemplate,
} from '../../../src/emulator/world/file/world.ts';
import type { Draw } from './draw.ts';
import { listSlots } from './names-of.ts';

/** A connector that manifests of a story may install: what never changes of it. */
export type CastConnector = {
  readonly key: string;
  readonly kind: WorldConnector;
  /** Null leaves the release to the service. */
  readonly version: string | null;
  /** How AuthValue is written; by the type that the install chooses. */
  readonly auth: 'apiKey' | 'basic' | 'oauth' | 'none';
  readonly authentication: string | null;
};

/** A cycle that manifests of a story may have. */
export type CastCycle = {
  readonly key: string;
  readonly template: WorldTemplate;
  /** Another template of the same steps, to which versions change and back; null where they keep to the one. */
  readonly twin: string | null;
  /** For each slot the connectors of the cast that fit, by key. */
  readonly choices: ReadonlyMap<string, readonly string[]>;
};

/** Who appears in the manifests of one account, in all their versions. */
export type Cast = {
  readonly world: World;
  readonly key: string;
  readonly id: string;
  readonly connectors: readonly CastConnector[];
  readonly cycles: readonly CastCycle[];
};

const duplicateMark = ' (twin)';

function toDuplicateName(name: string): string {
  return `${name}${duplicateMark}`;
}

function isDuplicateName(name: string): boolean {
  return name.endsWith(duplicateMark);
}

/** The same world with a second template of the same steps for each, so that manifests can change what cycles are made from. */
export function addDuplicates(world: World): World {
  const templates = world.templates ?? [];
  const twins = templates.map((template) => ({
    ...template,
    name: toDuplicateName(template.name),
  }));
  return { ...world, templates: [...templates, ...twins] };
}

/** A cast whose connectors fill the slots of its cycles. */
export function drawCast(draw: Draw, world: World, who: { key: string; id: string }): Cast {
  const templates = world.templates ?? [];
  const own = templates.filter(({ name }) => !isDuplicateName(name));
  const chosen = Array.from({ length: draw.int(1, 3) }, () => draw.pick(own));
  const needed = new Set(chosen.flatMap((each) => listSlots(each).map(({ kind }) => kind)));
  const connectors = (world.connectors ?? []).flatMap((kind) => {
    const least = needed.has(kind.name) ? 1 : 0;
    const count = Math.max(least, draw.int(0, 2));
    return Array.from({ length: count }, (_, index) => drawCastConnector(draw, kind, index));
  });
  const cycles = chosen.map((template, index): CastCycle => {
    const choices = listSlots(template).map(({ slot, kind }) => {
      const fitting = connectors.filter((each) => each.kind.name === kind).map(({ key }) => key);
      return [slot, fitting] as const;
    });
    const twin = toDuplicateName(template.name);
    const hasTwin = templates.some(({ name }) => name === twin);
    return {
      key: `cycle-${index + 1}`,
      template,
      twin: hasTwin ? twin : null,
      choices: new Map(choices),
    };
  });
  return { world, ...who, connectors, cycles };
}

function drawCastConnector(draw: Draw, kind: WorldConnector, index: number): CastConnector {
  const versions = kind.releases.map((release) => release.version);
  const types = kind.authentication ?? [];
  const chosen = types.length > 1 ? draw.pick(types) : types[0];
  return {
    key: `${kind.name.toLowerCase().replaceAll(' ', '-')}-${index + 1}`,
    kind,
    version: draw.chance(60) ? draw.pick(versions) : null,
    auth: toAuth(chosen?.type),
    authentication: types.length > 1 ? (chosen?.name ?? null) : null,
  };
}

function toAuth(type: string | undefined): CastConnector['auth'] {
  switch (type) {
    case 'ApiKey':
      return 'apiKey';
    case 'Basic':
      return 'basic';
    case 'OAuth2':
      return 'oauth';
    default:
      return 'none';
  }
}
