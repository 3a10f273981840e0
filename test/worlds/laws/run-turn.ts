import type { AccountOutcome } from '../../../src/model/plan/outcome.ts';
import type { PlannedAccount } from '../../../src/model/report/report.ts';
import { listTouches, openConsoleUser } from '../console/console-user.ts';
import type { Touch } from '../console/touch.ts';
import type { TestFixture } from '../fixture.ts';
import { formatManifestText } from '../generate/format-manifest-text.ts';
import type { Scenario, Turn } from './scenario.ts';

/** Result of a turn of a story. */
export type TurnResult = {
  readonly planned: readonly PlannedAccount[];
  readonly outcomes: readonly AccountOutcome[];
  /** Changes in the console, as `address/path`. */
  readonly touched: readonly string[];
  /** Which requests to the service the apply has sent: a part of all of them. */
  readonly applied: { readonly from: number; readonly to: number };
};

/**
 * Lives through one turn of a story: time goes on, hands touch what was applied before, the manifest
 * gets its version, and it is planned and applied. `look` is called just before that plan.
 */
export async function runTurn(
  fixture: TestFixture,
  at: { readonly story: Scenario; readonly index: number },
  look: () => Promise<void> = async () => {},
): Promise<TurnResult> {
  const turn = at.story.turns[at.index];
  if (turn === undefined) throw new Error(`The story has no turn ${at.index}`);
  fixture.emulator.control.advance(turn.later);
  if (turn.losesStore) fixture.loseStore();
  for (const [name, value] of Object.entries(turn.secrets)) fixture.secrets.set(name, value);
  const touched = await touchAll(fixture, turn, at.story.turns[at.index - 1] ?? null);
  fixture.manifests.set('accounts/northwind.yaml', formatManifestText(turn.written));
  await look();
  const planned = await fixture.plan();
  const changes = planned.flatMap((each) => (each.kind === 'planned' ? each.plan.changes : []));
  const allowDeletes = changes.filter(({ verb }) => verb === 'delete' || verb === 'replace').length;
  const from = fixture.emulator.requests().length;
  const outcomes = await fixture.apply({ planned, allowDeletes });
  const applied = { from, to: fixture.emulator.requests().length };
  return { planned, outcomes, touched, applied };
}

// Small rooms are met as often as large ones.
const touchGroups = [
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
  fixture: Pick<TestFixture, 'emulator'>,
  turn: Pick<Turn, 'touches'>,
  last: Pick<Turn, 'written'> | null,
): Promise<string[]> {
  const touched: string[] = [];
  if (last === null || turn.touches.length === 0) return touched;
  const user = await openConsoleUser(fixture.emulator);
  const tried = new Set<string>();
  for (const number of turn.touches) {
    const all = listTouches(user, last.written);
    const section = touchGroups[number % touchGroups.length];
    const inSection = all.filter((touch) => section?.test(formatTouch(touch)));
    const some = inSection.length > 0 ? inSection : all;
    // One change per object and turn, except a state, which alternates; where a whole map was
    // changed, the console user changes nothing in it.
    const left = some.filter((touch) => !tried.has(formatTouch(touch)));
    const touch = left[Math.floor(number / touchGroups.length) % left.length];
    if (touch === undefined) continue;
    if (touch.path !== 'state') tried.add(formatTouch(touch));
    if (await touch.make()) touched.push(formatTouch(touch));
  }
  return touched;
}

function formatTouch({ address, path }: Touch): string {
  return `${address}/${path}`;
}
