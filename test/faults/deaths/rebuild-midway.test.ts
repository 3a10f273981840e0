import { expect, it } from 'vitest';
import { buildFile, listBuilt, openBuilt } from '../../worlds/cases/replace-file.ts';
import { applyAll, listLeft } from '../../worlds/quickstart.ts';
import { listTogether } from '../list-together.ts';
import { applyRoughly } from '../rough-apply.ts';
import { isTried } from '../share.ts';
import { makeMortal } from './death.ts';

// An apply that replaces a cycle by an import dies after its nth effect. Then its file changes again, to a third
// structure or to the one that it had: still never two run, and none is left over.

it('what an import made that died goes too where its file changes again, and never two run', async () => {
  const fixture = await openBuilt();
  for (let nth = 0; ; nth += 1) {
    if (!isTried(nth, { turn: 0, parts: 5 })) continue;
    fixture.emulator.control.reset();
    fixture.loseStore();
    buildFile(fixture, 0);
    await fixture.apply();
    buildFile(fixture, 1);
    const mortal = makeMortal(nth);
    const ended = await applyRoughly(fixture, mortal);
    if (ended !== null) {
      expect(nth).toBeGreaterThan(20);
      return;
    }
    const where = `dead after effect ${nth}, ${mortal.last()}`;
    buildFile(fixture, nth % 2 === 0 ? 2 : 0);
    await applyAll(fixture);
    if (listLeft(await fixture.plan()).length > 0) await applyAll(fixture);
    expect(listBuilt(fixture), where).toEqual(['Contacts of a file Active']);
    expect(listLeft(await fixture.plan()), where).toEqual([]);
    expect(listTogether(fixture.emulator.requests()), where).toEqual([]);
  }
}, 240_000);
