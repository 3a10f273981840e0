import { describe, expect, it } from 'vitest';
import { listCycles, nameTemplate, openReplacing, replaced } from '../../worlds/cases/replace.ts';
import type { TestFixture } from '../../worlds/fixture.ts';
import { applyAll, listLeft } from '../../worlds/quickstart.ts';
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
  goOn: (place: TestFixture, where: string) => Promise<void>,
): Promise<number> {
  const place = await openReplacing();
  for (let nth = 0; ; nth += 1) {
    if (!isTried(nth, { turn, parts })) continue;
    place.emulator.control.reset();
    place.loseStore();
    nameTemplate(place, replaced.before);
    await place.apply();
    nameTemplate(place, replaced.after);
    const mortal = makeMortal(nth);
    const ended = await applyRoughly(place, mortal);
    if (ended !== null) return nth;
    const where = `dead after effect ${nth}, ${mortal.last()}`;
    await goOn(place, where);
    expect(listTogether(place.emulator.requests()), `two run, ${where}`).toEqual([]);
  }
}

async function applyTwice(place: TestFixture): Promise<void> {
  await applyAll(place);
  if (listLeft(await place.plan()).length > 0) await applyAll(place);
}

describe('where Git changes its mind after the death of an apply that replaces a cycle', () => {
  it(
    'to what it was before, the earlier one is taken back and runs on',
    async () => {
      const count = await dieEverywhere(0, async (place, where) => {
        nameTemplate(place, replaced.before);
        await applyTwice(place);
        expect(listCycles(place), where).toEqual([`${replaced.before} Active`]);
        expect(listLeft(await place.plan()), where).toEqual([]);
        const { objects, creates, pauses, writes } = await place.store.readState('northwind');
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
      await dieEverywhere(1, async (place, where) => {
        nameTemplate(place, replaced.third);
        await applyTwice(place);
        expect(listCycles(place), where).toEqual([`${replaced.third} Active`]);
        expect(listLeft(await place.plan()), where).toEqual([]);
      });
    },
    timeoutMs,
  );

  it(
    'and renames the entry, that goes on under its new key',
    async () => {
      await dieEverywhere(2, async (place, where) => {
        const path = 'accounts/northwind.yaml';
        const text = place.manifests.get(path) ?? '';
        place.manifests.set(
          path,
          text.replace('contacts-to-files:', 'out:\n      renamedFrom: contacts-to-files'),
        );
        await applyTwice(place);
        expect(listCycles(place), where).toEqual([`${replaced.after} Active`]);
        expect(listLeft(await place.plan()), where).toEqual([]);
        place.manifests.set(path, text);
      });
    },
    timeoutMs,
  );

  it(
    'and takes the entry out, nothing of it is left',
    async () => {
      await dieEverywhere(3, async (place, where) => {
        const path = 'accounts/northwind.yaml';
        const text = place.manifests.get(path) ?? '';
        place.manifests.set(path, text.replace(/\n {2}cycles:\n[\s\S]*$/, '\n  cycles: {}\n'));
        await applyTwice(place);
        const there = listCycles(place);
        expect(
          there.filter((each) => each.endsWith('Active')),
          where,
        ).toEqual([]);
        place.manifests.set(path, text);
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
      await dieEverywhere(4, async (place, where) => {
        const before = listCycles(place);
        place.loseStore();
        const planned = await place.plan();
        if (planned.some(({ kind }) => kind === 'unplanned')) refused += 1;
        await applyAll(place, { planned });
        const after = listCycles(place);
        expect(after.length, where).toBeGreaterThanOrEqual(before.length);
        expect(after.filter((each) => each.endsWith('Active')).length, where).toBeLessThan(2);
      });
      expect(refused).toBeGreaterThan(2);
    },
    timeoutMs,
  );
});
