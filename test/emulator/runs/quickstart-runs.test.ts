import { beforeEach, expect, test } from 'vitest';
import type { Emulator } from '../../../src/emulator/emulator.ts';
import {
  type Answer,
  type Caller,
  installTemplate,
  put,
  readBody,
  signIn,
  startEmulator,
} from '../start-emulator.ts';
import { quickstartWorld } from '../worlds.ts';
import { authenticate, idOfResponse, mapItem, readStep } from './step-access.ts';

// The cycles of the quickstart move data between the sample apps, with nothing else running.

let emulator: Emulator;
let caller: Caller;

beforeEach(async () => {
  emulator = await startEmulator({ world: quickstartWorld, frozenAt: '2026-12-01T05:55:00Z' });
  const partner = await signIn(emulator);
  await partner.call('POST', '/v1.0/accounts', { Id: 'northwind', Name: 'Northwind' });
  caller = partner.inside('northwind');
});

function listFiles(): readonly Answer['body'][] {
  return emulator.control.readApps().files?.files ?? [];
}

async function authenticateAll(): Promise<void> {
  await authenticate(caller, 'Sample CRM', 'crm-key-not-a-secret');
  const pair = Buffer.from('sync:files-not-a-secret').toString('base64');
  await authenticate(caller, 'Sample File Store', pair);
}

/** Contacts to Files as the manifest of the quickstart sets it up; gives its id. */
async function startContactsToFiles(): Promise<string> {
  const { Id: id } = await installTemplate(caller, 'Contacts to Files');
  await authenticateAll();
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
  const start = { StartTime: '2026-12-01T06:00:00Z', Interval: 15 };
  expect((await put(caller, `/cycles/${id}/activate`, start)).status).toBe(200);
  return id;
}

async function changeContact(Email: string, FirstName: string): Promise<void> {
  const connectors = await readBody(caller, '/account/connectors');
  const crm = connectors.find((each: Answer['body']) => each.Name === 'Sample CRM');
  const answer = await caller.call(
    'POST',
    `/v1.0/account/connectors/${crm.Id}/methods/${await readUpsert()}/body`,
    { RequestBody: JSON.stringify({ Contact: { Email, FirstName } }) },
  );
  expect(answer.status).toBe(200);
}

async function readUpsert(): Promise<string> {
  const { body } = await caller.call('GET', '/v1.0/connectors/Sample%20CRM/methods');
  return body.find((each: Answer['body']) => each.Name === 'Upsert contact').MethodUniqueIdentifier;
}

test('a contact that changed in the CRM arrives as a file, with mapped values', async () => {
  const id = await startContactsToFiles();
  await emulator.control.letPass('6m');
  expect(listFiles()).toEqual([]);
  expect(await readBody(caller, `/cycles/${id}`)).toMatchObject({
    LastSuccessfulRunDate: '2026-12-01T06:00:00.0000000Z',
    TasksUsed: 1,
  });
  await changeContact('ada.berg@example.com', 'Adele');
  await changeContact('keiko.lund@example.com', 'Keiko');
  await emulator.control.letPass('14m');
  expect(listFiles()).toMatchObject([
    {
      folder: '/eu',
      name: 'c-1',
      content: {
        Contact: { Email: 'ada.berg@example.com', Name: 'Adele Berg' },
        rows: { cells: { value: 'Northwind' } },
      },
    },
    { name: 'c-11', content: { Contact: { Email: 'keiko.lund@example.com', Name: 'Keiko Lund' } } },
  ]);
  expect(await readBody(caller, `/cycles/${id}`)).toMatchObject({
    Status: 'Active',
    ErrorCount: 0,
    WarningCount: 0,
    InProgressTransactionCount: 0,
    TasksUsed: 6,
    LastSuccessfulRunDate: '2026-12-01T06:15:00.0000000Z',
  });
  await emulator.control.letPass('1h');
  expect(listFiles()).toHaveLength(2);
});

test('nothing runs while the clock is moved by a test alone, and what was missed runs once', async () => {
  const id = await startContactsToFiles();
  emulator.control.advance('3h');
  expect(await readBody(caller, `/cycles/${id}`)).toMatchObject({ TasksUsed: 0 });
  await emulator.control.letPass('0s');
  expect(await readBody(caller, `/cycles/${id}`)).toMatchObject({
    TasksUsed: 1,
    LastSuccessfulRunDate: '2026-12-01T08:55:00.0000000Z',
  });
  // The grid of the old start goes on.
  await emulator.control.letPass('5m');
  expect(await readBody(caller, `/cycles/${id}`)).toMatchObject({
    LastSuccessfulRunDate: '2026-12-01T09:00:00.0000000Z',
  });
});
