import { expect } from 'vitest';
import { openEmulator } from '../../src/emulator/emulator.ts';
import { resolveObject } from '../../src/features/operations/state/settle/resolve-object.ts';
import { parseObjectAddress } from '../../src/model/address.ts';
import { quickstartWorld } from '../emulator/support/worlds.ts';
import type { DumpedCycle } from '../worlds/console/dumped.ts';
import type { FixtureOptions, TestFixture } from '../worlds/fixture.ts';
import {
  applyAll,
  editManifest,
  listReasons,
  listReported,
  openQuickstart,
  quickstartIds,
  readLive,
} from '../worlds/quickstart.ts';

/**
 * The quickstart on a service that offers SPEC.txt and no more; its environment names the templates.
 * `serves: 'full'` lets a test do what a person does in the console.
 */
export async function openDocumented(options: Partial<FixtureOptions> = {}): Promise<TestFixture> {
  const templates = await listTemplateIds(options.world ?? quickstartWorld);
  return openQuickstart({ contract: 'documented', serves: 'documented', ...options, templates });
}

/** Ids follow from the seed, so that another emulator of the same world has the same ones. */
export async function listTemplateIds(
  world: NonNullable<FixtureOptions['world']>,
): Promise<Record<string, string>> {
  const emulator = await openEmulator({ world });
  const { templates } = emulator.control.dump();
  await emulator.close();
  return Object.fromEntries(templates.map(({ name, id }) => [name, id]));
}

/** Takes out of the manifests all that this service cannot do, so that the cycles can be started by us. */
export function keepToDocumented(fixture: TestFixture): void {
  editManifest(fixture, 'northwind', { from: /^ +properties: .*\n/gm, to: '' });
  editManifest(fixture, 'contoso', { from: /^ +properties:\n( {8}.*\n)+/gm, to: '' });
  editManifest(fixture, 'northwind', { from: /^ +variables: .*\n/gm, to: '' });
  editManifest(fixture, 'northwind', { from: /^ +Source: .*\n/gm, to: '' });
  editManifest(fixture, 'contoso', { from: /^ +tags: .*\n/gm, to: '' });
  for (const [key, from, to] of [
    ['northwind', 'Contacts to files', 'Contacts to Files'],
    ['northwind', 'Contacts to mailer', 'Contacts to Mailer'],
    ['contoso', 'Orders in', 'Orders to Files'],
  ] as const) {
    editManifest(fixture, key, { from: `displayName: ${from}`, to: `displayName: ${to}` });
  }
}

/** Runs `cyclectl state settle ADDRESS exists ID`. */
export async function settle(fixture: TestFixture, text: string, id: string | null): Promise<void> {
  const at = parseObjectAddress(text);
  if (at === null) throw new Error(`${text} is no address`);
  const externalId = quickstartIds[at.account as keyof typeof quickstartIds];
  const settled = resolveObject(
    await fixture.store.readState(at.account),
    { ...at, ...(at.kind === 'account' ? { externalId } : {}) },
    id === null ? { kind: 'absent' } : { kind: 'exists', id },
  );
  if ('refused' in settled) throw new Error(settled.refused.summary);
  await fixture.store.update(settled.change);
}

/** Applied, with manifests that ask for nothing that a person must do. */
export async function openRunning(options: Partial<FixtureOptions> = {}): Promise<TestFixture> {
  const fixture = await openDocumented(options);
  keepToDocumented(fixture);
  expect(listReported(await applyAll(fixture))).toEqual([]);
  return fixture;
}

/** Why accounts and objects are not planned. */
export async function listCodes(fixture: TestFixture): Promise<string[]> {
  return listReasons(await fixture.plan()).map(({ code }) => code);
}

/** A cycle of northwind, by its name. */
export function findCycle(fixture: TestFixture, name: string): DumpedCycle {
  const found = readLive(fixture, 'northwind').cycles.find((cycle) => cycle.name === name);
  if (found === undefined) throw new Error(`There is no cycle ${name}`);
  return found;
}
