import { expect, it } from 'vitest';
import type { DriftItem } from '../../../../src/model/plan/plan.ts';
import { listItemAnswers } from '../../../../src/reports/blocks/verdict/answer-collector.ts';
import { adoptDriftIn } from '../../../worlds/features/adopt-drift-in.ts';
import { openFixture, type TestFixture } from '../../../worlds/fixture.ts';
import { checkLaw } from '../../../worlds/laws/check-law.ts';
import { editMembers, listUnmanaged, toItemName } from '../../../worlds/laws/member-edits.ts';
import { runTurn } from '../../../worlds/laws/run-turn.ts';
import { drawScenario, formatScenarioStart, formatTurn } from '../../../worlds/laws/scenario.ts';
import { listLeft } from '../../../worlds/quickstart.ts';

const account = 'northwind-8812';
const law =
  'an unmanaged change is written into the manifest, and is in sync then, or why not is said, and no such answer was offered';
const file = 'test/features/authoring/adopt-drift/adopt-unmanaged.properties.test.ts';

it(law, async () => {
  const met = { written: 0, refused: 0 };
  await checkLaw({ law, file, runs: { suite: 12, full: 200 }, seed: 15 }, async (draw, note) => {
    const story = drawScenario(draw, { turns: 1, touches: 0 });
    note(`${formatScenarioStart(story)}\n${story.turns.map(formatTurn).join('\n')}`);
    const { world, choices } = story;
    const fixture = await openFixture({ world, choices, manifests: {} });
    try {
      await runTurn(fixture, { story, index: 0 });
      const before = new Set((await listUnmanaged(fixture)).map(toItemName));
      await editMembers(fixture, draw, { account });
      const moved = (await listUnmanaged(fixture))
        .map(toItemName)
        .filter((name) => !before.has(name));
      if (moved.length === 0) return;
      note(`by hand: ${moved.join(', ')}`);
      const offered = await listOffered(fixture);
      const plan = listLeft(await fixture.plan());
      const adoption = await adoptDriftIn(fixture, ...moved);
      for (const { path, after } of adoption.files) fixture.manifests.set(path, after);
      const told = new Set(adoption.diagnostics.map(({ address }) => address));
      const unsaid = adoption.diagnostics.filter(({ code }) => code === 'value-not-written');
      note(`told: ${[...told].join(', ')}`);
      const left = (await listUnmanaged(fixture))
        .map(toItemName)
        .filter((name) => moved.includes(name));
      expect(left.filter((name) => !told.has(name as never))).toEqual([]);
      const wrong = unsaid.filter(({ address }) => offered.has(address ?? ''));
      expect(wrong.map(({ address, summary }) => ({ address, summary }))).toEqual([]);
      expect(listLeft(await fixture.plan()).filter((each) => !plan.includes(each))).toEqual(
        adoption.files.length === 0
          ? []
          : ['northwind has news'].filter((each) => !plan.includes(each)),
      );
      met.written += moved.length - left.length;
      met.refused += left.length;
    } finally {
      await fixture.close();
    }
  });
  expect(met.written).toBeGreaterThan(0);
}, 300_000);

/** Addresses that drift offers to adopt. */
async function listOffered(fixture: TestFixture): Promise<ReadonlySet<string>> {
  const context = { environment: 'local' };
  const drift = await fixture.drift();
  const items = drift.flatMap((each) => (each.kind === 'read' ? each.items : []));
  const isOffered = (item: DriftItem) =>
    listItemAnswers(item, context).some(({ does }) => does.includes('into the manifests'));
  return new Set(items.filter(isOffered).map(({ address, path }) => `${address}/${path}`));
}
