import { expect, it } from 'vitest';
import type { Address } from '../../../../src/model/address.ts';
import { isSuccess } from '../../../../src/model/plan/outcome.ts';
import { openFixture, type TestFixture } from '../../../worlds/fixture.ts';
import { checkLaw } from '../../../worlds/laws/check-law.ts';
import { editMembers, listUnmanaged, toItemName } from '../../../worlds/laws/member-edits.ts';
import { runTurn } from '../../../worlds/laws/run-turn.ts';
import { drawScenario, formatScenarioStart, formatTurn } from '../../../worlds/laws/scenario.ts';
import { listLeft } from '../../../worlds/quickstart.ts';

const account = 'northwind-8812';
const law =
  'a revert brings the baseline back where the service takes it, and Git gets nothing of it';
const file = 'test/features/operations/revert/revert-unmanaged.properties.test.ts';

it(law, async () => {
  const met = { reverted: 0 };
  await checkLaw({ law, file, runs: { suite: 12, full: 200 }, seed: 16 }, async (draw, note) => {
    const story = drawScenario(draw, { turns: 1, touches: 0 });
    note(`${formatScenarioStart(story)}\n${story.turns.map(formatTurn).join('\n')}`);
    const { world, choices } = story;
    const fixture = await openFixture({ world, choices, manifests: {} });
    try {
      const { outcomes } = await runTurn(fixture, { story, index: 0 });
      if (!outcomes.every(isSuccess)) return;
      const left = listLeft(await fixture.plan());
      const before = new Set((await listUnmanaged(fixture)).map(toItemName));
      await editMembers(fixture, draw, { account });
      const moved = (await listUnmanaged(fixture)).filter((item) => !before.has(toItemName(item)));
      const meant = moved.filter(({ impact }) => impact !== 'needs-human').map(toItemName);
      note(`by hand: ${moved.map(toItemName).join(', ')}; to revert: ${meant.join(', ')}`);
      if (meant.length === 0) return;
      const applied = await readApplied(fixture);
      const addresses = meant as readonly string[] as readonly Address[];
      const reverted = await fixture.apply({ revert: { addresses, isNew: true } });
      note(JSON.stringify(reverted.flatMap(({ diagnostics }) => diagnostics)));
      expect(reverted.every(isSuccess)).toBe(true);
      const open = (await listUnmanaged(fixture)).map(toItemName);
      const wanted = moved.map(toItemName).filter((name) => !meant.includes(name));
      expect(open.filter((name) => !before.has(name)).sort()).toEqual(wanted.sort());
      expect(await readApplied(fixture)).toEqual(applied);
      const rest = listLeft(await fixture.plan()).filter((each) => !left.includes(each));
      // Edits of what Git manages are left to the next apply.
      expect(rest.filter((each) => each.includes('news'))).toEqual([]);
      met.reverted += meant.length;
    } finally {
      await fixture.close();
    }
  });
  expect(met.reverted).toBeGreaterThan(3);
}, 300_000);

async function readApplied(fixture: TestFixture): Promise<readonly unknown[]> {
  const { objects } = await fixture.store.readState('northwind');
  return [...objects.values()].map(({ address, applied }) => [
    address,
    Object.keys(applied).sort(),
  ]);
}
