import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { readChangedAccounts } from '../../../src/features/operations/undo/read-changed-accounts.ts';
import { quickstartWorld } from '../../emulator/support/worlds.ts';
import { Program } from '../../simulate/program.ts';
import { openSimulatedService, type SimulatedService } from '../../simulate/simulated-service.ts';
import { closeAfterFile } from '../../support/opened.ts';
import { quickstartSecrets, readQuickstartManifest } from '../../worlds/quickstart.ts';
import { makeMortal } from './death.ts';

// A run dies and is resumed, and then it is undone.

async function open(): Promise<SimulatedService> {
  const simulated = await openSimulatedService(quickstartWorld, {});
  closeAfterFile(() => simulated.close());
  for (const [name, value] of Object.entries(quickstartSecrets)) simulated.setSecret(name, value);
  return simulated;
}

async function apply(program: Program): Promise<void> {
  await program.apply((await program.plan()).text, null);
}

async function dieAndResume(simulated: SimulatedService, after: string): Promise<void> {
  const mortal = makeMortal(1, after);
  const dying = new Program(simulated, { tap: mortal.tap });
  await Promise.race([apply(dying), mortal.death]);
  simulated.beating.delete(dying.holder.id);
  simulated.gone.add(dying.holder.id);
  await new Program(simulated).resume();
}

async function undoNewest(simulated: SimulatedService): Promise<void> {
  const [newest] = await simulated.store.listRuns(1);
  await apply(new Program(simulated, { choices: { undoes: newest?.id ?? '' } }));
}

function readCycles(simulated: SimulatedService): unknown {
  return simulated
    .find('northwind')
    ?.cycles.map(({ name, status, steps }) => [name, status, steps]);
}

it('leaves a cycle running that the run had paused when it died, and restores the values from before it', async () => {
  const simulated = await open();
  const text = await readQuickstartManifest('northwind');
  simulated.write(parse(text));
  await apply(new Program(simulated));
  const before = readCycles(simulated);
  simulated.write(parse(text.replace('{option: Customers}', '{option: Leads}')));
  await dieAndResume(simulated, 'writer deactivateCycle');
  expect(readCycles(simulated)).not.toEqual(before);
  await undoNewest(simulated);
  expect(readCycles(simulated)).toEqual(before);
});

it('leaves a cycle as it is that the run had created when it died', async () => {
  const simulated = await open();
  simulated.write(parse(await readQuickstartManifest('northwind')));
  await dieAndResume(simulated, 'writer installTemplate');
  const made = readCycles(simulated);
  const [newest] = await simulated.store.listRuns(1);
  const [account] = (await readChangedAccounts(simulated.store, newest?.id ?? '')).values();
  expect(account?.made.filter((each) => each.includes('/cycles/'))).toHaveLength(2);
  await undoNewest(simulated);
  expect(readCycles(simulated)).toEqual(made);
});
