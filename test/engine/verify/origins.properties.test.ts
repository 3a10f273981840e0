import { expect, it } from 'vitest';
import { toFieldPath } from '../../../src/model/address.ts';
import type { IntervalName } from '../../../src/model/desired/schedule.ts';
import { intervals } from '../../../src/model/desired/schedule.ts';
import { adopted, openMadeInConsole, writeCycle } from '../../worlds/cases/adopted-cycle.ts';
import { consoleRequest } from '../../worlds/console/console-request.ts';
import { findDumped } from '../../worlds/console/dumped.ts';
import { planOf, type TestFixture } from '../../worlds/fixture.ts';
import type { Draw } from '../../worlds/generate/draw.ts';
import { checkLaw } from '../../worlds/laws/check-law.ts';
import { applyAll } from '../../worlds/quickstart.ts';

// How we know of a schedule is true: what counts as sent was received, and a plan without operations never passes over a
// running cycle whose schedule was sent or can be read and is another than Git's. The service's own state is the judge.

const file = 'test/engine/verify/origins.properties.test.ts';
const path = toFieldPath('schedule');
const names = ['15m', '1h', '1d'] as const satisfies readonly IntervalName[];

type Wish = { readonly state: 'active' | 'paused'; readonly every: IntervalName | null };

/** What happened to one cycle, beside what the service says of it. */
type Story = {
  readonly fixture: TestFixture;
  readonly isReadable: boolean;
  request: Wish;
  /** Minutes of each activation of ours that reached the service. */
  readonly received: Set<number | null>;
  /** Of the last one of them; null before the first. */
  lastSent: number | null;
  note: (text: string) => void;
};

function readCycle({ emulator }: TestFixture) {
  const cycle = findDumped(emulator, adopted.id)?.cycles[0];
  if (cycle === undefined) throw new Error('The cycle is gone.');
  return cycle;
}

function write(story: Story): void {
  const { state, every } = story.request;
  const schedule = every === null ? '' : `\n      schedule: {every: ${every}}`;
  writeCycle(
    story.fixture,
    `  cycles:
    sync:
      from: {template: Contacts to Files}
      displayName: Contacts to Files
      state: ${state}${schedule}
`,
  );
}

async function touch(story: Story, verb: 'activate' | 'deactivate', minutes = 15): Promise<void> {
  const url = `/v1.0/cycles/${readCycle(story.fixture).id}/${verb}`;
  const body = verb === 'activate' ? { Interval: minutes } : {};
  await consoleRequest(story.fixture.emulator, {
    method: 'PUT',
    path: url,
    account: adopted.id,
    body,
  });
}

async function apply(story: Story, rewrite: boolean): Promise<void> {
  const { fixture } = story;
  const since = fixture.emulator.requests().length;
  const planned = await fixture.plan({ rewrite });
  if (planned.some(({ kind }) => kind === 'unplanned')) return;
  await applyAll(fixture, { planned, rewrite });
  const isSent = fixture.emulator
    .requests()
    .slice(since)
    .some(({ path: to, status }) => to.endsWith('/activate') && status === 200);
  if (!isSent) return;
  story.lastSent = readCycle(fixture).activation?.intervalMinutes ?? null;
  story.received.add(story.lastSent);
}

async function step(draw: Draw, story: Story): Promise<void> {
  const { fixture, note } = story;
  const what = draw.pick(['git', 'git', 'git', 'start', 'stop', 'lose', 'rewrite'] as const);
  if (what === 'git') {
    const isSilent = draw.chance(15);
    story.request = {
      state: draw.pick(['active', 'paused']),
      every: isSilent ? null : draw.pick(names),
    };
    note(`Git: ${story.request.state}, ${story.request.every ?? 'no schedule'}`);
    write(story);
  }
  if (what === 'start') {
    const minutes = intervals[draw.pick(names)];
    note(`a hand starts it every ${minutes} minutes`);
    await touch(story, 'activate', minutes);
  }
  if (what === 'stop') {
    note('a hand stops it');
    await touch(story, 'deactivate');
  }
  if (what === 'lose') {
    note('the store is lost');
    fixture.loseStore();
  }
  await check(story);
  const isApplied = what === 'rewrite' || draw.chance(65);
  if (!isApplied) return;
  note(what === 'rewrite' ? 'apply --rewrite' : 'apply');
  await apply(story, what === 'rewrite');
  await check(story);
}

async function check(story: Story): Promise<void> {
  const { fixture, isReadable, request, received, lastSent } = story;
  const { status, activation } = readCycle(fixture);
  const { objects } = await fixture.store.readState('northwind');
  const record = [...objects.values()].find(({ kind }) => kind === 'cycle');
  const applied = record?.applied[path];
  if (applied?.origin === 'sent' && applied.kind === 'plain') {
    const { every } = applied.value as { readonly every: IntervalName };
    expect([...received], 'what counts as sent was received').toContain(intervals[every]);
  }
  const [planned] = await fixture.plan();
  if (planned?.kind !== 'planned' || request.state !== 'active' || request.every === null) return;
  if (applied?.origin === 'assumed' && !isReadable && status === 'Active') {
    const { operations, notices } = planOf([planned], 'northwind');
    const isReported = notices.some((notice) => notice.kind === 'never-verified');
    expect(isReported || operations.length > 0, 'what is assumed is told').toBe(true);
  }
  const drift = await fixture.drift();
  const items = drift.flatMap((each) => ('items' in each ? each.items : []));
  if (applied?.origin === 'assumed' && !isReadable && status === 'Active') {
    const moved = items.filter((item) => item.path === path && item.moved !== 'both');
    expect(moved, 'what is assumed is no drift').toEqual([]);
  }
  if (status !== 'Active' || planOf([planned], 'northwind').operations.length > 0) return;
  const wanted = intervals[request.every];
  if (isReadable) expect(activation?.intervalMinutes, 'no changes').toBe(wanted);
  else if (applied !== undefined && applied.origin !== 'assumed') {
    expect(lastSent, 'no changes').toBe(wanted);
  }
}

it.each([
  ['no', 2026_12],
  ['yes', 2026_13],
] as const)(
  'What counts as sent was received, schedule readable: %s',
  async (scheduleReadable, seed) => {
    const law = 'What counts as sent was received';
    await checkLaw({ law, file, runs: 12, seed }, async (draw, note) => {
      const fixture = await openMadeInConsole({ choices: { scheduleReadable } });
      const story: Story = {
        fixture,
        isReadable: scheduleReadable === 'yes',
        request: { state: draw.pick(['active', 'paused']), every: draw.pick(names) },
        received: new Set(),
        lastSent: null,
        note,
      };
      if (draw.chance(40)) await touch(story, 'activate', intervals[draw.pick(names)]);
      note(`Git: ${story.request.state}, ${story.request.every}`);
      write(story);
      const steps = draw.int(3, 9);
      for (let index = 0; index < steps; index += 1) await step(draw, story);
      await fixture.close();
    });
  },
  120_000,
);
