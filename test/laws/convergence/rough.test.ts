import { expect, it } from 'vitest';
import { roughStories } from '../../faults/share.ts';
import { openFixture } from '../../worlds/fixture.ts';
import type { Draw } from '../../worlds/generate/draw.ts';
import { checkLaw } from '../../worlds/laws/check-law.ts';
import {
  drawRowScenario,
  drawScenario,
  formatScenarioStart,
  formatTurn,
  type Scenario,
} from '../../worlds/laws/scenario.ts';
import { RoughReach } from '../../worlds/rough/rough-reach.ts';
import { RoughSimulation } from '../../worlds/rough/rough-simulation.ts';

const law = 'in a rough world nothing is lost, doubled, mixed or called done that is not';
const busyLaw = 'nor where everything is changed at once by Git and by hand';
const file = 'test/laws/convergence/rough.test.ts';
const reach = new RoughReach();

it(law, async () => {
  await checkLaw({ law, file, runs: { suite: 6, full: 16 }, seed: 58 }, async (draw, note) => {
    await runThrough(drawScenario(draw, { turns: 4, touches: 2 }), draw, note);
  });
}, 600_000);

it(busyLaw, async () => {
  await checkLaw({ law: busyLaw, file, runs: roughStories.runs, seed: 60 }, async (draw, note) => {
    await runThrough(drawRowScenario(draw, 9, 4), draw, note);
  });
}, 600_000);

it('meets every operation, every way to fail, every verb of every kind and every row of the field table', () => {
  expect(reach.listRare(roughStories.share)).toEqual([]);
});

async function runThrough(
  story: Scenario,
  draw: Draw,
  note: (text: string) => void,
): Promise<void> {
  note(formatScenarioStart(story));
  const fixture = await openFixture({ world: story.world, choices: story.choices, manifests: {} });
  const life = new RoughSimulation({ fixture, story, draw, reach, note });
  try {
    for (const [index, turn] of story.turns.entries()) {
      note(formatTurn(turn));
      await life.live(index);
    }
  } finally {
    await fixture.close();
  }
}
