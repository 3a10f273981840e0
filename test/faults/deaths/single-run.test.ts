import { describe, expect, it } from 'vitest';
import { writeState } from '../../worlds/cases/paused-runs.ts';
import { nameTemplate, openReplacing, replaced } from '../../worlds/cases/replace.ts';
import { settleHad } from '../../worlds/cases/settle-had.ts';
import type { TestFixture } from '../../worlds/fixture.ts';
import {
  applyAll,
  editManifest,
  listLeft,
  listReported,
  planOne,
  readLive,
} from '../../worlds/quickstart.ts';
import { listTogether } from '../list-together.ts';
import { type InjectedFault, makeFailing } from '../requests/failing.ts';
import { applyRoughly } from '../rough-apply.ts';
import { isTried } from '../share.ts';
import type { Tap } from '../tap-ports.ts';
import { makeMortal } from './death.ts';

// A cycle waits for its single run when an apply that stops it for something dies after its
// nth effect, or when one of its requests fails. Whatever goes on from there, and when: it is had one time, or a person is asked and it is had no more.

const { account, address } = replaced;
const timeoutMs = 240_000;
const parts = 24;
const file = `accounts/${account}.yaml`;
const faults: readonly InjectedFault[] = ['status', 'drop-before', 'drop-after', 'outage'];

/** Counts the single runs that cycles have had, by looking at them whenever something may have changed. */
function watchRuns({ emulator: { control } }: TestFixture) {
  let had = 0;
  let waiting = new Map<string, number>();
  const look = () => {
    const { now, accounts } = control.dump();
    const rows = accounts.flatMap(({ cycles }) => cycles);
    const nowMs = Date.parse(now);
    // One that is stopped in the midst of its run has had it.
    had += [...waiting].filter(([id, runAtMs]) => {
      const row = rows.find((each) => each.id === id);
      return runAtMs <= nowMs && (row?.status !== 'Active' || row.nextRunAtMs !== runAtMs);
    }).length;
    waiting = new Map(
      rows.flatMap(({ id, status, activation }) =>
        status === 'Active' && activation?.runAtMs != null ? [[id, activation.runAtMs]] : [],
      ),
    );
  };
  const tap: Tap = async (_call, go) => {
    look();
    const result = await go();
    look();
    return result;
  };
  const pass = (duration: string) => {
    look();
    control.advance(duration);
    look();
  };
  return { tap, pass, count: () => had };
}

type Change = {
  readonly ask: (fixture: TestFixture) => void | Promise<void>;
  /** What Git asks for when that has been tried. */
  readonly afterwards?: (fixture: TestFixture) => void;
};

/** What stops the cycle, as Git asks for it. */
const cases: Readonly<Record<string, Change>> = {
  'that waits for its time and is edited': {
    ask: (fixture) => editManifest(fixture, account, { from: 'region: emea', to: 'region: apac' }),
  },
  'that waits for its time and is replaced': {
    ask: (fixture) => nameTemplate(fixture, replaced.after),
  },
  'that waits for its time and is paused for a while': {
    ask: (fixture) => writeState(fixture, 'paused'),
    afterwards: (fixture) => writeState(fixture, 'active'),
  },
  'that was paused before its time and is started again': {
    ask: async (fixture) => {
      writeState(fixture, 'paused');
      await applyAll(fixture);
      writeState(fixture, 'active');
    },
  },
  'that waits for its time and is replaced while it is paused': {
    ask: (fixture) => {
      nameTemplate(fixture, replaced.after);
      writeState(fixture, 'paused');
    },
    afterwards: (fixture) => writeState(fixture, 'active'),
  },
};

function askOnce(fixture: TestFixture): void {
  const to = 'schedule: {once: {at: 2026-12-01T05:10:00Z}}';
  editManifest(fixture, account, { from: /schedule: [^\n]*/, to });
}

