import { describe, expect, it } from 'vitest';
import type { Fault } from '../../../src/emulator/control/faults.ts';
import { isSuccess } from '../../../src/model/plan/outcome.ts';
import type { PlannedAccount } from '../../../src/model/report/report.ts';
import type { TestFixture } from '../../worlds/fixture.ts';
import { listReasons, openQuickstart } from '../../worlds/quickstart.ts';
import { type AccountPicture, drawService } from '../picture.ts';
import { expectConverges, expectHonest } from '../recovery.ts';

// A service under load, behind bad lines, or behind its own copies: an apply converges or fails and
// says so, makes nothing twice and deletes nothing that is only late.

const slowTestMs = 120_000;

async function drawWhole(): Promise<readonly AccountPicture[]> {
  const fixture = await openQuickstart();
  expect((await fixture.apply()).every(isSuccess)).toBe(true);
  return drawService(fixture.emulator);
}

const whole = drawWhole();

/** Applies in bad weather until it is over; says whether each apply told the truth of itself. */
async function applyIn(fixture: TestFixture, faults: readonly Fault[]): Promise<boolean> {
  const { control } = fixture.emulator;
  control.plantFaults(faults);
  const outcomes = await fixture.apply();
  const hits = control.readFaults().map(({ hit }) => hit);
  control.plantFaults([]);
  expect(
    hits.every((count) => count > 0),
    'the weather was met',
  ).toBe(true);
  const isDone = outcomes.length > 0 && outcomes.every(isSuccess);
  if (isDone) expect(drawService(fixture.emulator)).toEqual(await whole);
  return isDone;
}

const all = '/v1.0/**';

describe('an apply converges at once', () => {
  const fine: readonly (readonly [what: string, faults: readonly Fault[]])[] = [
    [
      'through a storm of 429 with Retry-After',
      [{ path: all, rate: 0.4, do: 'status', status: 429, retryAfterS: 2 }],
    ],
    ['through 429 that say no time', [{ path: all, every: 3, do: 'status', status: 429 }]],
    [
      'through bursts of 503 on reads',
      [{ method: 'GET', path: all, rate: 0.2, do: 'status', status: 503, retryAfterS: 1 }],
    ],
    [
      'over lines that are cut before it is heard',
      [{ method: 'GET', path: all, every: 4, do: 'drop-before' }],
    ],
    [
      'over lines that are cut before its creates are answered',
      [{ method: 'POST', path: all, every: 1, do: 'drop-after' }],
    ],
    ['over lines that cut answers short', [{ path: all, every: 4, do: 'truncate' }]],
  ];
  it.each(fine)(
    '%s',
    async (_what, faults) => {
      const fixture = await openQuickstart();
      expect(await applyIn(fixture, faults)).toBe(true);
    },
    slowTestMs,
  );
});

describe('an apply reports the actual result and the next one converges', () => {
  const rough: readonly (readonly [what: string, faults: readonly Fault[]])[] = [
    [
      'where lists show a write late',
      [{ method: 'POST', path: all, every: 1, do: 'lag', requests: 3 }],
    ],
    [
      'where every second write meets a 503',
      [{ method: 'PUT', path: all, every: 2, do: 'status', status: 503 }],
    ],
    [
      'where every create is lost and shows late',
      [{ method: 'POST', path: all, every: 2, do: 'status', status: 500 }],
    ],
    [
      'where half of all fails in every way',
      [
        { path: all, rate: 0.1, do: 'status', status: 500 },
        { path: all, rate: 0.1, do: 'drop-before' },
        { path: all, rate: 0.1, do: 'drop-after' },
        { path: all, rate: 0.1, do: 'truncate' },
        { path: all, rate: 0.05, do: 'garble' },
        { path: all, rate: 0.1, do: 'status', status: 503 },
      ],
    ],
  ];
  it.each(rough)(
    '%s',
    async (what, faults) => {
      const fixture = await openQuickstart();
      await applyIn(fixture, faults);
      await expectHonest(fixture, what);
      await expectConverges(fixture, { whole: await whole, where: what });
    },
    slowTestMs,
  );

  // Drift then says that the service moved: it took a value, and has another.
  it.each([
    ['writes', { method: 'PUT', path: all, every: 3, do: 'ignore' }],
    ['creates', { method: 'POST', path: '/v1.0/accounts', nth: 1, do: 'ignore' }],
  ] as const)(
    'where %s are answered and not done',
    async (where, fault) => {
      const fixture = await openQuickstart();
      expect(await applyIn(fixture, [fault])).toBe(false);
      await expectConverges(fixture, { whole: await whole, where });
    },
    slowTestMs,
  );

  it(
    'where lists show a write very late, which keeps the account from being planned',
    async () => {
      const fixture = await openQuickstart();
      await applyIn(fixture, [
        { method: 'POST', path: '/v1.0/connectors/*/install', every: 1, do: 'lag', requests: 40 },
      ]);
      let planned = await fixture.plan();
      expect(planned).toMatchObject([
        { kind: 'unplanned', isUnread: true },
        { kind: 'unplanned', isUnread: true },
      ]);
      for (let tries = 0; tries < 40 && planned.some(isUnread); tries += 1) {
        planned = await fixture.plan();
      }
      await expectHonest(fixture, 'late lists');
      await expectConverges(fixture, { whole: await whole, where: 'late lists' });
    },
    slowTestMs,
  );
});

function isUnread(item: PlannedAccount): boolean {
  return item.kind === 'unplanned' && item.isUnread;
}

describe('a list that loses an item between two pages', () => {
  it(
    'neither deletes nor recreates it',
    async () => {
      const fixture = await openQuickstart({ choices: { maximumPageSize: 100 } });
      const { control } = fixture.emulator;
      const others = Array.from({ length: 150 }, (_, index) => ({
        name: `Other ${index}`,
        connector: 'Sample CRM',
      }));
      control.seed([{ id: 'northwind-8812', name: 'Northwind Traders', connectors: others }]);
      expect((await fixture.apply()).every(isSuccess)).toBe(true);
      const old = drawService(fixture.emulator);
      control.plantFaults([{ path: all, do: 'shift' }]);
      await fixture.apply();
      await fixture.apply();
      expect(control.readFaults()).not.toMatchObject([{ hit: 0 }]);
      control.plantFaults([]);
      expect(drawService(fixture.emulator)).toEqual(old);
      expect(listReasons(await fixture.plan())).toEqual([]);
    },
    slowTestMs,
  );
});
