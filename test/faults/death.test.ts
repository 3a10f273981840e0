import { beforeAll, describe, expect, it } from 'vitest';
import type { TestWorkplace } from '../worlds/workplace.ts';
import { makeMortal } from './death.ts';
import { type AccountPicture, drawService } from './picture.ts';
import { editManifest, openQuickstart } from './quickstart.ts';
import { expectConverges, expectHonest } from './recovery.ts';
import { applyRoughly } from './rough-apply.ts';

// Law 9: killed at any moment, run again: converges. A death is tried after every single effect of an
// apply, a request or a record of the store; recovery.ts says what must be so afterwards.

/** Starts again from a service that has nothing and a store that knows nothing. */
function beginAnew(place: TestWorkplace): void {
  place.emulator.control.reset();
  place.loseStore();
}

describe('a first apply that dies', () => {
  let place: TestWorkplace;
  let whole: readonly AccountPicture[];
  let count = 0;

  beforeAll(async () => {
    place = await openQuickstart();
    const immortal = makeMortal(-1);
    await applyRoughly(place, immortal);
    count = immortal.effects().length;
    whole = drawService(place.emulator);
  });

  it('changes enough for this to mean something', () => {
    expect(count).toBeGreaterThan(60);
  });

  it('converges after the next apply, wherever it died', async () => {
    for (let nth = 0; nth < count; nth += 1) {
      beginAnew(place);
      const mortal = makeMortal(nth);
      expect(await applyRoughly(place, mortal)).toBeNull();
      const where = `after effect ${nth} of ${count}, ${mortal.last()}`;
      await expectHonest(place, where);
      await expectConverges(place, { whole, where });
    }
  }, 180_000);
});

describe('an edit of a running cycle that dies', () => {
  const file = 'accounts/northwind.yaml';
  const edits = [
    ['variables: {region: emea}', 'variables: {region: apac}'],
    ['list: {option: Customers}', 'list: {option: Leads}'],
    [
      'Contact.Name: {step: Get contact, field: Name}',
      'Contact.Name: {step: Get contact, field: Company.Name}',
    ],
    ['displayName: Contacts to files', 'displayName: Contacts to all files'],
    ['{every: 15m, startAt', '{every: 30m, startAt'],
  ] as const;
  const back = edits.map(([before, after]) => [after, before] as const);
  let place: TestWorkplace;
  let old: readonly AccountPicture[];
  let whole: readonly AccountPicture[];
  let count = 0;

  beforeAll(async () => {
    place = await openQuickstart();
    await place.apply();
    old = drawService(place.emulator);
    editManifest(place, file, edits);
    const immortal = makeMortal(-1);
    await applyRoughly(place, immortal);
    count = immortal.effects().length;
    whole = drawService(place.emulator);
  });

  it('changes enough for this to mean something', () => {
    expect(whole).not.toEqual(old);
    expect(count).toBeGreaterThan(10);
  });

  it('converges after the next apply, runs again, and never ran with a mix', async () => {
    for (let nth = 0; nth < count; nth += 1) {
      editManifest(place, file, back);
      await place.apply();
      editManifest(place, file, edits);
      expect(drawService(place.emulator)).toEqual(old);
      const mortal = makeMortal(nth);
      expect(await applyRoughly(place, mortal)).toBeNull();
      const where = `after effect ${nth} of ${count}, ${mortal.last()}`;
      await expectHonest(place, where);
      await expectConverges(place, { whole, where, runsAs: [old, whole] });
    }
  }, 180_000);
});
