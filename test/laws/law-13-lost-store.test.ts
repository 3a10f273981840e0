import { expect, it } from 'vitest';
import { isSuccess } from '../../src/model/plan/outcome.ts';
import { openFixture, planOf } from '../worlds/fixture.ts';
import { checkLaw } from '../worlds/laws/check-law.ts';
import { runTurn } from '../worlds/laws/run-turn.ts';
import {
  drawScenario,
  formatScenarioStart,
  formatTurn,
  type Scenario,
} from '../worlds/laws/scenario.ts';
import {
  applyAll,
  editManifest,
  listLeft,
  listWrites,
  openQuickstart,
  planOne,
  readLive,
} from '../worlds/quickstart.ts';

const law =
  'a lost store is found again by ids and names: all is adopted, nothing is sent or deleted';
const file = 'test/laws/law-13-lost-store.test.ts';

it(law, async () => {
  await checkLaw({ law, file, runs: 15, seed: 13 }, async (draw, note) => {
    const drawn = drawScenario(draw, { turns: 2, touches: 0 });
    const story: Scenario = {
      ...drawn,
      turns: drawn.turns.filter(({ losesStore }) => !losesStore),
    };
    note(formatScenarioStart(story));
    const place = await openFixture({
      world: story.world,
      choices: story.choices,
      manifests: {},
    });
    try {
      for (const [index, turn] of story.turns.entries()) {
        note(formatTurn(turn));
        await runTurn(place, { story, index });
      }
      const [before, since] = [
        place.emulator.control.dump().accounts,
        place.emulator.requests().length,
      ];
      const last = story.turns.at(-1)?.written;
      place.loseStore();
      const planned = await place.plan();
      const plan = planOf(planned, 'northwind');
      expect(plan.operations.map(({ does }) => does)).toEqual([]);
      expect([...new Set(plan.changes.map(({ verb }) => verb))]).toEqual(['adopt']);
      const objects = { ...last?.spec.connectors, ...last?.spec.cycles };
      expect(plan.changes.length).toBe(1 + Object.keys(objects).length);
      const outcomes = await place.apply({ planned });
      expect(outcomes.every(isSuccess)).toBe(true);
      expect(listWrites(place, since)).toEqual([]);
      expect(place.emulator.control.dump().accounts).toEqual(before);
      expect(listLeft(await place.plan())).toEqual([]);
    } finally {
      await place.close();
    }
  });
}, 300_000);

it('leaves what Git no longer names where no state entry says that it was ours', async () => {
  const place = await openQuickstart();
  await applyAll(place);
  place.loseStore();
  editManifest(place, 'northwind', { from: / {4}contacts-to-mailer:[\s\S]*$/, to: '' });
  const plan = await planOne(place, 'northwind');
  expect(plan.changes.filter(({ verb }) => verb === 'delete')).toEqual([]);
  expect(plan.notices).toContainEqual({
    kind: 'foreign',
    object: 'cycle',
    name: 'Contacts to mailer',
  });
  await applyAll(place);
  expect(
    readLive(place, 'northwind')
      .cycles.map(({ status }) => status)
      .sort(),
  ).toEqual(['Active', 'Paused']);
});

it('edits and starts again what its webhook starts, of which nothing else tells when it runs', async () => {
  const place = await openQuickstart();
  const unmapped = { from: / {6}steps:\n {8}Write file:[\s\S]*$/, to: '' };
  editManifest(place, 'contoso', unmapped);
  await applyAll(place);
  place.loseStore();
  editManifest(place, 'contoso', { from: 'tags: [orders, eu]', to: 'tags: [orders]' });
  const outcomes = await applyAll(place);
  expect(outcomes.every(isSuccess)).toBe(true);
  const cycle = readLive(place, 'contoso').cycles.find(({ name }) => name === 'Orders in');
  expect([cycle?.status, cycle?.tags]).toEqual(['Active', ['orders', 'cyclectl:orders-in']]);
});
