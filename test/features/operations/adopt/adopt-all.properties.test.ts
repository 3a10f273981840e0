import { expect, it } from 'vitest';
import type { Change } from '../../../../src/model/plan/change.ts';
import { adoptAllIn } from '../../../worlds/features/adopt-in.ts';
import { openFixture, planOf, type TestFixture } from '../../../worlds/fixture.ts';
import { formatManifestText } from '../../../worlds/generate/format-manifest-text.ts';
import { checkLaw } from '../../../worlds/laws/check-law.ts';
import { runTurn, touchAll } from '../../../worlds/laws/run-turn.ts';
import { drawScenario, formatScenarioStart, formatTurn } from '../../../worlds/laws/scenario.ts';
import { listLeft, listWrites } from '../../../worlds/quickstart.ts';

const law =
  'what a plan would adopt is bound without a write, and the plan stays what it was but for that';
const file = 'test/features/operations/adopt/adopt-all.properties.test.ts';

it(law, async () => {
  await checkLaw({ law, file, runs: 12, seed: 47 }, async (draw, note) => {
    const drawn = drawScenario(draw, { turns: 3, touches: 3, least: 2 });
    const story = { ...drawn, turns: drawn.turns.filter(({ losesStore }) => !losesStore) };
    note(formatScenarioStart(story));
    const fixture = await openFixture({
      world: story.world,
      choices: story.choices,
      manifests: {},
    });
    try {
      const last = story.turns.length - 1;
      for (const [index, turn] of story.turns.entries()) {
        note(formatTurn(turn));
        if (index < last || last === 0) await runTurn(fixture, { story, index });
      }
      // All is as Git says: once it is bound, nothing is left.
      if (draw.chance(50)) {
        await adoptAnew(fixture);
        expect(listLeft(await fixture.plan())).toEqual([]);
      }
      const [turn, before] = [story.turns[last], story.turns[last - 1]];
      if (turn === undefined || before === undefined) return;
      // The last version is planned and not applied, so that Git and the service differ.
      await touchAll(fixture, turn, before);
      for (const [name, value] of Object.entries(turn.secrets)) fixture.secrets.set(name, value);
      fixture.manifests.set('accounts/northwind.yaml', formatManifestText(turn.written));
      await adoptAnew(fixture);
    } finally {
      await fixture.close();
    }
  });
}, 300_000);

/** Loses the store, adopts all, and judges what has changed by that: nothing but what is remembered. */
async function adoptAnew(fixture: TestFixture): Promise<void> {
  fixture.loseStore();
  const since = fixture.emulator.requests().length;
  const { accounts } = fixture.emulator.control.dump();
  const [before] = await fixture.plan();
  const { adoptions, outcomes } = await adoptAllIn(fixture);
  expect(listWrites(fixture, since)).toEqual([]);
  expect(fixture.emulator.control.dump().accounts).toEqual(accounts);
  if (before?.kind !== 'planned') {
    expect(adoptions.map(({ kind }) => kind)).toEqual(['refused']);
    expect(await fixture.store.listAccounts()).toEqual([]);
    return;
  }
  const { changes, operations, notices } = before.plan;
  const adopted = changes.flatMap(({ verb, address }) => (verb === 'adopt' ? [address] : []));
  const bound = outcomes?.flatMap((outcome) => outcome.bound.map(({ address }) => address));
  expect(bound).toEqual(adopted);
  const after = planOf(await fixture.plan(), 'northwind');
  expect(after.changes.map(forgetWhoChanged)).toEqual(
    changes.filter(({ verb }) => verb !== 'adopt').map(forgetWhoChanged),
  );
  expect(after.operations).toEqual(operations);
  // What nobody can read counts as applied from now on, and a protection is remembered.
  const lasting = notices.filter(({ kind }) => kind !== 'not-readable' && kind !== 'protection');
  expect(after.notices).toEqual(lasting);
}

// Whoever changed an adopted object did so before our time, so that it counts as Git that moved afterwards.
function forgetWhoChanged(change: Change): Change {
  if (change.verb !== 'update') return change;
  const fields = change.fields.map((field) =>
    field.moved === 'manifest' ? { ...field, moved: 'unknown' as const } : field,
  );
  return { ...change, fields };
}
