import { expect, it } from 'vitest';
import { memberTable } from '../../../src/model/observed/members.ts';
import { isSuccess } from '../../../src/model/plan/outcome.ts';
import type { DriftItem } from '../../../src/model/plan/plan.ts';
import { findDumped } from '../../worlds/console/dumped.ts';
import { openFixture, type TestFixture } from '../../worlds/fixture.ts';
import { checkLaw } from '../../worlds/laws/check-law.ts';
import { type LiveFacts, listContentFacts, listFacts } from '../../worlds/laws/live-facts.ts';
import { editMembers, listItemNames, toItemName } from '../../worlds/laws/member-edits.ts';
import { runTurn } from '../../worlds/laws/run-turn.ts';
import { drawScenario, formatScenarioStart, formatTurn } from '../../worlds/laws/scenario.ts';
import { applyAll } from '../../worlds/quickstart.ts';

const account = 'northwind-8812';
const law = 'what others change of a compared member is reported at its address, and nothing else';
const file = 'test/laws/convergence/looked-at.test.ts';

it(law, async () => {
  const met = new Map<string, number>();
  await checkLaw({ law, file, runs: { suite: 20, full: 400 }, seed: 14 }, async (draw, note) => {
    const story = drawScenario(draw, { turns: 1, touches: 0 });
    note(`${formatScenarioStart(story)}\n${story.turns.map(formatTurn).join('\n')}`);
    const fixture = await openFixture({
      world: story.world,
      // A mask shows nothing of what is under it.
      choices: { ...story.choices, sensitivePropertyOnRead: 'clear' },
      manifests: {},
    });
    try {
      const { outcomes } = await runTurn(fixture, { story, index: 0 });
      if (outcomes.every(isSuccess)) expect(await countWithoutBaseline(fixture)).toBe(0);
      if (findDumped(fixture.emulator, account) === null) return;
      const before = await listItems(fixture);
      expect(before.filter(({ kind }) => kind === 'unmanaged')).toEqual([]);
      const known = new Set(before.flatMap(listItemNames));
      const first = readFacts(fixture);
      fixture.emulator.control.advance(draw.pick(['1s', '2h', '3d']));
      for (const row of await editMembers(fixture, draw, account))
        met.set(row, (met.get(row) ?? 0) + 1);
      const hidden = story.choices.scheduleReadable === 'yes' ? '' : 'schedule';
      const moved = await listMoved(fixture, first, hidden);
      note(`moved by hand: ${[...moved].join(', ')}`);
      const found = (await listItems(fixture))
        .flatMap(listItemNames)
        .filter((name) => !known.has(name));
      expect(found.sort()).toEqual([...moved].filter((name) => !known.has(name)).sort());
      const open = (await listItems(fixture)).filter(({ kind }) => kind === 'unmanaged');
      await applyAll(fixture);
      const left = (await listItems(fixture)).filter(({ kind }) => kind === 'unmanaged');
      // An apply takes nothing of it back, and nothing of it for its own.
      expect(left.map(toItemName).sort()).toEqual(open.map(toItemName).sort());
    } finally {
      await fixture.close();
    }
  });
  const rows = memberTable.flatMap(({ of, treatment }) => {
    const kind = of === 'account' || of === 'connector' ? of : 'cycle';
    return treatment.is === 'compared' ? [`${kind} ${treatment.path}`] : [];
  });
  expect([...met.keys()].filter((row) => !rows.includes(row))).toEqual([]);
  expect(met.size).toBeGreaterThan(15);
}, 300_000);

async function listItems(fixture: TestFixture): Promise<readonly DriftItem[]> {
  return (await fixture.drift()).flatMap((each) => (each.kind === 'read' ? each.items : []));
}

async function countWithoutBaseline(fixture: TestFixture): Promise<number> {
  const all = await fixture.drift();
  return all.reduce(
    (sum, each) => sum + (each.kind === 'read' ? (each.withoutBaseline ?? 0) : 0),
    0,
  );
}

function readFacts(fixture: TestFixture): LiveFacts {
  const dumped = findDumped(fixture.emulator, account);
  if (dumped === null) return new Map();
  // What is inside a cycle is told once, by the paths of members.
  const own = [...listFacts(dumped)].filter(([name]) => !inside.test(name));
  return new Map([...own, ...listContentFacts(dumped)]);
}

const inside = /^\S* (?:steps|variables|connectors)\//;

/** What differs in the service from before, by address: told from its own state alone. */
async function listMoved(
  fixture: TestFixture,
  before: LiveFacts,
  hidden: string,
): Promise<ReadonlySet<string>> {
  const { objects } = await fixture.store.readState('northwind');
  const addresses = new Map(
    // Drift counts an object without a baseline, and knows nothing of it.
    [...objects.values()]
      .filter(({ baseline }) => baseline !== undefined)
      .map(({ kind, remoteId, address }) => [kind === 'account' ? '' : remoteId, address]),
  );
  const after = readFacts(fixture);
  const moved = [...new Set([...before.keys(), ...after.keys()])].flatMap((key) => {
    // A cycle at rest shows no schedule.
    if (before.get(key) === after.get(key) || (key.endsWith(' schedule') && !after.has(key))) {
      return [];
    }
    const [id = '', path = ''] = [key.slice(0, key.indexOf(' ')), key.slice(key.indexOf(' ') + 1)];
    // A service may not show when a cycle runs.
    if (path === hidden) return [];
    const address = addresses.get(id);
    return address === undefined ? [] : [`${address}/${path}`];
  });
  return new Set(moved);
}
