import { expect } from 'vitest';
import type { ObjectRecord } from '../../../../src/model/state/account-state.ts';
import { put } from '../../../emulator/support/start-emulator.ts';
import { openConsoleUser } from '../../../worlds/console/console-user.ts';
import type { TestFixture } from '../../../worlds/fixture.ts';
import { applyAll, openQuickstart, quickstartIds, readLive } from '../../../worlds/quickstart.ts';

/** Address of the cycle that an edit of `mailer` changes. */
export const mailer = 'northwind/cycles/contacts-to-mailer';

/** Bodies of requests by object. */
type HandEdit = {
  readonly account?: Readonly<Record<string, unknown>>;
  readonly contoso?: Readonly<Record<string, unknown>>;
  readonly mailer?: Readonly<Record<string, unknown>>;
  readonly crm?: Readonly<Record<string, unknown>>;
};

/** Changes objects in the console. */
export async function editByHand(fixture: TestFixture, edit: HandEdit): Promise<void> {
  const { caller } = await openConsoleUser(fixture.emulator);
  const inside = caller.inside(quickstartIds.northwind);
  const { cycles, connectors } = readLive(fixture, 'northwind');
  const cycle = cycles.find(({ name }) => name === 'Contacts to mailer')?.id;
  const crm = connectors.find(({ properties }) => properties.some(({ name }) => name === 'region'));
  const send = async (who: typeof caller, path: string, body: unknown) => {
    if (body !== undefined) expect((await put(who, path, body)).status).toBe(200);
  };
  await send(caller, `/accounts/${quickstartIds.northwind}`, edit.account);
  await send(caller, `/accounts/${readLive(fixture, 'contoso').id}`, edit.contoso);
  await send(inside, `/cycles/${cycle}`, edit.mailer);
  await send(inside, `/account/connectors/${crm?.id}`, edit.crm);
}

/** The quickstart, applied; others changed what no manifest manages. */
export async function openChanged(edit: HandEdit): Promise<TestFixture> {
  const fixture = await openQuickstart();
  await applyAll(fixture);
  await editByHand(fixture, edit);
  return fixture;
}

/** Drift of all accounts: addresses of fields. */
export async function listDrifted(fixture: TestFixture): Promise<readonly string[]> {
  const accounts = await fixture.drift();
  return accounts.flatMap((each) =>
    each.kind === 'read' ? each.items.map(({ address, path }) => `${address}/${path}`) : [],
  );
}

/** Records of northwind by address. */
export async function readRecords(
  fixture: TestFixture,
): Promise<ReadonlyMap<string, ObjectRecord>> {
  const { objects } = await fixture.store.readState('northwind');
  return new Map(objects);
}
