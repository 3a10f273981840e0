import { expect, it } from 'vitest';
import { readUndo } from '../../../../src/features/operations/undo/read-undo.ts';
import { parseObjectAddress } from '../../../../src/model/address.ts';
import { findFieldRow } from '../../../../src/model/fields/fields.ts';
import type { Notice } from '../../../../src/model/plan/notice.ts';
import { isSuccess } from '../../../../src/model/plan/outcome.ts';
import type { AccountState } from '../../../../src/model/state/account-state.ts';
import type { FieldBefore } from '../../../../src/model/state/run.ts';
import { findDumped } from '../../../worlds/console/dumped.ts';
import { openFixture, planOf, type TestFixture } from '../../../worlds/fixture.ts';
import { checkLaw } from '../../../worlds/laws/check-law.ts';
import { type LiveFacts, listFacts } from '../../../worlds/laws/live-facts.ts';
import { runTurn } from '../../../worlds/laws/run-turn.ts';
import {
  drawRowScenario,
  drawScenario,
  formatScenarioStart,
  formatTurn,
  type Scenario,
} from '../../../worlds/laws/scenario.ts';
import { listReported } from '../../../worlds/quickstart.ts';

const law =
  'after an undo the service is as it was before the run, but for what the undo says that it leaves';
const file = 'test/features/operations/undo/undo.properties.test.ts';
const account = 'northwind';
/** How often a field came back. */
let broughtBack = 0;

it(law, async () => {
  await checkLaw({ law, file, runs: 5, seed: 77 }, async (draw, note) => {
    const isOfRows = draw.chance(50);
    await undoAll(
      isOfRows ? drawRowScenario(draw, 3) : drawScenario(draw, { turns: 3, touches: 4, least: 2 }),
      note,
    );
  });
  expect(broughtBack).toBeGreaterThan(20);
}, 120_000);

async function undoAll(story: Scenario, note: (text: string) => void): Promise<void> {
  note(formatScenarioStart(story));
  const fixture = await openFixture({ world: story.world, choices: story.choices, manifests: {} });
  try {
    for (const [index, turn] of story.turns.entries()) {
      note(formatTurn(turn));
      await undoOne(fixture, { story, index });
    }
  } finally {
    await fixture.close();
  }
}

// Each turn is applied and taken back; then it is applied again, so that the next one begins after it.
async function undoOne(
  fixture: TestFixture,
  at: { readonly story: Scenario; readonly index: number },
): Promise<void> {
  let before: LiveFacts = new Map();
  const { planned, outcomes } = await runTurn(fixture, at, async () => {
    before = readFacts(fixture, at.story);
  });
  if (planOf(planned, account).operations.length === 0) return;
  expect(outcomes.every(isSuccess)).toBe(true);
  const applied = readFacts(fixture, at.story);
  const undo = await readUndo(fixture.store, 'run');
  const remembered = await fixture.store.readState(account);
  const back = await fixture.plan({ undo });
  const { notices } = back.length === 0 ? { notices: [] } : planOf(back, account);
  const undone = await fixture.apply({ undo, planned: back });
  expect(listReported(undone)).toEqual([]);
  const after = readFacts(fixture, at.story);
  const stays = await listStays(fixture, notices);
  const wrong = [...before].filter(
    ([key, value]) =>
      after.has(key) && after.get(key) !== value && !stays.some((stay) => stay(key)),
  );
  if (wrong.length > 0)
    throw new Error(
      wrong.map(([key, value]) => `${key}: was ${value}, is ${after.get(key)}`).join('\n'),
    );
  const written = listWritten(undo.get(account)?.before ?? []);
  const state = await fixture.store.readState(account);
  expect(listOthers(state, written)).toEqual(listOthers(remembered, written));
  broughtBack += [...applied].filter(([key, value]) => after.get(key) !== value).length;
  if (back.length > 0) expect(planOf(await fixture.plan({ undo }), account).operations).toEqual([]);
  for (const each of await fixture.drift()) expect(each).toMatchObject({ items: [] });
  expect((await fixture.apply()).every(isSuccess)).toBe(true);
  expect(planOf(await fixture.plan(), account).operations).toEqual([]);
}

// Fields of the account travel together in one request.
function listWritten(before: readonly FieldBefore[]): ReadonlySet<string> {
  return new Set(
    before.flatMap(({ address, path }) => [
      `${address}/${path}`,
      ...findFieldRow(parseObjectAddress(address)?.kind ?? 'account', path).needsWith.map(
        (other) => `${address}/${other}`,
      ),
    ]),
  );
}

// What is remembered beside the fields that the run wrote: an undo must leave it as it is.
function listOthers({ objects }: AccountState, written: ReadonlySet<string>): readonly string[] {
  return [...objects.values()]
    .flatMap(({ address, remoteId, applied }) => [
      `${address} is ${remoteId}`,
      ...Object.entries(applied)
        .filter(([path]) => !written.has(`${address}/${path}`))
        .map(([path, value]) => `${address}/${path}: ${JSON.stringify(value)}`),
    ])
    .sort();
}

function readFacts(fixture: TestFixture, story: Scenario): LiveFacts {
  const id = story.turns[0]?.written.spec.id ?? '';
  const dumped = findDumped(fixture.emulator, id);
  return dumped === null ? new Map() : listFacts(dumped);
}

// What an undo says that it leaves, by the keys of facts.
async function listStays(
  fixture: TestFixture,
  notices: readonly Notice[],
): Promise<readonly ((key: string) => boolean)[]> {
  const { objects } = await fixture.store.readState(account);
  return notices.flatMap((notice) => {
    if (notice.kind !== 'not-undone') return [];
    const record = objects.get(notice.address);
    const id = record === undefined || record.kind === 'account' ? '' : record.remoteId;
    const { path } = notice;
    // Slots and mappings stand under other names in the service's own state.
    const start = path === null ? `${id} ` : `${id} ${path.split('/')[0]}`;
    return [(key: string) => key.startsWith(start)];
  });
}
