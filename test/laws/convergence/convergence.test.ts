import { expect, it } from 'vitest';
import { isSuccess } from '../../../src/model/plan/outcome.ts';
import { busyStories } from '../../faults/share.ts';
import { findDumped } from '../../worlds/console/dumped.ts';
import { openFixture, planOf, type TestFixture } from '../../worlds/fixture.ts';
import { checkLaw } from '../../worlds/laws/check-law.ts';
import { compareLive } from '../../worlds/laws/live-oracle.ts';
import { Reach } from '../../worlds/laws/reach.ts';
import { runTurn } from '../../worlds/laws/run-turn.ts';
import {
  drawRowScenario,
  drawScenario,
  formatScenarioStart,
  formatTurn,
  type Scenario,
} from '../../worlds/laws/scenario.ts';
import { listLeft, listReported } from '../../worlds/quickstart.ts';

const law = 'after apply a plan has no operations, whatever was there and whatever changed';
const busyLaw = 'it comes to rest too where everything is changed at once by Git and by hand';
const file = 'test/laws/convergence/convergence.test.ts';
const reach = new Reach();

it(law, async () => {
  await checkLaw({ law, file, runs: { suite: 6, full: 16 }, seed: 2026 }, async (draw, note) => {
    await runThrough(drawScenario(draw, { turns: 4, touches: 6 }), note);
  });
}, 300_000);

it(busyLaw, async () => {
  await checkLaw({ law: busyLaw, file, runs: busyStories.runs, seed: 8 }, async (draw, note) => {
    await runThrough(drawRowScenario(draw, 12), note);
  });
}, 300_000);

it('meets every verb of every kind, every row of the field table however it moved, and every operation', () => {
  expect(reach.listRare(busyStories.least)).toEqual([]);
});

async function runThrough(story: Scenario, note: (text: string) => void): Promise<void> {
  note(formatScenarioStart(story));
  const fixture = await openFixture({ world: story.world, choices: story.choices, manifests: {} });
  try {
    for (const index of story.turns.keys()) {
      await play(fixture, { story, index }, note);
    }
  } finally {
    await fixture.close();
  }
}

async function play(
  fixture: TestFixture,
  at: { readonly story: Scenario; readonly index: number },
  note: (text: string) => void,
): Promise<void> {
  const turn = at.story.turns[at.index];
  if (turn === undefined) return;
  note(formatTurn(turn));
  const { planned, outcomes, touched } = await runTurn(fixture, at);
  note(`by hand: ${touched.join(', ')}`);
  reach.add(planOf(planned, 'northwind'));
  demandNone('what apply says', listReported(outcomes));
  expect(outcomes.every(isSuccess)).toBe(true);
  demandNone('what is left to do', listLeft(await fixture.plan()));
  for (const each of await fixture.drift()) {
    // No apply touches what no manifest manages.
    const left = each.kind === 'read' ? each.items : each.diagnostics;
    demandNone(
      'drift',
      left.filter((item) => !('kind' in item) || item.kind !== 'unmanaged'),
    );
  }
  const live = findDumped(fixture.emulator, turn.written.spec.id ?? '');
  const wrong = live === null ? ['nothing'] : compareLive(turn.written, live);
  demandNone('what the service holds', wrong);
}

function demandNone(what: string, items: readonly unknown[]): void {
  if (items.length > 0) throw new Error(`${what}: ${JSON.stringify(items, null, 1)}`);
}
