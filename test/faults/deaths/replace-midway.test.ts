import { describe, expect, it } from 'vitest';
import { listCycles, nameTemplate, openReplacing, replaced } from '../../worlds/cases/replace.ts';
import type { TestFixture } from '../../worlds/fixture.ts';
import { applyAll, listLeft, listReasons } from '../../worlds/quickstart.ts';
import { listTogether } from '../list-together.ts';
import { applyRoughly } from '../rough-apply.ts';
import { isTried } from '../share.ts';
import { makeMortal } from './death.ts';

// An apply that replaces a cycle dies after its nth effect. Then Git names something else, or the store is lost: still
// never two run, none is left over, and nothing goes that is not ours.

const timeoutMs = 240_000;
const parts = 5;

/** Dies after each effect in turn, and lets a test go on from there. */
async function dieEverywhere(
  turn: number,
  goOn: (fixture: TestFixture, where: string) => Promise<void>,
): Promise<number> {
  const testFixture = await openReplacing();
  for (let nth = 0; ; nth += 1) {
    if (!isTried(nth, { turn, parts })) continue;
    testFixture.emulator.control.reset();
    testFixture.loseStore();
    nameTemplate(testFixture, replaced.before);
    await testFixture.apply();
    nameTemplate(testFixture, replaced.after);
    const mortal = makeMortal(nth);
    const ended = await applyRoughly(testFixture, mortal);
    if (ended !== null) return nth;
    const where = `dead after effect ${nth}, ${mortal.last()}`;
    await goOn(testFixture, where);
    expect(listTogether(testFixture.emulator.requests()), `two run, ${where}`).toEqual([]);
  }
}

async function applyTwice(fixture: TestFixture): Promise<void> {
  await applyAll(fixture);
  if (listLeft(await fixture.plan()).length > 0) await applyAll(fixture);
}

describe('where Git changes its mind after the death of an apply that replaces a cycle', () => {
  it(
    'to what it was before, the replaced one is taken back and runs on',
    async () => {
      const count = await dieEverywhere(0, async (fixture, where) => {
        nameTemplate(fixture, replaced.before);
        await applyTwice(fixture);
        expect(listCycles(fixture), where).toEqual([`${replaced.before} Active`]);
        expect(listLeft(await fixture.plan()), where).toEqual([]);
        const { objects, creates, pauses, writes } = await fixture.store.readState('northwind');
        const known = [objects, pauses, writes].flatMap((map) => [...map.keys()]);
        expect(
          known.filter((key) => key.includes('~')),
          where,
        ).toEqual([]);
        // Whether an install that was noted was sent too nobody but a person can tell, where nothing of it shows.
        if (creates.size > 0) expect(where).toContain('store update');
      });
      expect(count).toBeGreaterThan(20);
    },
    timeoutMs,
  );

  it(
    'to something third, that is what is left',
    async () => {
      await dieEverywhere(1, async (fixture, where) => {
        nameTemplate(fixture, replaced.third);
        await applyTwice(fixture);
        expect(listCycles(fixture), where).toEqual([`${replaced.third} Active`]);
        expect(listLeft(await fixture.plan()), where).toEqual([]);
      });
    },
    timeoutMs,
  );

  it(
    'and renames the entry, that continues under its new key',
    async () => {
      await dieEverywhere(2, async (fixture, where) => {
        const path = 'accounts/northwind.yaml';
        const text = fixture.manifests.get(path) ?? '';
        fixture.manifests.set(
          path,
          text.replace('contacts-to-files:', 'out:\n      renamedFrom: contacts-to-files'),
        );
        await applyTwice(fixture);
        expect(listCycles(fixture), where).toEqual([`${replaced.after} Active`]);
        expect(listLeft(await fixture.plan()), where).toEqual([]);
        fixture.manifests.set(path, text);
      });
    },
    timeoutMs,
  );

  it(
    'and takes the entry out, nothing of it is left',
    async () => {
      await dieEverywhere(3, async (fixture, where) => {
        const path = 'accounts/northwind.yaml';
        const text = fixture.manifests.get(path) ?? '';
        fixture.manifests.set(path, text.replace(/\n {2}cycles:\n[\s\S]*$/, '\n  cycles: {}\n'));
        await applyTwice(fixture);
        const there = listCycles(fixture);
        expect(
          there.filter((each) => each.endsWith('Active')),
          where,
        ).toEqual([]);
        fixture.manifests.set(path, text);
      });
    },
    timeoutMs,
  );
});

describe('where the store is lost after the death of an apply that replaces a cycle', () => {
  it(
    'nothing is started beside what runs, and nothing is deleted',
    async () => {
      let refused = 0;
      await dieEverywhere(4, async (fixture, where) => {
        const before = listCycles(fixture);
        fixture.loseStore();
        const planned = await fixture.plan();
        if (listReasons(planned).length > 0) refused += 1;
        await applyAll(fixture, { planned });
        const after = listCycles(fixture);
        expect(after.length, where).toBeGreaterThanOrEqual(before.length);
        expect(after.filter((each) => each.endsWith('Active')).length, where).toBeLessThan(2);
      });
      expect(refused).toBeGreaterThan(2);
    },
    timeoutMs,
  );
});
