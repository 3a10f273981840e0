import { expect, it } from 'vitest';
import type { RevertRequest } from '../../../../src/features/operations/revert/check-revert.ts';
import { isSuccess } from '../../../../src/model/plan/outcome.ts';
import type { DriftItem } from '../../../../src/model/plan/plan.ts';
import { findDumped } from '../../../worlds/console/dumped.ts';
import { openFixture, type TestFixture } from '../../../worlds/fixture.ts';
import { formatManifestText } from '../../../worlds/generate/format-manifest-text.ts';
import { checkLaw } from '../../../worlds/laws/check-law.ts';
import { type LiveFacts, listFacts } from '../../../worlds/laws/live-facts.ts';
import { runTurn, touchAll } from '../../../worlds/laws/run-turn.ts';
import {
  drawRowScenario,
  drawScenario,
  formatScenarioStart,
  formatTurn,
  type Scenario,
} from '../../../worlds/laws/scenario.ts';
import { applyAll, listReported } from '../../../worlds/quickstart.ts';

const law =
  'after a revert there is no drift that it could take back, and what only Git moved is as it was';
const file = 'test/features/operations/revert/revert.properties.test.ts';
const revert: RevertRequest = { addresses: [], isNew: false };
/** How many fields came back, and how many that Git moved were left. */
const met = { back: 0, left: 0 };

it(law, async () => {
  await checkLaw({ law, file, runs: { suite: 8, full: 16 }, seed: 91 }, async (draw, note) => {
    const isOfRows = draw.chance(50);
    await revertAll(
      isOfRows ? drawRowScenario(draw, 3) : drawScenario(draw, { turns: 3, touches: 5, least: 2 }),
      note,
    );
  });
  expect(met.back).toBeGreaterThan(20);
  expect(met.left).toBeGreaterThan(20);
}, 120_000);

async function revertAll(story: Scenario, note: (text: string) => void): Promise<void> {
  note(formatScenarioStart(story));
  const fixture = await openFixture({ world: story.world, choices: story.choices, manifests: {} });
  try {
    for (const [index, turn] of story.turns.entries()) {
      note(formatTurn(turn));
      if (index === 0) await runTurn(fixture, { story, index });
      else await revertOne(fixture, { story, index });
    }
  } finally {
    await fixture.close();
  }
}

// A hand moves things, and Git others; the hand's are taken back, and then all of Git is applied for the next turn.
async function revertOne(
  fixture: TestFixture,
  { story, index }: { readonly story: Scenario; readonly index: number },
): Promise<void> {
  const turn = story.turns[index];
  const last = story.turns[index - 1];
  if (turn === undefined || last === undefined) throw new Error('The story has no such turn');
  fixture.emulator.control.advance(turn.later);
  for (const [name, value] of Object.entries(turn.secrets)) fixture.secrets.set(name, value);
  const applied = readFacts(fixture, last.written.spec.id);
  await touchAll(fixture, turn, last);
  fixture.manifests.set('accounts/northwind.yaml', formatManifestText(turn.written));
  const before = readFacts(fixture, last.written.spec.id);
  const moved = await listMoved(fixture);
  const planned = await fixture.plan({ revert });
  const outcomes = await fixture.apply({ revert, planned });
  const reported = listReported(outcomes);
  // Whether a single run was had only a person can tell, of a revert as of any apply.
  const isOpen = reported.some(({ code }) => code === 'single-run-unknown');
  if (planned.every(({ kind }) => kind === 'planned') && !isOpen) {
    expect(reported).toEqual([]);
    expect(outcomes.every(isSuccess)).toBe(true);
    expect(await listLeft(fixture)).toEqual([]);
    const unknown = await listUnknown(fixture, moved);
    const after = readFacts(fixture, last.written.spec.id);
    // What no hand has touched was as it was last applied, and is so still.
    const wrong = [...before].filter(
      ([key, value]) =>
        applied.get(key) === value &&
        after.has(key) &&
        after.get(key) !== value &&
        !unknown.some((start) => key.startsWith(start)),
    );
    expect(wrong).toEqual([]);
    met.back += moved.length;
    met.left += await countGit(fixture);
  }
  await applyAll(fixture);
}

async function listMoved(fixture: TestFixture): Promise<readonly DriftItem[]> {
  const items = (await fixture.drift()).flatMap((each) => (each.kind === 'read' ? each.items : []));
  // Nothing in Git says what they were, so that they have a law of their own.
  return items.filter(({ kind }) => kind !== 'unmanaged');
}

// What Git names anew and was never applied is drift too, since nobody knows who moved it.
async function listUnknown(
  fixture: TestFixture,
  moved: readonly DriftItem[],
): Promise<readonly string[]> {
  const { objects } = await fixture.store.readState('northwind');
  return moved.flatMap(({ address, path, moved: by }) => {
    if (by !== 'unknown' || path === null) return [];
    const record = objects.get(address);
    const id = record === undefined || record.kind === 'account' ? '' : record.remoteId;
    // Slots and mappings stand under other names in the service's own state; and where nobody knows what a cycle was
    // sent, it is started again on what Git says.
    return [`${id} ${path.split('/')[0]}`, `${id} schedule`];
  });
}

// What is left to a person is no work of a plan.
async function listLeft(fixture: TestFixture): Promise<readonly string[]> {
  return (await listMoved(fixture)).map(({ address, path }) => `${address}/${path}`);
}

async function countGit(fixture: TestFixture): Promise<number> {
  return (await fixture.drift()).reduce(
    (sum, each) => sum + (each.kind === 'read' ? each.manifestMoved : 0),
    0,
  );
}

function readFacts(fixture: TestFixture, id: string | undefined): LiveFacts {
  const dumped = findDumped(fixture.emulator, id ?? '');
  return dumped === null ? new Map() : listFacts(dumped);
}
