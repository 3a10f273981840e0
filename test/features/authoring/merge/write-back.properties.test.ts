import { env } from 'node:process';
import { expect, it } from 'vitest';
import { parseDocuments } from '../../../../src/engine/load/parse-documents.ts';
import { toPointer } from '../../../../src/kit/json/json-pointer.ts';
import { parsePath } from '../../../../src/model/address.ts';
import type { WrittenAccount } from '../../../../src/model/manifest/manifest.generated.ts';
import { isSuccess } from '../../../../src/model/plan/outcome.ts';
import { exportAccounts } from '../../../worlds/features/export-accounts.ts';
import { mergeIn } from '../../../worlds/features/merge-in.ts';
import { openFixture, planOf, type TestFixture } from '../../../worlds/fixture.ts';
import type { Draw } from '../../../worlds/generate/draw.ts';
import { formatManifestText } from '../../../worlds/generate/format-manifest-text.ts';
import { checkLaw } from '../../../worlds/laws/check-law.ts';
import { runTurn, touchAll } from '../../../worlds/laws/run-turn.ts';
import {
  drawRowScenario,
  drawScenario,
  formatScenarioStart,
  type Scenario,
} from '../../../worlds/laws/scenario.ts';

const law = 'a manifest that took over manual changes has a plan without operations for them';
const unmanagedLaw =
  'what no manifest has gets its entries: every line stays, and the plan has nothing to do';
let inserted = 0;
const file = 'test/features/authoring/merge/write-back.properties.test.ts';
const path = 'accounts/northwind.yaml';

it(law, async () => {
  let written = 0;
  await checkLaw({ law, file, runs: 8, seed: 11 }, async (draw, note) => {
    const story = draw.chance(50)
      ? drawRowScenario(draw, 1)
      : drawScenario(draw, { turns: 1, touches: 0 });
    note(formatScenarioStart(story));
    const fixture = await openApplied(story);
    const [turn] = story.turns;
    if (fixture === null || turn === undefined) return;
    try {
      const before = comment(draw, formatManifestText(turn.written));
      fixture.manifests.set(path, before);
      const touches = Array.from({ length: draw.int(1, 12) }, () => draw.int(0, 9999));
      const touched = await touchAll(fixture, { touches }, turn);
      note(touched.join('\n'));
      const merge = await mergeIn(fixture, path);
      if (merge.text === null) expect.fail(JSON.stringify(merge.diagnostics, null, 1));
      note(merge.text);
      expect(
        listLost(
          listUntouched(
            before,
            merge.written.map(({ pointer }) => pointer),
          ),
          merge.text,
        ),
      ).toEqual([]);
      expect(listComments(merge.text)).toEqual(listComments(before));
      fixture.manifests.set(path, merge.text);
      written += merge.written.length;
      const reported = merge.diagnostics.map(({ address }) => `${address}`);
      const { changes, operations } = planOf(await fixture.plan(), 'northwind');
      const left = changes.flatMap((change) =>
        'fields' in change ? change.fields.map((field) => `${change.address}/${field.path}`) : [],
      );
      expect(left.filter((each) => !reported.some((one) => isOf(one, each)))).toEqual([]);
      if (merge.diagnostics.length === 0) expect(operations).toEqual([]);
      const again = await mergeIn(fixture, path);
      expect(again.text).toBe(merge.text);
    } finally {
      await fixture.close();
    }
  });
  if (env.LAW_PATH === undefined) expect(written).toBeGreaterThan(10);
}, 300_000);

it(unmanagedLaw, async () => {
  await checkLaw({ law: unmanagedLaw, file, runs: 4, seed: 3 }, async (draw, note) => {
    const story = drawScenario(draw, { turns: 1, touches: 0 });
    note(formatScenarioStart(story));
    const fixture = await openApplied(story);
    const [turn] = story.turns;
    if (fixture === null || turn === undefined) return;
    try {
      // What the manifest no longer says is nobody's once the store is lost.
      fixture.loseStore();
      const before = comment(draw, formatManifestText(withoutSome(draw, turn.written)));
      note(before);
      fixture.manifests.set(path, before);
      const exported = await exportAccounts(fixture, {
        merge: 'foreign',
        select: [`account=${turn.written.metadata.name}`],
      });
      expect(exported).toMatchObject([{ kind: expect.stringMatching(/^(?:merged|unchanged)$/) }]);
      const text = fixture.manifests.get(path) ?? '';
      note(text);
      inserted += exported.flatMap((each) => ('entries' in each ? each.entries : [])).length;
      // A cycle that waits for somebody to sign in rests, and with the store it is lost that it shall run.
      const moved = exported.flatMap((each) => ('values' in each ? each.values : []));
      const pointers = moved.map((address) => toPointer(['spec', ...parsePath(address).slice(1)]));
      expect(listLost(listUntouched(before, pointers), text)).toEqual([]);
      const { operations } = planOf(await fixture.plan(), 'northwind');
      expect(operations.map(({ does }) => does)).toEqual([]);
    } finally {
      await fixture.close();
    }
  });
  if (env.LAW_PATH === undefined) expect(inserted).toBeGreaterThan(3);
}, 300_000);

// Cycles go as they come; connectors with the last of them, which may name them.
function withoutSome(draw: Draw, written: WrittenAccount): WrittenAccount {
  const { connectors, cycles = {}, ...spec } = written.spec;
  const kept = Object.entries(cycles).filter(() => draw.chance(30));
  const named = connectors === undefined ? {} : { connectors };
  const rest = kept.length > 0 ? { ...named, cycles: Object.fromEntries(kept) } : {};
  return { ...written, spec: { ...spec, ...rest } };
}

/** The lines of a file that no written field has a part in. */
function listUntouched(text: string, written: readonly string[]): readonly string[] {
  const [document] = parseDocuments(path, text).documents;
  const touched = written.map((pointer) => ({
    from: document?.keySpanOf(pointer).line ?? 0,
    to: document?.spanOf(pointer).endLine ?? 0,
  }));
  return text
    .split('\n')
    .filter((_, index) => !touched.some(({ from, to }) => from <= index + 1 && index + 1 <= to));
}

/** The lines that are not in a text any more, or in another order. */
function listLost(lines: readonly string[], text: string): readonly string[] {
  const left = text.split('\n');
  return lines.filter((line) => {
    const index = left.indexOf(line);
    if (index >= 0) left.splice(0, index + 1);
    return index < 0;
  });
}

// A webhook that was turned off has no parts any more.
function isOf(reported: string, field: string): boolean {
  return (
    reported === field || reported === field.replace(/\/errorWebhook\/.*/, '/errorWebhook/enabled')
  );
}

async function openApplied(story: Scenario): Promise<TestFixture | null> {
  const { world, choices } = story;
  const fixture = await openFixture({ world, choices, manifests: {} });
  const { outcomes } = await runTurn(fixture, { story, index: 0 });
  if (outcomes.every(isSuccess)) return fixture;
  await fixture.close();
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
