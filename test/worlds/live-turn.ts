import type { AccountOutcome } from '../../src/model/outcome.ts';
import type { PlannedAccount } from '../../src/model/report.ts';
import { listTouches } from './console-hand.ts';
import type { Story, Turn } from './story.ts';
import type { TestWorkplace } from './workplace.ts';
import { writeManifestText } from './write-manifest.ts';

/** What a turn of a story came to. */
export type Lived = {
  readonly planned: readonly PlannedAccount[];
  readonly outcomes: readonly AccountOutcome[];
  /** What the hand in the console did, as `address/path`. */
  readonly touched: readonly string[];
};

/**
 * Lives through one turn of a story: time goes on, hands touch what was applied before, the manifest
 * gets its version, and it is planned and applied. `look` is called just before that plan.
 */
export async function liveTurn(
  place: TestWorkplace,
  at: { readonly story: Story; readonly index: number },
  look: () => Promise<void> = async () => {},
): Promise<Lived> {
  const turn = at.story.turns[at.index];
  if (turn === undefined) throw new Error(`The story has no turn ${at.index}`);
  place.emulator.control.advance(turn.later);
  if (turn.losesStore) place.loseStore();
  for (const [name, value] of Object.entries(turn.secrets)) place.secrets.set(name, value);
  const touched = await touchAll(place, turn, at.story.turns[at.index - 1] ?? null);
  place.manifests.set('accounts/northwind.yaml', writeManifestText(turn.written));
  await look();
  const planned = await place.plan();
  const changes = planned.flatMap((each) => (each.kind === 'planned' ? each.plan.changes : []));
  const allowDeletes = changes.filter(({ verb }) => verb === 'delete').length;
  return { planned, outcomes: await place.apply({ planned, allowDeletes }), touched };
}

async function touchAll(place: TestWorkplace, turn: Turn, last: Turn | null): Promise<string[]> {
  const touched: string[] = [];
  if (last === null) return touched;
  for (const number of turn.touches) {
    const all = await listTouches(place.emulator, last.written);
    // Every third is one of the account's own few fields, which would hardly be met among so many.
    const own = all.filter(({ address }) => !address.includes('/'));
    const some = number % 3 === 0 && own.length > 0 ? own : all;
    const touch = some[number % some.length];
    if (touch !== undefined && (await touch.make())) touched.push(`${touch.address}/${touch.path}`);
  }
  return touched;
}
