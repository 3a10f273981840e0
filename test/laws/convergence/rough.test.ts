import { expect, it } from 'vitest';
import { roughStories } from '../../faults/share.ts';
import type { Draw } from '../../worlds/generate/draw.ts';
import { checkLaw } from '../../worlds/laws/check-law.ts';
import {
  drawRowStory,
  drawStory,
  type Story,
  writeOpening,
  writeTurn,
} from '../../worlds/laws/story.ts';
import { RoughLife } from '../../worlds/rough/rough-life.ts';
import { RoughReach } from '../../worlds/rough/rough-reach.ts';
import { openWorkplace } from '../../worlds/workplace.ts';

const law = 'in a rough world nothing is lost, doubled, mixed or called done that is not';
const busyLaw = 'nor where everything is changed at once by Git and by hand';
const file = 'test/laws/convergence/rough.test.ts';
const reach = new RoughReach();

it(law, async () => {
  await checkLaw({ law, file, runs: { suite: 8, full: 16 }, seed: 58 }, async (draw, note) => {
    await liveThrough(drawStory(draw, { turns: 4, touches: 2 }), draw, note);
  });
}, 600_000);

it(busyLaw, async () => {
  await checkLaw({ law: busyLaw, file, runs: roughStories.runs, seed: 60 }, async (draw, note) => {
    await liveThrough(drawRowStory(draw, 9, 4), draw, note);
  });
}, 600_000);

it('meets every operation, every way to fail, every verb of every kind and every row of the field table', () => {
  expect(reach.listRare(roughStories.share)).toEqual([]);
});

async function liveThrough(story: Story, draw: Draw, note: (text: string) => void): Promise<void> {
  note(writeOpening(story));
  const place = await openWorkplace({ world: story.world, choices: story.choices, manifests: {} });
  const life = new RoughLife({ place, story, draw, reach, note });
  try {
    for (const [index, turn] of story.turns.entries()) {
      note(writeTurn(turn));
      await life.live(index);
    }
  } finally {
    await place.close();
  }
}
