import { expect, it } from 'vitest';
import { writePlanFile } from '../worlds/features/write-plan-file.ts';
import { checkLaw } from '../worlds/laws/check-law.ts';
import { liveTurn } from '../worlds/laws/live-turn.ts';
import { drawStory, writeOpening, writeTurn } from '../worlds/laws/story.ts';
import { openQuickstart } from '../worlds/quickstart.ts';
import { openWorkplace } from '../worlds/workplace.ts';

const law = 'the same manifests and the same service give the same plan, to the byte';
const file = 'test/laws/law-11-deterministic.test.ts';

it(law, async () => {
  await checkLaw({ law, file, runs: 12, seed: 11 }, async (draw, note) => {
    const story = drawStory(draw, { turns: 2, touches: 4 });
    note(writeOpening(story));
    for (const turn of story.turns) note(writeTurn(turn));
    // Two services of one seed, each with a client, a store and a memory of its own.
    const places = await Promise.all(
      [1, 2].map(() =>
        openWorkplace({ world: story.world, choices: story.choices, manifests: {} }),
      ),
    );
    try {
      for (const index of story.turns.keys()) {
        const texts: string[] = [];
        for (const place of places) {
          await liveTurn(place, { story, index }, async () => {
            const [first, second] = [
              await writePlanFile(await place.plan()),
              await writePlanFile(await place.plan()),
            ];
            expect(second).toBe(first);
            texts.push(first);
          });
        }
        expect(texts[1]).toBe(texts[0]);
      }
    } finally {
      await Promise.all(places.map((place) => place.close()));
    }
  });
}, 300_000);

it('gives the same plan whatever manifests are called, in which order they come, and how many share a file', async () => {
  const place = await openQuickstart();
  const [contoso = '', northwind = ''] = ['contoso', 'northwind'].map(
    (key) => place.manifests.get(`accounts/${key}.yaml`) ?? '',
  );
  const arrange = async (files: readonly (readonly [string, string])[]): Promise<string> => {
    for (const path of [...place.manifests.keys()]) {
      if (path.startsWith('accounts/')) place.manifests.delete(path);
    }
    for (const [name, text] of files) place.manifests.set(`accounts/${name}.yaml`, text);
    return withoutPlaces(await writePlanFile(await place.plan()));
  };
  const plain = await arrange([
    ['contoso', contoso],
    ['northwind', northwind],
  ]);
  const others = [
    [
      ['northwind', northwind],
      ['contoso', contoso],
    ],
    [
      ['z', contoso],
      ['a/b', northwind],
    ],
    [['both', `${northwind}\n---\n${contoso}`]],
  ] as const;
  for (const files of others) expect(await arrange(files)).toBe(plain);
  expect(plain).toContain('"account":"contoso"');
});

// Where a line stands follows the file that it stands in.
function withoutPlaces(text: string): string {
  return text
    .replaceAll(/"at":\{[^}]*\}/g, '"at":{}')
    .replace(/"digest":"[^"]*",\n"seal":"[^"]*"/, '');
}
