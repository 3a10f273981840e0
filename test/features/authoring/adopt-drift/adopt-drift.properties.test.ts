import { env } from 'node:process';
import { expect, it } from 'vitest';
import { openRunContext } from '../../../../src/engine/run/open-run.ts';
import { adoptDrift } from '../../../../src/features/authoring/adopt-drift/adopt-drift.ts';
import { type Address, toFieldAddress } from '../../../../src/model/address.ts';
import { isSuccess } from '../../../../src/model/plan/outcome.ts';
import { openFixture, planOf, type TestFixture } from '../../../worlds/fixture.ts';
import type { Draw } from '../../../worlds/generate/draw.ts';
import { checkLaw } from '../../../worlds/laws/check-law.ts';
import { runTurn, touchAll } from '../../../worlds/laws/run-turn.ts';
import {
  drawRowScenario,
  drawScenario,
  formatScenarioStart,
  type Scenario,
} from '../../../worlds/laws/scenario.ts';

const law =
  'what is adopted of drift is drift no more and no work of a plan, and the rest still is';
const file = 'test/features/authoring/adopt-drift/adopt-drift.properties.test.ts';
const path = 'accounts/northwind.yaml';
const met = { adopted: 0, left: 0 };

it(law, async () => {
  await checkLaw({ law, file, runs: { suite: 8, full: 16 }, seed: 17 }, async (draw, note) => {
    const story = draw.chance(50)
      ? drawRowScenario(draw, 1)
      : drawScenario(draw, { turns: 1, touches: 0 });
    note(formatScenarioStart(story));
    await adoptSome(story, { draw, note });
  });
  if (env.LAW_PATH !== undefined) return;
  expect(met.adopted).toBeGreaterThan(5);
  expect(met.left).toBeGreaterThan(5);
}, 120_000);

async function adoptSome(
  story: Scenario,
  { draw, note }: { readonly draw: Draw; readonly note: (text: string) => void },
): Promise<void> {
  const [turn] = story.turns;
  const fixture = await openFixture({ world: story.world, choices: story.choices, manifests: {} });
  try {
    const { outcomes } = await runTurn(fixture, { story, index: 0 });
    if (turn === undefined || !outcomes.every(isSuccess)) return;
    const touches = Array.from({ length: draw.int(2, 12) }, () => draw.int(0, 9999));
    await touchAll(fixture, { touches }, turn);
    const before = await listDrift(fixture);
    const asked = before.filter(() => draw.chance(50));
    if (asked.length === 0) return;
    note(asked.join('\n'));
    const { run } = await fixture.open();
    const looking = await openRunContext(run.context, run.named);
    const adoption = await adoptDrift({
      context: looking,
      owner: 'it',
      choice: { said: () => null, ask: async () => null },
      entries: run.entries,
      all: run.entries,
      addresses: asked,
      width: 4,
      follow: (items) => items,
    });
    const adopted = adoption.values.map(({ address }) => address);
    const reported = adoption.diagnostics.map(({ address }) => address);
    note(adopted.join('\n'));
    // Who turned the error webhook off has no more to say of its parts: they go with it, and are told with it.
    const isWith = (all: typeof reported, each: Address) =>
      all.some((it) => it?.endsWith('/errorWebhook/enabled')) && each.includes('/errorWebhook/');
    // What was asked for is written or told. Who started a cycle did so on a schedule of theirs.
    const isDone = (each: Address) =>
      adopted.includes(each) || reported.includes(each) || isWith([...adopted, ...reported], each);
    expect(asked.filter((each) => !isDone(each))).toEqual([]);
    const isAsked = (each: Address) =>
      asked.includes(each) || each.endsWith('/schedule') || isWith(asked, each);
    expect(adopted.filter((each) => !isAsked(each))).toEqual([]);
    for (const edit of adoption.files) fixture.manifests.set(edit.path, edit.after);
    const left = before.filter((each) => !adopted.includes(each) && !isWith(adopted, each));
    expect(await listDrift(fixture)).toEqual(left);
    const changes = planOf(await fixture.plan(), 'northwind').changes.flatMap((change) =>
      change.verb === 'update'
        ? change.fields.map((field) => toFieldAddress(change.address, field.path))
        : [],
    );
    expect(changes.filter((each) => adopted.includes(each))).toEqual([]);
    met.adopted += adopted.length;
    met.left += left.length;
    expect(adoption.files.map((edit) => edit.path)).toEqual(adopted.length === 0 ? [] : [path]);
  } finally {
    await fixture.close();
  }
}

async function listDrift(fixture: TestFixture): Promise<readonly Address[]> {
  return (await fixture.drift()).flatMap((each) =>
    each.kind === 'read'
      ? each.items.map(({ address, path: of }) =>
          of === null ? address : toFieldAddress(address, of),
        )
      : [],
  );
}
