import { expect, it } from 'vitest';
import type { Emulator } from '../../../src/emulator/emulator.ts';
import { applyAll, listReasons } from '../../worlds/quickstart.ts';
import { drawService } from '../picture.ts';
import { expectConverges } from '../recovery.ts';
import { applyRoughly } from '../rough-apply.ts';
import {
  openFirstApply,
  openFirstImport,
  openReplacement,
  openRunningEdit,
  type Scenario,
} from '../scenarios.ts';
import { isTried } from '../share.ts';
import type { Tap } from '../tap-ports.ts';
import { makeMortal } from './death.ts';

// A database that fails over to a standby which was behind, or is restored, has lost the last commits. The
// process that made them dies with it.

const timeoutMs = 240_000;
/** The last effects before the death, of which the records are lost. */
const lost = 4;
const records = new Set(['update', 'saveRun', 'saveRunAccounts']);

/** Dies after the nth effect, and leaves nothing of its last records. */
function makeForgetful(nth: number) {
  const mortal = makeMortal(nth);
  const tap: Tap = (call, go) => {
    const isLost =
      call.port === 'store' && records.has(call.name) && mortal.effects().length >= nth - lost;
    return mortal.tap(call, isLost ? async () => undefined : go);
  };
  return { ...mortal, tap };
}

async function forgetEverywhere(scenario: Scenario): Promise<void> {
  const { fixture, begin, ...runs } = scenario;
  const { emulator } = fixture;
  await begin();
  const first = emulator.requests().length;
  const immortal = makeMortal(-1);
  await applyRoughly(fixture, immortal);
  const count = immortal.effects().length;
  const whole = drawService(emulator);
  const made = countCreates(emulator, first);
  for (let nth = 1; nth < count; nth += 1) {
    if (!isTried(nth, { turn: 0, parts: 9 })) continue;
    await begin();
    const since = emulator.requests().length;
    const mortal = makeForgetful(nth);
    expect(await applyRoughly(fixture, mortal)).toBeNull();
    const where = `dead after effect ${nth} of ${count}, ${mortal.last()}, without its last records`;
    await applyAll(fixture);
    const asked = listReasons(await fixture.plan());
    // A cycle that still has the name of its template may be one that a person made: so one is asked.
    expect(
      asked.filter(({ code }) => code !== 'ambiguous'),
      where,
    ).toEqual([]);
    if (asked.length === 0) await expectConverges(fixture, { whole, where, ...runs });
    expect(countCreates(emulator, since), `created, ${where}`).toBeLessThanOrEqual(made);
  }
}

/** Counts what was created since a number of requests. */
function countCreates(emulator: Emulator, since: number): number {
  const creates = emulator
    .requests()
    .slice(since)
    .filter(({ method, path }) => method === 'POST' && path !== '/oauth/token');
  return creates.length;
}

it.each([
  ['a first apply', openFirstApply],
  ['an import of a cycle file', openFirstImport],
  ['an edit of a running cycle', openRunningEdit],
  ['a replacement of a running cycle', openReplacement],
])(
  'creates nothing twice, and converges or asks a person, wherever a database lost the last records of %s',
  async (_of, openScenario) => forgetEverywhere(await openScenario()),
  timeoutMs,
);
