import { expect, it } from 'vitest';
import { isSuccess } from '../../src/model/outcome.ts';
import { checkLaw } from '../worlds/check-law.ts';
import { listTouches } from '../worlds/console-hand.ts';
import { findDumped } from '../worlds/dumped.ts';
import { compareLive } from '../worlds/live-oracle.ts';
import { Reach } from '../worlds/reach.ts';
import { drawStory, type Story, writeOpening, writeTurn } from '../worlds/story.ts';
import { openWorkplace, planOf, type TestWorkplace } from '../worlds/workplace.ts';
import { writeManifestText } from '../worlds/write-manifest.ts';

const law = 'after apply a plan has no operations, whatever was there and whatever changed';
const file = 'test/convergence/convergence.test.ts';
const reach = new Reach();

it(law, async () => {
  await checkLaw({ law, file, runs: 60, seed: 2026 }, async (draw, note) => {
    const story = drawStory(draw, { turns: 4, hands: true });
    note(writeOpening(story));
    await liveThrough(story, note);
  });
}, 180_000);

it('meets every verb of every kind, every row of the field table moved in every way, and every operation twenty times', () => {
  const rare = reach.list().filter(({ count }) => count < 20);
  expect(rare.map(({ what, count }) => `${count} ${what}`)).toEqual([]);
});

async function liveThrough(story: Story, note: (text: string) => void): Promise<void> {
  const place = await openWorkplace({ world: story.world, choices: story.choices, manifests: {} });
  try {
    for (const index of story.turns.keys()) {
      await play(place, { story, index }, note);
    }
  } finally {
    await place.close();
  }
}

async function play(
  place: TestWorkplace,
  at: { readonly story: Story; readonly index: number },
  note: (text: string) => void,
): Promise<void> {
  const turn = at.story.turns[at.index];
  const last = at.story.turns[at.index - 1];
  if (turn === undefined) return;
  note(writeTurn(turn));
  const { written } = turn;
  place.emulator.control.advance(turn.later);
  if (turn.losesStore) place.loseStore();
  for (const [name, value] of Object.entries(turn.secrets)) place.secrets.set(name, value);
  for (const number of turn.touches) {
    const touches = last === undefined ? [] : await listTouches(place.emulator, last.written);
    const touch = touches[number % touches.length];
    if (touch !== undefined) note(`by hand: ${touch.address}/${touch.path} ${await touch.make()}`);
  }
  place.manifests.set('accounts/northwind.yaml', writeManifestText(written));
  const planned = await place.plan();
  const plan = planOf(planned, 'northwind');
  reach.add(plan);
  const deletes = plan.changes.filter(({ verb }) => verb === 'delete').length;
  const outcomes = await place.apply({ planned, allowDeletes: deletes });
  const told = outcomes.flatMap((each) => [
    ...each.diagnostics,
    ...each.outcomes.flatMap(({ diagnostics }) => diagnostics),
  ]);
  demandNone('what apply says', told);
  expect(outcomes.every(isSuccess)).toBe(true);
  const again = planOf(await place.plan(), 'northwind');
  demandNone('what is left to do', [...again.operations, ...again.changes]);
  expect(again.hasNews, 'the store lags behind').toBe(false);
  for (const each of await place.drift()) {
    demandNone('drift', each.kind === 'read' ? each.items : each.diagnostics);
  }
  const live = findDumped(place.emulator, written.spec.id ?? '');
  demandNone('what the service holds', live === null ? ['nothing'] : compareLive(written, live));
}

function demandNone(what: string, items: readonly unknown[]): void {
  if (items.length > 0) throw new Error(`${what}: ${JSON.stringify(items, null, 1)}`);
}
