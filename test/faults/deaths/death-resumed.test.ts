import { expect, it } from 'vitest';
import { parse } from 'yaml';
import type { PlannedAccount } from '../../../src/model/report/report.ts';
import { quickstartWorld } from '../../emulator/support/worlds.ts';
import { listOpen } from '../../simulate/laws/list-open.ts';
import { Program } from '../../simulate/program.ts';
import { openSimulatedService, type SimulatedService } from '../../simulate/simulated-service.ts';
import { closeAfterFile } from '../../support/opened.ts';
import { replaced, replacingWorld } from '../../worlds/cases/replace.ts';
import { listLeft, quickstartSecrets, readQuickstartManifest } from '../../worlds/quickstart.ts';
import { listTogether } from '../list-together.ts';
import { drawService } from '../picture.ts';
import { isTried } from '../share.ts';
import { makeMortal } from './death.ts';

// Law 9 with a journal: an apply of the quickstart dies after its nth effect, and what it left is gone on with.

const timeoutMs = 240_000;

/** A service with these manifests and nothing applied; closed after the file. */
async function openWith(
  manifests: readonly string[],
  world = quickstartWorld,
): Promise<SimulatedService> {
  const simulated = await openSimulatedService(world, {});
  closeAfterFile(() => simulated.close());
  for (const [name, value] of Object.entries(quickstartSecrets)) simulated.setSecret(name, value);
  for (const text of manifests) simulated.write(parse(text));
  return simulated;
}

/** Applies to a service that has nothing, and dies; gives what it did by then. */
async function applyAndDie(
  simulated: SimulatedService,
  nth: number,
  before: string | null,
): Promise<readonly string[]> {
  simulated.emulator.control.reset();
  simulated.loseStore();
  if (before !== null) await applyBefore(simulated, before);
  const mortal = makeMortal(nth);
  const program = new Program(simulated, { tap: mortal.tap });
  const { text, planned } = await program.plan();
  await Promise.race([program.apply(text, countGoing(planned)), mortal.death]);
  simulated.beating.delete(program.holder.id);
  simulated.gone.add(program.holder.id);
  return mortal.effects();
}

// The service as it was under an earlier manifest of the same account.
async function applyBefore(simulated: SimulatedService, before: string): Promise<void> {
  simulated.write(parse(before));
  const program = new Program(simulated);
  await program.apply((await program.plan()).text, null);
  simulated.write(parse(replacing(replaced.after)));
}

function countGoing(planned: readonly PlannedAccount[]): number | null {
  const changes = planned.flatMap((each) => (each.kind === 'planned' ? each.plan.changes : []));
  return changes.filter(({ verb }) => verb === 'replace').length || null;
}

async function goOn(simulated: SimulatedService): Promise<void> {
  const resumed = await new Program(simulated).resume();
  if (resumed.kind === 'done') return;
  // It died before its run was noted.
  const { text, planned } = await new Program(simulated).plan();
  await new Program(simulated).apply(text, countGoing(planned));
}

async function expectGoneOnWith(
  simulated: SimulatedService,
  tried: {
    readonly least: number;
    readonly turn: number;
    readonly parts: number;
    /** The manifest that was applied before. */
    readonly before?: string;
  },
): Promise<void> {
  const { length } = await applyAndDie(simulated, -1, tried.before ?? null);
  const whole = drawService(simulated.emulator);
  expect(length, 'effects to die after').toBeGreaterThan(tried.least);
  for (let nth = 0; nth < length; nth += 1) {
    if (!isTried(nth, tried)) continue;
    const done = await applyAndDie(simulated, nth, tried.before ?? null);
    await goOn(simulated);
    const where = `dead after effect ${nth} of ${length}, ${done.at(-1)}`;
    expect(drawService(simulated.emulator), where).toEqual(whole);
    expect(listTogether(simulated.emulator.requests()), where).toEqual([]);
    expect(listLeft((await new Program(simulated).plan()).planned), where).toEqual([]);
    // The lock of an account that was done by then stays with the dead, from whom the next run takes it.
    const open = (await listOpen(simulated.store)).filter(
      (each) => !each.startsWith('the lock of'),
    );
    expect(open, where).toEqual([]);
  }
}

it(
  'is resumed by a resume alone, wherever it died, and leaves nothing open',
  async () => {
    const keys = ['contoso', 'northwind'] as const;
    const simulated = await openWith(await Promise.all(keys.map(readQuickstartManifest)));
    await expectGoneOnWith(simulated, { least: 80, turn: 3, parts: 12 });
  },
  timeoutMs,
);

it(
  'is resumed by a resume alone where a part of what one operation writes is there already',
  async () => {
    await expectGoneOnWith(await openWith([manifest]), { least: 20, turn: 0, parts: 1 });
  },
  timeoutMs,
);

it(
  'is resumed by a resume alone where a cycle is replaced, of which never two run',
  async () => {
    const before = replacing(replaced.before);
    const simulated = await openWith([replacing(replaced.after)], replacingWorld);
    await expectGoneOnWith(simulated, { least: 20, turn: 1, parts: 3, before });
  },
  timeoutMs,
);

function replacing(template: string): string {
  return `apiVersion: cyclectl/v1
kind: Account
metadata: {name: northwind}
spec:
  id: northwind-8812
  connectors:
    crm:
      connector: {name: Sample CRM, version: "2.0"}
      auth: {apiKey: {env: northwind_crm_key}}
    files:
      connector: {name: Sample File Store}
      auth: {basic: {username: sync, password: {env: northwind_files_password}}}
  cycles:
    sync:
      from: {template: ${template}}
      displayName: Sync
      state: active
      schedule: {every: 15m}
      variables: {region: emea}
      steps:
        Get contact:
          parameters:
            contactId: {expression: '{{"List changed contacts" "Contact.Id"}}'}
            list: {option: Customers}
`;
}

// The service binds the first of the two slots by itself.
const manifest = `apiVersion: cyclectl/v1
kind: Account
metadata: {name: northwind}
spec:
  id: northwind-8812
  connectors:
    crm: &crm
      connector: {name: Sample CRM, version: "2.0"}
      auth: {apiKey: {env: northwind_crm_key}}
    other: *crm
  cycles:
    sync:
      from: {template: CRM to CRM}
      displayName: Sync
      connectors: {Sample CRM: crm, "Sample CRM#2": other}
      state: active
      schedule: {every: 15m}
`;
