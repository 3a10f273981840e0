import { env } from 'node:process';
import { expect, it } from 'vitest';
import { consoleActions } from '../../../src/emulator/console/run-console.ts';
import { makePlan } from '../../../src/engine/run/planning/make-plan.ts';
import { memberTable } from '../../../src/model/observed/members.ts';
import type { Change } from '../../../src/model/plan/change.ts';
import { isSuccess } from '../../../src/model/plan/outcome.ts';
import { isQuiet } from '../../../src/model/plan/plan.ts';
import type { PlannedAccount } from '../../../src/model/report/report.ts';
import { signIn } from '../../emulator/support/start-emulator.ts';
import { findDumped } from '../../worlds/console/dumped.ts';
import { byExports } from '../../worlds/drift-parts.ts';
import { openFixture, type TestFixture } from '../../worlds/fixture.ts';
import { type Draw, makeDraw } from '../../worlds/generate/draw.ts';
import { formatManifestText } from '../../worlds/generate/format-manifest-text.ts';
import { checkLaw } from '../../worlds/laws/check-law.ts';
import { type AnswerFront, makeAnswerFront } from '../../worlds/laws/looked-at/answer-front.ts';
import { consoleActionNames } from '../../worlds/laws/looked-at/console-actions.ts';
import { frontRows, volatileRows } from '../../worlds/laws/looked-at/front-changes.ts';
import { LawCounts } from '../../worlds/laws/looked-at/law-counts.ts';
import {
  actInConsole,
  changeAnswers,
  listActions,
  listAlike,
  type Workplace,
} from '../../worlds/laws/looked-at/live-through.ts';
import {
  countWithoutBaseline,
  listItems,
  lookAgain,
  lookFirst,
  type Watched,
} from '../../worlds/laws/looked-at/look.ts';
import { editMembers, listMemberEdits, toItemName } from '../../worlds/laws/member-edits.ts';
import {
  drawRowScenario,
  drawScenario,
  formatScenarioStart,
  formatTurn,
  type Scenario,
} from '../../worlds/laws/scenario.ts';
import { applyAll } from '../../worlds/quickstart.ts';

const law = 'what others change of a compared member is reported at its address, and nothing else';
const file = 'test/laws/convergence/looked-at.test.ts';

const comparedRows = memberTable.flatMap(({ of, wire, treatment }) =>
  treatment.is === 'compared' ? [`${of}.${wire}`] : [],
);
const none = { missing: [], extra: [], twice: [] };

it(
  law,
  async () => {
    const counts = new LawCounts([...comparedRows, ...volatileRows, ...consoleActionNames]);
    await checkLaw({ law, file, runs: { suite: 8, full: 400 }, seed: 14 }, async (draw, note) => {
      counts.addWorld();
      await liveThrough(draw, { note, met: (name) => counts.add(name) });
    });
    counts.write();
    if (env.LAW_PATH !== undefined) return;
    expect(counts.size).toBeGreaterThan(5);
    expect(counts.listRare()).toEqual([]);
  },
  24 * 3_600_000,
);

type Witness = {
  readonly note: (text: string) => void;
  readonly met: (name: string) => void;
};

async function liveThrough(draw: Draw, { note, met }: Witness): Promise<void> {
  const way = draw.int(0, 99);
  const accounts = way >= 97 ? draw.int(3, 6) : 1;
  const front = way >= 88 && accounts === 1 ? makeAnswerFront() : null;
  const story = drawScenario(draw, { turns: 1, touches: 0 });
  note(`${formatScenarioStart(story)}\n${story.turns.map(formatTurn).join('\n')}`);
  const fixture = await openWorld(story, draw, front);
  try {
    const watched = await applyStory(fixture, { story, draw, accounts });
    const there = [...watched.accounts].filter(
      ([, id]) => findDumped(fixture.emulator, id) !== null,
    );
    if (there.length === 0) return;
    expect((await listItems(watched)).filter(({ kind }) => kind === 'unmanaged')).toEqual([]);
    await checkRefresh(watched);
    const first = await lookFirst(watched);
    fixture.emulator.control.advance(draw.pick(['1s', '2h', '3d']));
    const [key, id] = draw.pick(there);
    const at = { fixture, key, id };
    const isActing = draw.chance(60);
    const acted = isActing ? await actInConsole(at, draw, story.world) : [];
    if (!isActing) await editMembers(fixture, draw, { account: id, key });
    const also = front === null ? new Set<string>() : await changeAnswers(at, draw, { front, met });
    const { moved, ...mistaken } = await lookAgain(first, { met, also });
    for (const name of acted) met(name);
    note(`in the console: ${acted.join(', ')}\nmoved: ${moved.join(', ')}`);
    expect(mistaken).toEqual(none);
    if (watched.isByExport) await checkPlans(watched);
    if (!isActing) await checkLeft(watched);
  } finally {
    await fixture.close();
  }
}

function openWorld(
  { world, choices }: Scenario,
  draw: Draw,
  front: AnswerFront | null,
): Promise<TestFixture> {
  return openFixture({
    world,
    choices: {
      ...choices,
      // A mask shows nothing of what is under it.
      sensitivePropertyOnRead: 'clear',
      scheduleReadable: draw.chance(70) ? 'yes' : 'no',
      installedRelease: draw.pick(['kept', 'latest']),
      upgradedTags: draw.pick(['kept', "the template's"]),
      retentionMaximumHours: draw.pick([744, 168]),
    },
    manifests: {},
    ...(front === null ? {} : { front: front.open }),
  });
}

