import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { quickstartWorld } from '../emulator/worlds.ts';
import { listOpen } from '../simulate/list-open.ts';
import { type Office, openOffice } from '../simulate/office.ts';
import { Program } from '../simulate/program.ts';
import { listLeft, quickstartSecrets, readQuickstartManifest } from '../worlds/quickstart.ts';
import { makeMortal } from './death.ts';
import { drawService } from './picture.ts';
import { isTried } from './share.ts';

// Law 9 with a journal: an apply of the quickstart dies after its nth effect, and what it left is gone on with.

const timeoutMs = 240_000;
let office: Office;

beforeAll(async () => {
  office = await openOffice(quickstartWorld, {});
  for (const [name, value] of Object.entries(quickstartSecrets)) office.setSecret(name, value);
  for (const key of ['contoso', 'northwind'] as const)
    office.write(parse(await readQuickstartManifest(key)));
});

afterAll(() => office.close());

/** Applies to a service that has nothing, and dies; gives what it did by then. */
async function applyAndDie(nth: number): Promise<readonly string[]> {
  office.emulator.control.reset();
  office.loseStore();
  const mortal = makeMortal(nth);
  const program = new Program(office, { tap: mortal.tap });
  const { text } = await program.plan();
  await Promise.race([program.apply(text, null), mortal.death]);
  office.beating.delete(program.holder.id);
  office.gone.add(program.holder.id);
  return mortal.effects();
}

async function goOn(): Promise<void> {
  const resumed = await new Program(office).resume();
  if (resumed.kind === 'done') return;
  // It died before its run was noted.
  const { text } = await new Program(office).plan();
  await new Program(office).apply(text, null);
}

it(
  'is gone on with by a resume alone, wherever it died, and leaves nothing open',
  async () => {
    const { length } = await applyAndDie(-1);
    const whole = drawService(office.emulator);
    expect(length, 'effects to die after').toBeGreaterThan(80);
    for (let nth = 0; nth < length; nth += 1) {
      if (!isTried(nth, { turn: 3, parts: 12 })) continue;
      const done = await applyAndDie(nth);
      await goOn();
      const where = `dead after effect ${nth} of ${length}, ${done.at(-1)}`;
      expect(drawService(office.emulator), where).toEqual(whole);
      expect(listLeft((await new Program(office).plan()).planned), where).toEqual([]);
      // The lock of an account that was done by then stays with the dead, from whom the next run takes it.
      const open = (await listOpen(office.store)).filter((each) => !each.startsWith('the lock of'));
      expect(open, where).toEqual([]);
    }
  },
  timeoutMs,
);
