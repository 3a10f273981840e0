import { expect, it } from 'vitest';
import { isSuccess } from '../../src/model/plan/outcome.ts';
import type { PlannedAccount } from '../../src/model/report/report.ts';
import { openFixture, type TestFixture } from '../worlds/fixture.ts';
import { checkLaw } from '../worlds/laws/check-law.ts';
import { runTurn } from '../worlds/laws/run-turn.ts';
import { drawScenario, formatScenarioStart, formatTurn } from '../worlds/laws/scenario.ts';
import { listTemplateIds } from './open-documented.ts';

const law = 'in the documented contract an apply leaves no operation, or says why it may not go on';
const file = 'test/guarantees/documented-worlds.test.ts';

/** Why an account may be refused there: what is asked for cannot be had, or only a person can go on. */
const refusals = new Set([
  'pause-not-offered',
  'change-refused',
  'connectors-unseen',
  'ambiguous',
  // Of steps of one name nothing there tells which comes first.
  'step-unknown',
  'source-unknown',
]);

const reached = { atRest: 0, byHand: 0 };

it(law, async () => {
  await checkLaw({ law, file, runs: { suite: 20, full: 40 }, seed: 99 }, async (draw, note) => {
    const drawn = drawScenario(draw, { turns: 3, touches: 0 });
    // A lost store waits for a person, who is not in these stories.
    const story = { ...drawn, turns: drawn.turns.map((turn) => ({ ...turn, losesStore: false })) };
    note(formatScenarioStart(story));
    const fixture = await openFixture({
      ...story,
      manifests: {},
      serves: 'documented',
      contract: 'documented',
      templates: await listTemplateIds(story.world),
    });
    try {
      for (const [index, turn] of story.turns.entries()) {
        note(formatTurn(turn));
        const { outcomes } = await runTurn(fixture, { story, index });
        checkTurn(fixture, { outcomes, again: await fixture.plan() });
      }
    } finally {
      await fixture.close();
    }
  });
}, 300_000);

it('meets accounts at rest, and values that are left to a person', () => {
  expect(Object.entries(reached).filter(([, count]) => count < 20)).toEqual([]);
});

function checkTurn(
  fixture: TestFixture,
  {
    outcomes,
    again,
  }: Pick<Awaited<ReturnType<typeof runTurn>>, 'outcomes'> & {
    readonly again: readonly PlannedAccount[];
  },
): void {
  for (const each of again) {
    if (each.kind === 'unplanned') {
      expect(
        each.diagnostics.map(({ code }) => code).filter((code) => !refusals.has(code)),
      ).toEqual([]);
      continue;
    }
    reached.byHand += each.plan.notices.some(({ kind }) => kind === 'by-hand') ? 1 : 0;
    if (!outcomes.every(isSuccess)) continue;
    expect(each.plan.operations.map(({ address, does }) => `${address} ${does}`)).toEqual([]);
    reached.atRest += 1;
  }
  const refused = fixture.emulator.requests().filter(({ status }) => status === 405);
  expect(refused, 'requests that the contract does not have').toEqual([]);
  for (const { connectors } of fixture.emulator.control.dump().accounts) {
    const names = connectors.map(({ name }) => name);
    expect(new Set(names).size, 'a connector is there twice').toBe(names.length);
  }
}
