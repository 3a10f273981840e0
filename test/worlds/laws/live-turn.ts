import type { AccountOutcome } from '../../../src/model/plan/outcome.ts';
import type { PlannedAccount } from '../../../src/model/report/report.ts';
import { listTouches, openHand } from '../console/console-hand.ts';
import type { Touch } from '../console/touch.ts';
import { writeManifestText } from '../generate/write-manifest.ts';
import type { TestWorkplace } from '../workplace.ts';
import type { Story, Turn } from './story.ts';

/** What a turn of a story came to. */
export type Lived = {
  readonly planned: readonly PlannedAccount[];
  readonly outcomes: readonly AccountOutcome[];
  /** What the hand in the console did, as `address/path`. */
  readonly touched: readonly string[];
  /** Which requests to the service the apply has sent: a part of all of them. */
  readonly applied: { readonly from: number; readonly to: number };
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
  const allowDeletes = changes.filter(({ verb }) => verb === 'delete' || verb === 'replace').length;
  const from = place.emulator.requests().length;
  const outcomes = await place.apply({ planned, allowDeletes });
  const applied = { from, to: place.emulator.requests().length };
  return { planned, outcomes, touched, applied };
}

// Small rooms are met as often as large ones.
const rooms = [
  /^[^/]+\/(?!connectors\/|cycles\/|errorWebhook\/)/,
  /^[^/]+\/errorWebhook\//,
  /^[^/]+\/connectors\//,
  /^[^/]+\/cycles\/[^/]+\/retention\//,
  /^[^/]+\/cycles\/[^/]+\/(?!retention\/|variables\/|connectors\/|steps\/|schedule$)/,
  /^[^/]+\/cycles\/[^/]+\/(?:variables|connectors)\//,
  /^[^/]+\/cycles\/[^/]+\/steps\//,
  /^[^/]+\/cycles\/[^/]+\/schedule$/,
];

/** Makes a turn's touches to what the turn before it applied; gives those that the service took. */
export async function touchAll(
  place: Pick<TestWorkplace, 'emulator'>,
  turn: Pick<Turn, 'touches'>,
  last: Pick<Turn, 'written'> | null,
): Promise<string[]> {
  const touched: string[] = [];
  if (last === null || turn.touches.length === 0) return touched;
  const hand = await openHand(place.emulator);
  const tried = new Set<string>();
  for (const number of turn.touches) {
    const all = listTouches(hand, last.written);
    const room = rooms[number % rooms.length];
    const inRoom = all.filter((touch) => room?.test(nameTouch(touch)));
    const some = inRoom.length > 0 ? inRoom : all;
    // Each is touched once in a turn, but for a state, which goes to and fro; where a whole room was, the hand
    // lets it be.
    const left = some.filter((touch) => !tried.has(nameTouch(touch)));
    const touch = left[Math.floor(number / rooms.length) % left.length];
    if (touch === undefined) continue;
    if (touch.path !== 'state') tried.add(nameTouch(touch));
    if (await touch.make()) touched.push(nameTouch(touch));
  }
  return touched;
}

function nameTouch({ address, path }: Touch): string {
  return `${address}/${path}`;
}