async function applyStory(
  fixture: TestFixture,
  {
    story,
    draw,
    accounts,
  }: { readonly story: Scenario; readonly draw: Draw; readonly accounts: number },
): Promise<Watched> {
  const [turn] = story.turns;
  if (turn === undefined) throw new Error('The story has no turn');
  fixture.emulator.control.advance(turn.later);
  for (const [name, value] of Object.entries(turn.secrets)) fixture.secrets.set(name, value);
  const all = accounts === 1 ? [turn.written] : listAlike(draw, turn.written, accounts);
  for (const written of all)
    fixture.manifests.set(`accounts/${written.metadata.name}.yaml`, formatManifestText(written));
  const watched = {
    fixture,
    accounts: new Map(all.map(({ metadata, spec }) => [metadata.name, spec.id ?? ''])),
    isByExport: accounts > 1,
  };
  const outcomes = await applyAll(fixture);
  if (outcomes.every(isSuccess)) expect(await countWithoutBaseline(watched)).toBe(0);
  return watched;
}

/** An account that a plan does not read needs nothing, but for what the service did not keep. */
async function checkRefresh({ fixture }: Watched): Promise<void> {
  const { run } = await fixture.open();
  const full = await Array.fromAsync(makePlan(run));
  for (const refresh of ['lists', 'changed'] as const) {
    const planned = await Array.fromAsync(makePlan({ ...run, refresh }));
    const needing = planned.flatMap((each, at) => {
      const isRead = each.kind !== 'planned' || each.plan.notRead === undefined;
      return isRead || needsNothing(full[at]) ? [] : [full[at]];
    });
    expect(needing, refresh).toEqual([]);
  }
}

function needsNothing(planned: PlannedAccount | undefined): boolean {
  if (planned?.kind !== 'planned') return false;
  const { plan } = planned;
  const isOfOthers = (change: Change) =>
    change.verb === 'update' && change.fields.every(({ moved }) => moved === 'live');
  return isQuiet(plan) || (plan.refused === undefined && plan.changes.every(isOfOthers));
}

/** A plan that reads cycles by their exports is the one that reads them by their parts. */
async function checkPlans({ fixture }: Watched): Promise<void> {
  const { run } = await fixture.open();
  expect(await readPlans(makePlan(run, byExports()))).toEqual(await readPlans(makePlan(run)));
}

async function readPlans(planned: AsyncIterable<PlannedAccount>): Promise<unknown> {
  const all = await Array.fromAsync(planned);
  return all.map((each) =>
    each.kind === 'planned' ? { ...each.plan, requests: undefined } : each,
  );
}

/** An apply takes nothing back of what drift reports beside the manifests, and nothing for its own. */
async function checkLeft(watched: Watched): Promise<void> {
  const list = async () =>
    (await listItems(watched))
      .filter(({ kind }) => kind === 'unmanaged')
      .map(toItemName)
      .sort();
  const open = await list();
  await applyAll(watched.fixture);
  expect(await list()).toEqual(open);
}

// The smallest choice of all.
const draw = makeDraw(((_: unknown, { min }: { readonly min: number }) => min) as never);

it('has an edit or an action for each compared row, and each is reported', async () => {
  const story = drawRowScenario({ ...draw, chance: () => false }, 1);
  const choices = { ...story.choices, installedRelease: 'latest' } as const;
  const fixture = await openFixture({ world: story.world, choices, manifests: {} });
  const watched = await applyStory(fixture, { story, draw, accounts: 1 });
  const [[key = '', id = ''] = []] = watched.accounts;
  const at = { fixture, key, id };
  const rows = new Set<string>(Object.keys(frontRows));
  const look = async (work: () => Promise<unknown>) => {
    const first = await lookFirst(watched);
    await work();
    const met = (row: string) => rows.add(row);
    const { moved: _, ...mistaken } = await lookAgain(first, { met, also: new Set() });
    expect(mistaken).toEqual(none);
  };
  await look(() => editLast(at, { hours: 100, only: /^cycle schedule$/ }));
  // A mapping of each kind.
  for (let hours = 100; hours < 106; hours += 1)
    await look(() => editLast(at, { hours, only: /^cycle steps\/\*\/\*\/\*$/ }));
  await look(() => editLast(at, { hours: 106, only: /^(?!cycle s(?:chedule|teps\/\*\/\*\/\*)$)/ }));
  await applyAll(fixture);
  const offered = new Set<string>();
  const templates = new Map((story.world.templates ?? []).map((each) => [each.name, each]));
  for (const text of consoleActionNames) {
    await look(async () => {
      const all = await listActions(at, { draw, world: story.world, templates, text });
      const own = all.flat().find(({ name }) => name === text);
      if (own !== undefined) offered.add(text);
      await own?.make();
    });
    if (/^(?:replace|delete) a cycle/.test(text)) await applyAll(fixture);
  }
  expect(comparedRows.filter((row) => !rows.has(row))).toEqual([]);
  expect(consoleActionNames.filter((name) => !offered.has(name))).toEqual([]);
  const kinds = consoleActionNames.map((name) => /^\w+/.exec(name)?.[0]);
  expect(Object.keys(consoleActions).filter((kind) => !kinds.includes(kind))).toEqual([]);
}, 60_000);

/** Edits the last member of each of some rows by hand. */
async function editLast(
  { fixture: { emulator, store }, key, id }: Workplace,
  { hours, only }: { readonly hours: number; readonly only: RegExp },
): Promise<void> {
  const account = findDumped(emulator, id);
  if (account === null) return;
  const caller = (await signIn(emulator)).inside(id);
  const { objects } = await store.readState(key);
  const room = { caller, account, text: `hand ${hours}`, hours };
  const edits = listMemberEdits(objects.values(), room).filter(({ row }) => only.test(row));
  for (const own of Map.groupBy(edits, ({ row }) => row).values()) await own.at(-1)?.make();
}
