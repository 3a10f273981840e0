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
    const fixture = await openFixture({
      world: story.world,
      choices: story.choices,
      manifests: {},
    });
    try {
      for (const [index, turn] of story.turns.entries()) {
        note(formatTurn(turn));
        await runTurn(fixture, { story, index });
      }
      const [before, since] = [
        fixture.emulator.control.dump().accounts,
        fixture.emulator.requests().length,
      ];
      const last = story.turns.at(-1)?.written;
      fixture.loseStore();
      const planned = await fixture.plan();
      const plan = planOf(planned, 'northwind');
      expect(plan.operations.map(({ does }) => does)).toEqual([]);
      expect([...new Set(plan.changes.map(({ verb }) => verb))]).toEqual(['adopt']);
      const objects = { ...last?.spec.connectors, ...last?.spec.cycles };
      expect(plan.changes.length).toBe(1 + Object.keys(objects).length);
      const outcomes = await fixture.apply({ planned });
      expect(outcomes.every(isSuccess)).toBe(true);
      expect(listWrites(fixture, since)).toEqual([]);
      expect(fixture.emulator.control.dump().accounts).toEqual(before);
      expect(listLeft(await fixture.plan())).toEqual([]);
    } finally {
      await fixture.close();
    }
  });
}, 300_000);

it('leaves what Git no longer names where no state entry says that it was ours', async () => {
  const fixture = await openQuickstart();
  await applyAll(fixture);
  fixture.loseStore();
  editManifest(fixture, 'northwind', { from: / {4}contacts-to-mailer:[\s\S]*$/, to: '' });
  const plan = await planOne(fixture, 'northwind');
  expect(plan.changes.filter(({ verb }) => verb === 'delete')).toEqual([]);
  expect(plan.notices).toContainEqual({
    kind: 'foreign',
    object: 'cycle',
    name: 'Contacts to mailer',
  });
  await applyAll(fixture);
  expect(
    readLive(fixture, 'northwind')
      .cycles.map(({ status }) => status)
      .sort(),
  ).toEqual(['Active', 'Paused']);
});

it('edits and restarts a cycle that its webhook starts, without another schedule', async () => {
  const fixture = await openQuickstart();
  const unmapped = { from: / {6}steps:\n {8}Write file:[\s\S]*$/, to: '' };
  editManifest(fixture, 'contoso', unmapped);
  await applyAll(fixture);
  fixture.loseStore();
  editManifest(fixture, 'contoso', { from: 'tags: [orders, eu]', to: 'tags: [orders]' });
  const outcomes = await applyAll(fixture);
  expect(outcomes.every(isSuccess)).toBe(true);
  const cycle = readLive(fixture, 'contoso').cycles.find(({ name }) => name === 'Orders in');
  expect([cycle?.status, cycle?.tags]).toEqual(['Active', ['orders', 'cyclectl:orders-in']]);
});
