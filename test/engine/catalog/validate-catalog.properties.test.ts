import { expect, it } from 'vitest';
import { indexManifests } from '../../../src/engine/index/index-manifests.ts';
import { isMap } from '../../../src/kit/json/json.ts';
import { judgeOffline, saveCatalog } from '../../worlds/features/judge-offline.ts';
import { openFixture, type TestFixture } from '../../worlds/fixture.ts';
import type { Draw } from '../../worlds/generate/draw.ts';
import { formatManifestText } from '../../worlds/generate/format-manifest-text.ts';
import { checkLaw } from '../../worlds/laws/check-law.ts';
import { runTurn } from '../../worlds/laws/run-turn.ts';
import { drawScenario, formatScenarioStart } from '../../worlds/laws/scenario.ts';
import { openFiles } from '../../worlds/test-ports.ts';

const law =
  'validate with a saved catalog finds the unknown names that the plan of a new account finds';
const file = 'test/engine/catalog/validate-catalog.properties.test.ts';

/** Codes that a catalog alone decides. */
const codes = [
  'connector-unknown',
  'connector-version-unknown',
  'authentication-unknown',
  'property-unknown',
  'secret-as-text',
  'secret-merged',
  'template-unknown',
  'template-ambiguous',
  'step-unknown',
  'target-unknown',
  'source-unknown',
  'variable-unknown',
  'slot-unknown',
  'slot-ambiguous',
  'slot-of-other-connector',
  'schedule-ignored',
];

it(law, async () => {
  const met = new Set<string>();
  await checkLaw({ law, file, runs: { suite: 60, full: 1500 }, seed: 1729 }, async (draw, note) => {
    const story = drawScenario(draw, { turns: 1, touches: 0 });
    note(formatScenarioStart(story));
    const [turn] = story.turns;
    if (turn === undefined) return;
    const right = formatManifestText(turn.written);
    const wrong = misspell(draw, right);
    note(wrong);
    const fixture = await openFixture({
      world: story.world,
      choices: story.choices,
      secrets: turn.secrets,
      manifests: { 'accounts/northwind.yaml': right },
    });
    try {
      const saved = await saveCatalog(fixture);
      expect(listErrors(await judgeOffline(fixture, saved)), 'the right manifest').toEqual(
        await planned(fixture),
      );
      fixture.manifests.set('accounts/northwind.yaml', wrong);
      const { index } = await indexManifests(openFiles(fixture.manifests));
      // Other mistakes are found without a catalog.
      if (index.diagnostics.length > 0) return;
      const found = listErrors(await judgeOffline(fixture, await saveCatalog(fixture)));
      for (const each of found) met.add(each.split(' ')[1] ?? '');
      expect(found).toEqual(await planned(fixture));
    } finally {
      await fixture.close();
    }
  });
  expect(met.size, [...met].join(', ')).toBeGreaterThan(5);
}, 300_000);

const lived =
  'validate with a saved catalog finds no mistake in manifests that were applied, version by version';

it(lived, async () => {
  await checkLaw(
    { law: lived, file, runs: { suite: 12, full: 200 }, seed: 1730 },
    async (draw, note) => {
      const story = drawScenario(draw, { turns: 3, touches: 0 });
      note(formatScenarioStart(story));
      const { world, choices } = story;
      const fixture = await openFixture({ world, choices, manifests: {} });
      try {
        for (const index of story.turns.keys()) {
          await runTurn(fixture, { story, index });
          const found = await judgeOffline(fixture, await saveCatalog(fixture));
          expect(found.filter(({ severity }) => severity === 'error')).toEqual([]);
        }
      } finally {
        await fixture.close();
      }
    },
  );
}, 300_000);

/** The manifest with one to three words misspelled, that may be names. */
function misspell(draw: Draw, text: string): string {
  const lines = text.split('\n');
  const from = lines.findIndex((line) => /^ {2}(?:connectors|cycles):/.test(line));
  if (from < 0) return text;
  const count = draw.int(1, 3);
  for (let turn = 0; turn < count; turn += 1) {
    const at = draw.int(from + 1, Math.max(from + 1, lines.length - 2));
    const words = [...(lines[at] ?? '').matchAll(/[A-Za-z][a-z]{2,}/g)];
    if (words.length === 0) continue;
    const word = words[draw.int(0, words.length - 1)];
    if (word === undefined) continue;
    const line = lines[at] ?? '';
    lines[at] = `${line.slice(0, word.index + 1)}x${line.slice(word.index + 1)}`;
  }
  return lines.join('\n');
}

async function planned(fixture: TestFixture): Promise<readonly string[]> {
  return listErrors(await fixture.plan());
}

/** Errors anywhere in a value, by place and words. */
function listErrors(value: unknown): readonly string[] {
  const found = new Set<string>();
  const walk = (each: unknown): void => {
    if (Array.isArray(each)) for (const item of each) walk(item);
    else if (isMap(each)) {
      const { code, severity, summary, at } = each;
      if (typeof code === 'string' && severity === 'error' && codes.includes(code)) {
        found.add(`${isMap(at) ? `${at.line}:${at.column}` : '-'} ${code} ${summary}`);
      }
      for (const item of Object.values(each)) walk(item);
    }
  };
  walk(value);
  return [...found].sort();
}
