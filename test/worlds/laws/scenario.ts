import { stringify } from 'yaml';
import type { Choices } from '../../../src/emulator/world/choices.ts';
import type { World } from '../../../src/emulator/world/file/world.ts';
import type { WrittenAccount } from '../../../src/model/manifest/manifest.generated.ts';
import { shapesOfBefore } from '../cases/section-l-front.ts';
import type { Draw } from '../generate/draw.ts';
import { secretNames } from '../generate/evolve.ts';
import { type Cast, drawCast } from '../generate/generate-cast.ts';
import { drawVersion } from '../generate/generate-version.ts';
import { drawWorld } from '../generate/generate-world.ts';
import { drawEveryRow, everyRow, everyRowWorld } from './every-row.ts';

/** Events before a version of the manifest is applied. */
export type Turn = {
  readonly written: WrittenAccount;
  /** Values of the secrets from now on. */
  readonly secrets: Readonly<Record<string, string>>;
  /** Console changes among the possible ones, each as a number to choose by. */
  readonly touches: readonly number[];
  readonly losesStore: boolean;
  /** How far time goes on first, such as `2h`. */
  readonly later: string;
};

/** A world and the versions of one account's manifest in it. */
export type Scenario = {
  readonly world: World;
  readonly choices: Partial<Choices>;
  readonly turns: readonly Turn[];
};

/** Parts of a story besides its world. */
export type ScenarioShape = {
  /** Most turns. */
  readonly turns: number;
  /** Maximum number of console changes in a turn. */
  readonly touches: number;
  /** Fewest turns; one where it is left out. */
  readonly least?: number;
  /** Choices that are settled. */
  readonly choices?: Partial<Choices>;
};

/** A story of some turns. */
export function drawScenario(draw: Draw, shape: ScenarioShape): Scenario {
  const world = drawWorld(draw);
  const choices = shape.choices ?? drawChoices(draw, world);
  const cast = drawCast(draw, world, { key: 'northwind', id: 'northwind-8812' });
  const count = draw.int(shape.least ?? 1, shape.turns);
  const lossAt = draw.chance(30) ? draw.int(1, count) : 0;
  const turns: Turn[] = [];
  for (let index = 0; index < count; index += 1) {
    const versions = turns.map(({ written }) => written);
    const last = turns.at(-1);
    const losesStore = lossAt > 0 && index === lossAt;
    const isUserTurn = index > 0 && !losesStore;
    turns.push({
      written:
        losesStore && last !== undefined
          ? last.written
          : drawVersion(draw, cast, { versions, isStrict: lossAt > 0 }),
      secrets:
        last === undefined || (!losesStore && draw.chance(30))
          ? drawSecretValues(draw)
          : last.secrets,
      touches: isUserTurn
        ? Array.from({ length: draw.int(0, shape.touches) }, () => draw.int(0, 9999))
        : [],
      losesStore,
      later: draw.pick(['1s', '17m', '2h']),
    });
  }
  return { world, choices: withPinned(choices, [cast]), turns };
}

/**
 * A story in the world with every manageable row, changed by console and manifests together. With a
 * lost store connectors keep their names, because only these identify them. `touches` applies to
 * turns with console changes.
 */
export function drawRowScenario(draw: Draw, count: number, touches = 32): Scenario {
  const turns: Turn[] = [];
  for (let index = 0; index < count; index += 1) {
    const last = turns.at(-1)?.written ?? everyRow;
    const losesStore = index > 1 && draw.chance(16);
    // Often none, so that only Git changes lines, or so many that few lines stay; then Git changes
    // few lines as well, or nearly all, so that both change the same ones.
    const hasUserTurns = index > 0 && !losesStore && draw.chance(67);
    const restless = hasUserTurns ? draw.pick([15, 90]) : 48;
    const drawn = index === 0 ? everyRow : drawEveryRow({ ...draw, restless }, last);
    const { cycles } = drawn.spec;
    turns.push({
      written: losesStore && cycles ? { ...last, spec: { ...last.spec, cycles } } : drawn,
      secrets: drawSecretValues(draw),
      touches: hasUserTurns ? Array.from({ length: touches }, () => draw.int(0, 9999)) : [],
      losesStore,
      later: '1s',
    });
  }
  return { world: everyRowWorld, choices: { scheduleReadable: 'yes' }, turns };
}

/** The beginning of a story as a person reads it. */
export function formatScenarioStart({ world, choices }: Scenario): string {
  const { templates, seed } = world;
  return stringify({ choices, seed, templates }, { aliasDuplicateObjects: false });
}

/** One turn of a story as a person reads it. */
export function formatTurn(turn: Turn): string {
  const { written, ...rest } = turn;
  return stringify({ ...rest, spec: written.spec }, { aliasDuplicateObjects: false });
}

/** Values of all secrets. */
export function drawSecretValues(draw: Draw): Record<string, string> {
  return Object.fromEntries(
    secretNames.map((name) => [name, `${name.toLowerCase()}-${draw.int(1, 3)}-not-a-secret`]),
  );
}

/** Answers that leave each cycle file what it is, but for its numbers. */
export const exportChoices: readonly Partial<Choices>[] = [
  { exportNumbers: 'other' },
  { exportedSlot: 'installed' },
  { exportedSlot: 'connector' },
  { exportedDescription: 'absent' },
];

/** Choices without a catalog that lacks a release that a manifest pins. */
export function withPinned(
  choices: Partial<Choices>,
  casts: readonly Pick<Cast, 'connectors'>[],
): Partial<Choices> {
  const { catalogueLists, ...others } = choices;
  const isPinned = casts.some(({ connectors }) =>
    connectors.some(
      ({ version, kind }) => version !== null && version !== kind.releases.at(-1)?.version,
    ),
  );
  return isPinned || catalogueLists === undefined ? others : choices;
}

/** Answers to what no source settles about the service, where a plan and an apply must do well either way. */
export function drawChoices(draw: Draw, { seed = 0 }: World): Partial<Choices> {
  const choices: Partial<Choices>[] = [
    { accountIds: 'guid' },
    { defaultPageSize: 25 },
    { totalPagesHeader: 'absent' },
    { connectorDeleteInUse: 'used refused' },
    { scheduleReadable: 'yes' },
    { activateActive: 'refused' },
    { deletedCycles: 'hidden', ...shapesOfBefore },
    { mappingEditWhileRunning: 'allowed' },
    { variableMappingValue: 'display name' },
    { unknownAccountHeader: 404 },
    { installWithoutName: 'refused' },
    { authValueOnRead: 'masked' },
    { sensitivePropertyOnRead: 'masked' },
  ];
  // By the seed of the world, so that the later draws of known seeds stay the same.
  const exporting = [
    {},
    ...exportChoices,
    { exportedValues: "the template's" },
    { cycleExport: 403 },
  ] as const satisfies readonly Partial<Choices>[];
  const releases = [
    { upgradedTags: "the template's" },
    { installedRelease: 'latest' },
    { catalogueLists: 'latest' },
  ] as const satisfies readonly Partial<Choices>[];
  return Object.assign(
    {},
    exporting[seed % exporting.length],
    ...releases.filter((_, index) => Math.floor(seed / 11 ** (index + 1)) % 5 === 0),
    ...draw.some(choices, 20),
  );
}
