import { describe, expect, it } from 'vitest';
import { drawService } from '../picture.ts';
import { expectConverges, expectHonest } from '../recovery.ts';
import { applyRoughly } from '../rough-apply.ts';
import {
  openFirstApply,
  openFirstImport,
  openFreshInstallation,
  openRebuilding,
  openReplacement,
  openRunningEdit,
  type Scenario,
} from '../scenarios.ts';
import { isTried } from '../share.ts';
import { makeMortal } from './death.ts';

// Law 9: killed at any moment, run again: converges. A death is tried after every single effect of an
// apply, a request or a record of the store; recovery.ts says what must be so afterwards.

const timeoutMs = 240_000;

async function dieEverywhere(
  scenario: Scenario,
  tried: { readonly least: number; readonly parts: number },
): Promise<void> {
  const { fixture, begin, ...runs } = scenario;
  await begin();
  const immortal = makeMortal(-1);
  await applyRoughly(fixture, immortal);
  const count = immortal.effects().length;
  expect(count, 'effects to die after').toBeGreaterThanOrEqual(tried.least);
  const whole = drawService(fixture.emulator);
  for (let nth = 0; nth < count; nth += 1) {
    if (!isTried(nth, { turn: 0, parts: tried.parts })) continue;
    await begin();
    const mortal = makeMortal(nth);
    expect(await applyRoughly(fixture, mortal)).toBeNull();
    const where = `dead after effect ${nth} of ${count}, ${mortal.last()}`;
    const planned = await expectHonest(fixture, where);
    await expectConverges(fixture, { whole, where, ...runs }, planned);
  }
}

describe('an apply that dies', () => {
  it(
    'converges after the next one, wherever it died in a first apply',
    async () => {
      await dieEverywhere(await openFirstApply(), { least: 60, parts: 15 });
    },
    timeoutMs,
  );

  it(
    'converges after the next one, wherever it died in an install that brings its own connectors',
    async () => {
      await dieEverywhere(await openFreshInstallation(), { least: 15, parts: 4 });
    },
    timeoutMs,
  );

  it(
    'converges after the next one, wherever it died in an import of a cycle file',
    async () => {
      await dieEverywhere(await openFirstImport(), { least: 15, parts: 4 });
    },
    timeoutMs,
  );

  it(
    'leaves no running cycle with a mix and none paused, wherever it died in an edit of it',
    async () => {
      await dieEverywhere(await openRunningEdit(), { least: 12, parts: 5 });
    },
    timeoutMs,
  );

  it(
    'leaves one cycle in the end where it replaced one, and never two that run, wherever it died',
    async () => {
      await dieEverywhere(await openReplacement(), { least: 20, parts: 5 });
    },
    timeoutMs,
  );

  it(
    'leaves one cycle in the end where it replaced one by another structure of its file',
    async () => {
      await dieEverywhere(await openRebuilding(), { least: 20, parts: 6 });
    },
    timeoutMs,
  );
});
