import { expect, it } from 'vitest';
import { formatPlanFile } from '../worlds/features/format-plan-file.ts';
import { openFixture } from '../worlds/fixture.ts';
import { checkLaw } from '../worlds/laws/check-law.ts';
import { runTurn } from '../worlds/laws/run-turn.ts';
import { drawScenario, formatScenarioStart, formatTurn } from '../worlds/laws/scenario.ts';
import { openQuickstart } from '../worlds/quickstart.ts';

const law = 'the same manifests and the same service give the same plan, to the byte';
const file = 'test/laws/law-11-deterministic.test.ts';

it(law, async () => {
  await checkLaw({ law, file, runs: 12, seed: 11 }, async (draw, note) => {
    const story = drawScenario(draw, { turns: 2, touches: 4 });
    note(formatScenarioStart(story));
    for (const turn of story.turns) note(formatTurn(turn));
    // Two services of one seed, each with a client, a store and a memory of its own.
    const fixtures = await Promise.all(
      [1, 2].map(() => openFixture({ world: story.world, choices: story.choices, manifests: {} })),
    );
    try {
      for (const index of story.turns.keys()) {
        const texts: string[] = [];
        for (const fixture of fixtures) {
          await runTurn(fixture, { story, index }, async () => {
            const [first, second] = [
              await formatPlanFile(await fixture.plan()),
              await formatPlanFile(await fixture.plan()),
            ];
            expect(second).toBe(first);
            texts.push(first);
          });
        }
        expect(texts[1]).toBe(texts[0]);
      }
    } finally {
      await Promise.all(fixtures.map((fixture) => fixture.close()));
    }
  });
}, 300_000);

it('gives the same plan whatever manifests are called, in which order they come, and how many share a file', async () => {
  const fixture = await openQuickstart();
  const [contoso = '', northwind = ''] = ['contoso', 'northwind'].map(
    (key) => fixture.manifests.get(`accounts/${key}.yaml`) ?? '',
  );
  const arrange = async (files: readonly (readonly [string, string])[]): Promise<string> => {
    for (const path of [...fixture.manifests.keys()]) {
      if (path.startsWith('accounts/')) fixture.manifests.delete(path);
    }
    for (const [name, text] of files) fixture.manifests.set(`accounts/${name}.yaml`, text);
    return withoutPlaces(await formatPlanFile(await fixture.plan()));
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
