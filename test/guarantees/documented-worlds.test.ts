import { expect, it } from 'vitest';
import { isSuccess } from '../../src/model/plan/outcome.ts';
import type { PlannedAccount } from '../../src/model/report/report.ts';
import { checkLaw } from '../worlds/laws/check-law.ts';
import { liveTurn } from '../worlds/laws/live-turn.ts';
import { drawStory, writeOpening, writeTurn } from '../worlds/laws/story.ts';
import { openWorkplace, type TestWorkplace } from '../worlds/workplace.ts';
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
    const drawn = drawStory(draw, { turns: 3, touches: 0 });
    // A lost store waits for a person, who is not in these stories.
    const story = { ...drawn, turns: drawn.turns.map((turn) => ({ ...turn, losesStore: false })) };
    note(writeOpening(story));
    const place = await openWorkplace({
      ...story,
      manifests: {},
      serves: 'documented',
      contract: 'documented',
      templates: await listTemplateIds(story.world),
    });
    try {
      for (const [index, turn] of story.turns.entries()) {
        note(writeTurn(turn));
        const { outcomes } = await liveTurn(place, { story, index });
        judgeTurn(place, { outcomes, again: await place.plan() });
      }
    } finally {
      await place.close();
    }
  });
}, 300_000);

it('meets accounts at rest, and values that are left to a person', () => {
  expect(Object.entries(reached).filter(([, count]) => count < 20)).toEqual([]);
});

function judgeTurn(
  place: TestWorkplace,
  {
    outcomes,
    again,
  }: Pick<Awaited<ReturnType<typeof liveTurn>>, 'outcomes'> & {
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
  const refused = place.emulator.requests().filter(({ status }) => status === 405);
  expect(refused, 'requests that the contract does not have').toEqual([]);
  for (const { connectors } of place.emulator.control.dump().accounts) {
    const names = connectors.map(({ name }) => name);
    expect(new Set(names).size, 'a connector is there twice').toBe(names.length);
  }
}
