import { expect } from 'vitest';
import type { CallLimits } from '../../../src/emulator/calls/limits.ts';
import type { Emulator } from '../../../src/emulator/emulator.ts';
import type { Choices } from '../../../src/emulator/world/choices.ts';
import type { World } from '../../../src/emulator/world/file/world.ts';
import {
  type Answer,
  type Caller,
  installTemplate,
  put,
  readBody,
  signIn,
  startEmulator,
} from '../support/start-emulator.ts';
import { quickstartWorld } from '../support/worlds.ts';
import { authenticate, idOfResponse, mapItem, readStep } from './step-access.ts';

/** The quickstart's world at a standing clock, five minutes before the first runs of its cycles. */
export interface Place {
  readonly emulator: Emulator;
  readonly caller: Caller;
}

export const crmKey = 'crm-key-not-a-secret';
const filesPassword = 'files-not-a-secret';

export async function openPlace({
  choices = {},
  account = {},
  world = quickstartWorld,
  limits = {},
}: {
  readonly choices?: Partial<Choices>;
  readonly account?: Readonly<Record<string, unknown>>;
  readonly world?: World | string;
  readonly limits?: Partial<CallLimits>;
} = {}): Promise<Place> {
  const frozenAt = '2026-12-01T05:55:00Z';
  const emulator = await startEmulator({ world, frozenAt, choices, limits });
  const partner = await signIn(emulator);
  const made = await partner.call('POST', '/v1.0/accounts', {
    Id: 'northwind',
    Name: 'Northwind',
    ...account,
  });
  expect(made.status).toBe(200);
  return { emulator, caller: partner.inside('northwind') };
}

/** Contacts to Files as the manifest of the quickstart has it, paused; gives its id. */
export async function installContactsToFiles({ caller }: Place): Promise<string> {
  const { Id: id } = await installTemplate(caller, 'Contacts to Files');
  await authenticate(caller, 'Sample CRM', crmKey);
  const pair = Buffer.from(`sync:${filesPassword}`).toString('base64');
  await authenticate(caller, 'Sample File Store', pair);
  const list = await readStep(caller, id, 'List changed contacts');
  const get = await readStep(caller, id, 'Get contact');
  const write = await readStep(caller, id, 'Write file');
  await mapItem(caller, get, {
    name: 'contactId',
    MappingType: 'StaticValue',
    Value: `{{${list.Id} ${idOfResponse(list, 'Contact.Id')}}}`,
  });
  await mapItem(caller, write, {
    name: 'Contact.Name',
    MappingType: 'PreviousStep',
    SourceStepId: get.Id,
    SourceFieldId: idOfResponse(get, 'Name'),
  });
  return id;
}

/** Activates a cycle from six o'clock on, every quarter of an hour. */
export async function activate({ caller }: Place, id: string): Promise<void> {
  const start = { StartTime: '2026-12-01T06:00:00Z', Interval: 15 };
  expect((await put(caller, `/cycles/${id}/activate`, start)).status).toBe(200);
}

/** Writes a contact into the sample CRM, by a call of its connector. */
export async function changeContact(
  { caller }: Place,
  Email: string,
  FirstName: string,
): Promise<void> {
  const connectors: readonly Answer['body'][] = await readBody(caller, '/account/connectors');
  const crm = connectors.find((each) => each.Connector.Name === 'Sample CRM');
  const { body } = await caller.call('GET', '/v1.0/connectors/Sample%20CRM/methods');
  const upsert = body.find((each: Answer['body']) => each.Name === 'Upsert contact');
  const answer = await caller.call(
    'POST',
    `/v1.0/account/connectors/${crm.Id}/methods/${upsert.MethodUniqueIdentifier}/body`,
    { RequestBody: JSON.stringify({ Contact: { Email, FirstName } }) },
  );
  expect(answer.status).toBe(200);
}

/** Files of the sample file store. */
export function listFiles({ emulator }: Place): readonly Answer['body'][] {
  return emulator.control.readApps().files?.files ?? [];
}
