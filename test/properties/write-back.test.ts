import { env } from 'node:process';
import { expect, it } from 'vitest';
import { isSuccess } from '../../src/model/outcome.ts';
import { checkLaw } from '../worlds/check-law.ts';
import type { Draw } from '../worlds/draw.ts';
import { liveTurn, touchAll } from '../worlds/live-turn.ts';
import { mergeIn } from '../worlds/merge-in.ts';
import { drawRowStory, drawStory, type Story, writeOpening } from '../worlds/story.ts';
import { openWorkplace, planOf, type TestWorkplace } from '../worlds/workplace.ts';
import { writeManifestText } from '../worlds/write-manifest.ts';

const law = 'a manifest that took over what a hand changed has a plan without operations for it';
const file = 'test/properties/write-back.test.ts';
const path = 'accounts/northwind.yaml';

it(law, async () => {
  let written = 0;
  await checkLaw({ law, file, runs: 9, seed: 11 }, async (draw, note) => {
    const story = draw.chance(50)
      ? drawRowStory(draw, 1)
      : drawStory(draw, { turns: 1, touches: 0 });
    note(writeOpening(story));
    const place = await openApplied(story);
    const [turn] = story.turns;
    if (place === null || turn === undefined) return;
    try {
      const before = comment(draw, writeManifestText(turn.written));
      place.manifests.set(path, before);
      const touches = Array.from({ length: draw.int(1, 12) }, () => draw.int(0, 9999));
      const touched = await touchAll(place, { touches }, turn);
      note(touched.join('\n'));
      const merge = await mergeIn(place, path);
      if (merge.text === null) expect.fail(JSON.stringify(merge.diagnostics, null, 1));
      note(merge.text);
      expect(listComments(merge.text)).toEqual(listComments(before));
      place.manifests.set(path, merge.text);
      written += merge.written.length;
      const told = merge.diagnostics.map(({ address }) => `${address}`);
      const { changes, operations } = planOf(await place.plan(), 'northwind');
      const left = changes.flatMap((change) =>
        'fields' in change ? change.fields.map((field) => `${change.address}/${field.path}`) : [],
      );
      expect(left.filter((each) => !told.includes(each))).toEqual([]);
      if (merge.diagnostics.length === 0) expect(operations).toEqual([]);
      const again = await mergeIn(place, path);
      expect(again.text).toBe(merge.text);
    } finally {
      await place.close();
    }
  });
  if (env.LAW_PATH === undefined) expect(written).toBeGreaterThan(10);
}, 300_000);

async function openApplied(story: Story): Promise<TestWorkplace | null> {
  const { world, choices } = story;
  const place = await openWorkplace({ world, choices, manifests: {} });
  const { outcomes } = await liveTurn(place, { story, index: 0 });
  if (outcomes.every(isSuccess)) return place;
  await place.close();
  return null;
}

// Comments between the lines, as people leave them; none inside of a value that may be another one later.
function comment(draw: Draw, text: string): string {
  return text
    .split('\n')
    .map((line, index) => {
      const margin = /^ */.exec(line)?.[0] ?? '';
      const isKey = /^ {0,6}(?!url|includeWarnings|successHours|erroredHours)[\w"][\w" .-]*:/.test(
        line,
      );
      return isKey && draw.chance(20) ? `${margin}# ${index}\n${line}` : line;
    })
    .join('\n');
}

function listComments(text: string): string[] {
  return text.split('\n').filter((line) => /^ *# \d+$/.test(line));
}
