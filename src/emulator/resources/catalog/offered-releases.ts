import type { Table } from '../../state/store.ts';
import { findRelease, parseSlot } from '../../world/file/look-up.ts';
import type { World, WorldRelease } from '../../world/file/world.ts';
import { makeReleases, type Release } from './catalog.ts';

/** A release that the console made Live since the start: a draft of the world, or a new one. */
export interface PromotedRelease {
  readonly connector: string;
  readonly release: WorldRelease;
  /** Order of the promotions. */
  readonly turn: number;
}

/** Offered releases: those of the world, then those promoted since. */
export class OfferedReleases {
  readonly #base: World;
  readonly #seed: number;
  readonly #promoted: Table<PromotedRelease>;
  #world: World;
  #releases: readonly Release[];

  constructor(world: World, seed: number, promoted: Table<PromotedRelease>) {
    this.#base = pinSteps(world);
    this.#seed = seed;
    this.#promoted = promoted;
    this.#world = this.#base;
    this.#releases = [];
    this.reload();
  }

  /** The world with its promotions. */
  get world(): World {
    return this.#world;
  }

  /** Oldest first within a connector. */
  get releases(): readonly Release[] {
    return this.#releases;
  }

  /** Reads the promotions again, after a promotion or its rollback. */
  reload(): void {
    const promoted = this.#promoted
      .list('')
      .map(({ value }) => value)
      .toSorted((left, right) => left.turn - right.turn);
    this.#world = promoted.reduce(promoteInWorld, this.#base);
    this.#releases = makeReleases(this.#world, this.#seed, this.#base);
  }
}

/** Names the release in each template step, so that later releases do not change it. */
function pinSteps(world: World): World {
  const templates = (world.templates ?? []).map((template) => ({
    ...template,
    steps: template.steps.map((step) => {
      const { connector } = parseSlot(step.connector);
      const version = step.version ?? findRelease(world, connector, undefined)?.version;
      return version === undefined ? step : { ...step, version };
    }),
  }));
  return { ...world, templates };
}

/** Makes a release Live in the world: an existing draft, or a new last release. */
export function promoteInWorld(
  world: World,
  { connector, release }: Pick<PromotedRelease, 'connector' | 'release'>,
): World {
  return {
    ...world,
    connectors: (world.connectors ?? []).map((each) => {
      if (each.name !== connector) {
        return each;
      }
      const isThere = each.releases.some(({ version }) => version === release.version);
      return {
        ...each,
        releases: isThere
          ? each.releases.map((old) =>
              old.version === release.version ? { ...old, draft: false } : old,
            )
          : [...each.releases, release],
      };
    }),
  };
}
