import { expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Address } from '../../../src/model/address.ts';
import { put, signIn } from '../../emulator/support/start-emulator.ts';
import { quickstartWorld } from '../../emulator/support/worlds.ts';
import { listOpen } from '../../simulate/laws/list-open.ts';
import { Program } from '../../simulate/program.ts';
import { openSimulatedService, type SimulatedService } from '../../simulate/simulated-service.ts';
import { closeAfterFile } from '../../support/opened.ts';
import { findDumped } from '../../worlds/console/dumped.ts';
import {
  quickstartIds,
  quickstartSecrets,
  readQuickstartManifest,
} from '../../worlds/quickstart.ts';
import { drawService } from '../picture.ts';
import { isTried } from '../share.ts';
import { makeMortal } from './death.ts';

// A revert of drift dies after its nth effect, while Git has moved other fields of the same running cycle: a resume
// ends it, and the cycle runs as it did before the hand came.

// With its address also what is only reported.
const choices = { reverts: ['northwind' as Address] };
const cycleEdits = [
  ['every: 15m', 'every: 30m'],
  ['{option: Customers}', '{option: Leads}'],
  // A line that the hand moves too.
  ['{step: Get contact, field: Name}', '{step: Get contact, field: Company.Name}'],
] as const;

/** Mappings that a hand moves: a line of Git, one that no line has, and the visibility of another. */
const mappingEdits = [
  ['Contact.Name', { MappingType: 'StaticValue', Value: 'by hand' }],
  ['name', { MappingType: 'StaticValue', Value: 'by hand' }],
  ['[rows].[cells].value', { IsLaunchVisible: true }],
] as const;

/** Everything that a hand moves: fields inside a running cycle, managed or not, and another cycle is gone. */
async function editInConsole({ emulator }: SimulatedService): Promise<void> {
  const account = findDumped(emulator, quickstartIds.northwind);
  const own = (await signIn(emulator)).inside(account?.id ?? '');
  const find = (name: string) => account?.cycles.find((each) => each.name === name);
  const cycle = find('Contacts to files');
  const path = `/cycles/${cycle?.id}`;
  const variable = cycle?.variables.find(({ displayName }) => displayName === 'region');
  await put(own, `${path}/deactivate?finishQueuedTransactions=true`);
  await put(own, `${path}/variables/${variable?.systemName}`, { Value: 'apac' });
  await put(own, path, { Name: 'Contacts by hand' });
  const step = cycle?.steps.find(({ name }) => name === 'Write file');
  for (const [key, edit] of mappingEdits) {
    const field = step?.method.fields.find((each) => each.key === key);
    await put(own, `/steps/${step?.id}/fieldmappings/${field?.id}`, edit);
  }
  await put(own, `${path}/activate`, { StartTime: '2026-12-01T06:00:00.000Z', Interval: 15 });
  await own.call('DELETE', `/v1.0/cycles/${find('Contacts to mailer')?.id}`, {});
}

async function begin(simulated: SimulatedService, text: string): Promise<void> {
  simulated.emulator.control.reset();
  simulated.loseStore();
  simulated.write(parse(text));
  const first = new Program(simulated);
  await first.apply((await first.plan()).text, null);
  await editInConsole(simulated);
  simulated.write(parse(cycleEdits.reduce((moved, [from, to]) => moved.replace(from, to), text)));
}

async function revertAndDie(simulated: SimulatedService, nth: number): Promise<readonly string[]> {
  const mortal = makeMortal(nth);
  const program = new Program(simulated, { tap: mortal.tap, choices });
  const { text } = await program.plan();
  await Promise.race([program.apply(text, null), mortal.death]);
  simulated.beating.delete(program.holder.id);
  simulated.gone.add(program.holder.id);
  return mortal.effects();
}

it('is ended by a resume, wherever it died, and the cycle runs with nothing that only Git moved', async () => {
  const simulated = await openSimulatedService(quickstartWorld, {});
  closeAfterFile(() => simulated.close());
  for (const [name, value] of Object.entries(quickstartSecrets)) simulated.setSecret(name, value);
  const text = await readQuickstartManifest('northwind');
  await begin(simulated, text);
  const { length } = await revertAndDie(simulated, -1);
  const whole = drawService(simulated.emulator);
  expect(length, 'effects to die after').toBeGreaterThan(20);
  for (let nth = 0; nth < length; nth += 1) {
    if (!isTried(nth, { turn: 2, parts: 3 })) continue;
    await begin(simulated, text);
    const done = await revertAndDie(simulated, nth);
    const resumed = await new Program(simulated).resume();
    const where = `dead after effect ${nth} of ${length}, ${done.at(-1)}`;
    if (resumed.kind !== 'done') await revertAndDie(simulated, -1);
    expect(drawService(simulated.emulator), where).toEqual(whole);
    const open = (await listOpen(simulated.store)).filter(
      (each) => !each.startsWith('the lock of'),
    );
    expect(open, where).toEqual([]);
    const items = (await new Program(simulated).drift()).flatMap((each) =>
      each.kind === 'read' ? each.items.map(({ address }) => address) : [each.account],
    );
    expect(items, where).toEqual([]);
  }
}, 240_000);