/** Applies until nothing is left to do; true where a person had to say that the run was had. */
async function goOn(
  fixture: TestFixture,
  { tap, pass }: ReturnType<typeof watchRuns>,
): Promise<boolean> {
  let isAsked = false;
  for (let more = 0; more < 4; more += 1) {
    const codes = listReported((await applyRoughly(fixture, { tap })) ?? []).map(
      ({ code }) => code,
    );
    if (codes.includes('single-run-due')) pass('3m');
    const { notices } = await planOne(fixture, account);
    const isUnknown = notices.some(({ kind }) => kind === 'run-unknown');
    if (isUnknown) {
      await settleHad(fixture, address);
      isAsked = true;
    }
    if (listLeft(await fixture.plan()).length === 0 && !isUnknown) return isAsked;
  }
  throw new Error(`Left to do: ${listLeft(await fixture.plan()).join(', ')}`);
}

/** Brings a workplace to where its cycle waits for its single run, and Git asks for what stops it. */
async function begin(fixture: TestFixture, text: string, change: Change): Promise<void> {
  fixture.emulator.control.reset();
  fixture.loseStore();
  fixture.manifests.set(file, text);
  await fixture.apply();
  askOnce(fixture);
  await applyAll(fixture);
  await change.ask(fixture);
}

/** Goes on to the end, and looks how often the run was had; true where a person was asked. */
async function expectOnce(
  fixture: TestFixture,
  watch: ReturnType<typeof watchRuns>,
  where: string,
): Promise<boolean> {
  let isAsked = await goOn(fixture, watch);
  watch.pass('20m');
  isAsked = (await goOn(fixture, watch)) || isAsked;
  expect(watch.count(), where).toBeLessThan(2);
  if (!isAsked) expect(watch.count(), where).toBe(1);
  const { cycles } = readLive(fixture, account);
  const left = cycles.filter(({ status }) => status !== 'DeleteScheduled');
  expect(
    left.map(({ status }) => status),
    where,
  ).toEqual(['Paused']);
  expect(listTogether(fixture.emulator.requests()), where).toEqual([]);
  return isAsked;
}

describe.each(Object.entries(cases))('a cycle with a single run %s', (_name, change) => {
  it.each(['0s', '9m', '20m'])(
    'has it once, where the apply died and the next one comes %s later',
    async (later) => {
      const fixture = await openReplacing();
      const text = fixture.manifests.get(file) ?? '';
      let asked = 0;
      for (let nth = 0; ; nth += 1) {
        if (!isTried(nth, { turn: 0, parts })) continue;
        await begin(fixture, text, change);
        const watch = watchRuns(fixture);
        const mortal = makeMortal(nth);
        const tap: Tap = (call, go) => mortal.tap(call, () => watch.tap(call, go));
        const ended = await applyRoughly(fixture, { tap, death: mortal.death });
        watch.pass(later);
        change.afterwards?.(fixture);
        if (await expectOnce(fixture, watch, `dead after effect ${nth}, ${mortal.last()}`))
          asked += 1;
        if (ended === null) continue;
        expect(asked).toBeLessThan(nth / 3);
        return;
      }
    },
    timeoutMs,
  );

  it.each(faults)(
    'has it once, where a request meets %s, and its time comes right then',
    async (fault) => {
      const fixture = await openReplacing();
      const text = fixture.manifests.get(file) ?? '';
      const turn = faults.indexOf(fault);
      for (let nth = 1; ; nth += 1) {
        if (!isTried(nth, { turn, parts: 4 * parts })) continue;
        await begin(fixture, text, change);
        const watch = watchRuns(fixture);
        const failing = makeFailing(fixture.emulator, nth, fault);
        const tap: Tap = async (call, go) => {
          const before = failing.calls().length;
          try {
            return await failing.tap(call, () => watch.tap(call, go));
          } finally {
            if (before < nth && failing.calls().length === nth) watch.pass('20m');
          }
        };
        await applyRoughly(fixture, { tap });
        fixture.emulator.control.plantFaults([]);
        change.afterwards?.(fixture);
        const last = failing.calls()[nth - 1]?.name;
        await expectOnce(fixture, watch, `${fault} at call ${nth}, ${last}`);
        if (failing.calls().length < nth) return;
      }
    },
    timeoutMs,
  );
});
