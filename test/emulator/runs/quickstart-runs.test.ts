import { beforeEach, expect, test } from 'vitest';
import { installTemplate, put, readBody } from '../support/start-emulator.ts';
import {
  activate,
  changeContact,
  installContactsToFiles,
  listFiles,
  openPlace,
  type Place,
} from './open-cycle.ts';
import { findWebhookPath, postTo } from './post-to-webhook.ts';
import { authenticate, idOfResponse, mapItem, readStep } from './step-access.ts';

// The cycles of the quickstart move data between the sample apps, with nothing else running.

let place: Place;

beforeEach(async () => {
  place = await openPlace();
});

test('a contact that changed in the CRM arrives as a file, with mapped values', async () => {
  const { caller, emulator } = place;
  const id = await installContactsToFiles(place);
  await activate(place, id);
  await emulator.control.letPass('6m');
  expect(listFiles(place)).toEqual([]);
  expect(await readBody(caller, `/cycles/${id}`)).toMatchObject({
    LastSuccessfulRunDate: '2026-12-01T06:00:00.0000000Z',
    TasksUsed: 1,
  });
  await changeContact(place, 'ada.berg@example.com', 'Adele');
  await changeContact(place, 'keiko.lund@example.com', 'Keiko');
  await emulator.control.letPass('14m');
  expect(listFiles(place)).toMatchObject([
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
  expect(listFiles(place)).toHaveLength(2);
});

test("an order that is posted to the webhook of 'Orders to Files' is a file at once", async () => {
  const { caller, emulator } = place;
  const { Id: id } = await installTemplate(caller, 'Orders to Files');
  const pair = Buffer.from('sync:files-not-a-secret').toString('base64');
  await authenticate(caller, 'Sample File Store', pair);
  const received = await readStep(caller, id, 'Order received');
  await mapItem(caller, await readStep(caller, id, 'Write file'), {
    name: '[orders].total',
    MappingType: 'StaticValue',
    Value: `{{${received.Id} ${idOfResponse(received, 'total')}}} EUR`,
  });
  await mapItem(caller, await readStep(caller, id, 'Write file'), {
    name: 'Contact.Name',
    MappingType: 'StaticValue',
    Value: `='No. {{${received.Id} ${idOfResponse(received, 'id')}}}'.toUpperCase()`,
  });
  expect((await put(caller, `/cycles/${id}/activate`)).status).toBe(200);
  const order = {
    id: 'o-77',
    total: 25,
    lines: [
      { product: { sku: 'tea-1' }, quantity: 2 },
      { product: { sku: 'tea-4' }, quantity: 1 },
    ],
  };
  const answer = await postTo(emulator, findWebhookPath(emulator, id), JSON.stringify(order));
  expect([answer.status, await answer.text()]).toEqual([200, '{}']);
  expect(listFiles(place)).toMatchObject([
    {
      name: 'o-77',
      content: {
        Contact: { Name: 'NO. O-77' },
        orders: { lines: [{ sku: 'tea-1' }, { sku: 'tea-4' }], total: '25 EUR' },
      },
    },
  ]);
});

test('nothing runs while a test sets the clock, and missed runs happen once', async () => {
  const { caller, emulator } = place;
  const id = await installContactsToFiles(place);
  await activate(place, id);
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
