import { describe, expect, it } from 'vitest';
import { splitPath } from '../../src/model/address.ts';
import type { WrittenAccount, WrittenOwner } from '../../src/model/manifest.generated.ts';
import { listWritten, type Operation } from '../../src/model/operation.ts';
import { checkLaw } from '../worlds/check-law.ts';
import { listTouches, openHand } from '../worlds/console-hand.ts';
import type { Draw } from '../worlds/draw.ts';
import { everyRow, everyRowWorld } from '../worlds/every-row.ts';
import { liveTurn } from '../worlds/live-turn.ts';
import { applyAll, listLeft } from '../worlds/quickstart.ts';
import { drawStory, writeOpening, writeTurn } from '../worlds/story.ts';
import { openWorkplace, planOf, type TestWorkplace } from '../worlds/workplace.ts';
import { writeManifestText } from '../worlds/write-manifest.ts';

const manifestFile = 'accounts/northwind.yaml';

function openEveryRow(): Promise<TestWorkplace> {
  return openWorkplace({
    world: everyRowWorld,
    choices: { scheduleReadable: 'yes' },
    manifests: {},
    secrets: { SECRET_ONE: 'one-not-a-secret', SECRET_TWO: 'two-not-a-secret' },
  });
}

function own(written: WrittenAccount, ownership: Record<string, WrittenOwner>): string {
  return writeManifestText({ ...written, spec: { ...written.spec, ownership } });
}

/** Changes everything by hand that can be, and names what was taken. */
async function touchAll(place: TestWorkplace): Promise<string[]> {
  const hand = await openHand(place.emulator);
  const made: string[] = [];
  for (let index = 0; index < listTouches(hand, everyRow).length; index += 1) {
    const touch = listTouches(hand, everyRow)[index];
    if (touch !== undefined && (await touch.make())) made.push(`${touch.address}/${touch.path}`);
  }
  return made;
}

async function listItems(place: TestWorkplace): Promise<readonly unknown[]> {
  return (await place.drift()).flatMap((each): readonly unknown[] =>
    each.kind === 'read' ? each.items : [each],
  );
}

describe('each row of the field table', () => {
  it('is written when its object is made and seeded, and then left to whoever changes it', async () => {
    const place = await openEveryRow();
    place.manifests.set(manifestFile, own(everyRow, { '*': 'seeded' }));
    await applyAll(place);
    expect(await listItems(place)).toEqual([]);
    // All that Git wants is there, so that the same manifest without ownership has nothing to do.
    place.manifests.set(manifestFile, writeManifestText(everyRow));
    expect(listLeft(await place.plan())).toEqual([]);
    place.manifests.set(manifestFile, own(everyRow, { '*': 'seeded' }));
    await applyAll(place);
    const touched = await touchAll(place);
    expect(touched.length).toBeGreaterThan(15);
    const before = JSON.stringify(place.emulator.control.dump());
    expect(planOf(await place.plan(), 'northwind').notices).toEqual([]);
    expect(listLeft(await place.plan())).toEqual([]);
    expect(await listItems(place)).toEqual([]);
    await applyAll(place);
    expect(JSON.stringify(place.emulator.control.dump())).toBe(before);
  }, 60_000);

  it('is told where it is observed and another, and neither written nor remembered', async () => {
    const place = await openEveryRow();
    place.manifests.set(manifestFile, writeManifestText(everyRow));
    await applyAll(place);
    place.manifests.set(manifestFile, own(everyRow, { '*': 'observed' }));
    await applyAll(place);
    const { objects } = await place.store.readMemory('northwind');
    const kept = [...objects.values()].flatMap(({ applied }) => Object.keys(applied));
    expect([...new Set(kept)].sort()).toEqual([
      'connector/name',
      'connector/version',
      'displayName',
      'from/template',
    ]);
    const touched = await touchAll(place);
    const notices = planOf(await place.plan(), 'northwind').notices;
    const told = notices.flatMap((each) =>
      each.kind === 'observed' ? [`${each.address}/${each.path}`] : [],
    );
    // Nothing is made without a name, so that one is only seeded.
    const shown = touched.filter((path) => !path.endsWith('displayName'));
    expect(told.sort()).toEqual(shown.sort());
    expect(listLeft(await place.plan())).toEqual([]);
    expect(await listItems(place)).toEqual([]);
  }, 60_000);

  it('is not written at the making of its object where it is observed', async () => {
    const place = await openEveryRow();
    place.manifests.set(manifestFile, own(everyRow, { '*': 'observed' }));
    const { operations } = planOf(await place.plan(), 'northwind');
    const written = operations.flatMap(({ action }) => listWritten(action));
    expect([...new Set(written)]).toEqual(['displayName']);
  });
});

const law = 'an update never writes what is seeded or observed, whatever is there';
const file = 'test/properties/ownership.test.ts';
/** Rooms of fields that have an owner of their own for a turn. */
const menu = ['description', 'tags', 'retention', 'timezone', 'variables', 'steps', 'properties'];

it(law, async () => {
  const met = { owned: 0 };
  await checkLaw({ law, file, runs: 12, seed: 11 }, async (draw, note) => {
    const story = drawStory(draw, { turns: 3, touches: 8 });
    note(writeOpening(story));
    const place = await openWorkplace({
      world: story.world,
      choices: story.choices,
      manifests: {},
    });
    try {
      for (const [index, turn] of story.turns.entries()) {
        const ownership = drawOwnership(draw);
        const written = { ...turn.written, spec: { ...turn.written.spec, ownership } };
        const owned = {
          ...story,
          turns: story.turns.map((each, at) => (at === index ? { ...each, written } : each)),
        };
        note(`${JSON.stringify(ownership)}\n${writeTurn(turn)}`);
        const { planned } = await liveTurn(place, { story: owned, index });
        const { operations } = planOf(planned, 'northwind');
        met.owned += Object.keys(ownership).length;
        expect(listBreaches(operations, ownership)).toEqual([]);
        expect(listLeft(await place.plan())).toEqual([]);
        expect(await listItems(place)).toEqual([]);
      }
    } finally {
      await place.close();
    }
  });
  expect(met.owned).toBeGreaterThan(20);
}, 300_000);

function drawOwnership(draw: Draw): Record<string, WrittenOwner> {
  const rooms = menu.filter(() => draw.chance(40));
  return Object.fromEntries(
    rooms.map((room) => [room, draw.pick(['seeded', 'observed'] as const)]),
  );
}

/** Owned fields that operations write; those of an object that is made with them are the seeded alone. */
function listBreaches(
  operations: readonly Operation[],
  ownership: Record<string, WrittenOwner>,
): readonly string[] {
  const made = new Set(
    operations
      .filter(({ action: { kind } }) => /^(create-account|install|import)/.test(kind))
      .map(({ address }) => address),
  );
  return operations.flatMap(({ address, action }) =>
    listWritten(action)
      .filter((path) => {
        const owner = ownership[splitPath(path)[0] ?? ''];
        return owner === 'observed' || (owner === 'seeded' && !made.has(address));
      })
      .map((path) => `${action.kind} ${address}/${path}`),
  );
}
