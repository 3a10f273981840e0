import { beforeEach, describe, expect, test } from 'vitest';
import { type Answer, put, readBody } from '../support/start-emulator.ts';
import {
  activate,
  changeContact,
  crmKey,
  installContactsToFiles,
  listFiles,
  openPlace,
  type Place,
} from './open-cycle.ts';
import { authenticate } from './step-access.ts';

let place: Place;
let id: string;

async function open(settings: Readonly<Record<string, unknown>> = {}): Promise<void> {
  place = await openPlace();
  id = await installContactsToFiles(place);
  expect((await put(place.caller, `/cycles/${id}`, settings)).status).toBe(200);
  await activate(place, id);
}

async function readCycle(): Promise<Answer['body']> {
  return readBody(place.caller, `/cycles/${id}`);
}

async function listTransactions(): Promise<readonly Answer['body'][]> {
  return readBody(place.caller, `/cycles/${id}/transactions`);
}

async function listMessages(): Promise<readonly string[]> {
  const incidents: readonly Answer['body'][] = await readBody(
    place.caller,
    `/cycles/${id}/incidents`,
  );
  return incidents.map((each) => `${each.IncidentLevel} ${each.StepName}: ${each.ShortMessage}`);
}

describe('a cycle that ignores errors', () => {
  beforeEach(async () => {
    await open();
  });

  test('continues after one, but calls no step that needs what the failed one lacks', async () => {
    place.emulator.control.upsetApp('crm', { revoke: crmKey });
    await place.emulator.control.letPass('6m');
    expect(await listMessages()).toEqual([
      'Error List changed contacts: Failed to authenticate the connector',
      'Warning Get contact: Required source is empty',
      'Warning Write file: Required source is empty',
    ]);
    expect(await listTransactions()).toMatchObject([{ Status: 'Errored' }]);
    expect(await readCycle()).toMatchObject({
      Status: 'Active',
      ErrorCount: 1,
      WarningCount: 2,
      InProgressTransactionCount: 0,
      LastSuccessfulRunDate: '0001-01-01T00:00:00',
      TasksUsed: 1,
    });
  });

  test('has an error of a part in the part alone, and no success of the whole', async () => {
    await place.emulator.control.letPass('6m');
    await changeContact(place, 'ada.berg@example.com', 'Ada');
    await changeContact(place, 'umar.usman@example.com', 'Umar');
    const wrong = Buffer.from('sync:revoked').toString('base64');
    await authenticate(place.caller, 'Sample File Store', wrong);
    place.emulator.control.upsetApp('files', { revoke: 'revoked' });
    await place.emulator.control.letPass('14m');
    const transactions = await listTransactions();
    expect(transactions.map((each) => each.Status)).toEqual([
      'Completed',
      'Completed',
      'Errored',
      'Errored',
    ]);
    expect(transactions[3].ParentTransactionId).toBe(transactions[1].Id);
    expect(await readCycle()).toMatchObject({
      ErrorCount: 2,
      LastSuccessfulRunDate: '2026-12-01T06:00:00.0000000Z',
    });
    // The next run looks back to the last one that was good, so that nothing is lost.
    await authenticate(place.caller, 'Sample File Store', btoa('sync:files-not-a-secret'));
    await place.emulator.control.letPass('15m');
    expect(listFiles(place).map((each) => each.name)).toEqual(['c-1', 'c-20']);
  });

  test('says so where a connector is not authenticated, and sends nothing', async () => {
    place = await openPlace({ choices: { activateUnmet: 'allowed' } });
    id = await installContactsToFiles(place);
    await authenticate(place.caller, 'Sample CRM', '');
    await activate(place, id);
    await place.emulator.control.letPass('6m');
    const [first] = await readBody(place.caller, `/cycles/${id}/incidents`);
    expect(first).toMatchObject({
      IncidentLevel: 'Error',
      ShortMessage: 'Failed to authenticate the connector',
      FullMessage: "The connector 'Sample CRM' is not authenticated.",
    });
    expect((await readCycle()).TasksUsed).toBe(0);
  });

  test('shows no credential in its message', async () => {
    place.emulator.control.upsetApp('crm', { revoke: crmKey });
    await place.emulator.control.letPass('6m');
    const reported = [
      await readBody(place.caller, `/cycles/${id}/incidents`),
      await listTransactions(),
      place.emulator.control.dump(),
    ];
    expect(JSON.stringify(reported)).not.toContain(crmKey);
  });
});

describe('a cycle that tries again', () => {
  beforeEach(async () => {
    await open({ StepErrorAction: 'Retry' });
    place.emulator.control.upsetApp('crm', { revoke: crmKey });
    await place.emulator.control.letPass('5m');
    await put(place.caller, `/cycles/${id}/deactivate?finishQueuedTransactions=true`);
  });

  test('waits for five minutes, then longer, and is good when the cause has gone', async () => {
    expect(await listTransactions()).toMatchObject([{ Status: 'Queueing' }]);
    await place.emulator.control.letPass('5m');
    expect(await readCycle()).toMatchObject({ WarningCount: 2, InProgressTransactionCount: 1 });
    await authenticate(place.caller, 'Sample CRM', 'another-key-not-a-secret');
    await place.emulator.control.letPass('34m');
    expect(await listTransactions()).toMatchObject([{ Status: 'Queueing' }]);
    await place.emulator.control.letPass('1m');
    expect(await listTransactions()).toMatchObject([{ Status: 'Completed' }]);
    expect(await readCycle()).toMatchObject({
      ErrorCount: 0,
      LastSuccessfulRunDate: '2026-12-01T06:00:00.0000000Z',
    });
  });

  test('gives up after five tries', async () => {
    await place.emulator.control.letPass('1044m');
    expect(await readCycle()).toMatchObject({ ErrorCount: 0, WarningCount: 5 });
    await place.emulator.control.letPass('1m');
    expect(await listTransactions()).toMatchObject([{ Status: 'Errored' }]);
    expect((await listMessages()).at(-1)).toBe('Error List changed contacts: Out of retries');
    expect(await readCycle()).toMatchObject({ ErrorCount: 1, InProgressTransactionCount: 0 });
  });
});

test('a third party that has too many requests is left alone for as long as it says', async () => {
  await open();
  place.emulator.control.upsetApp('crm', { tooMany: 2, retryAfterS: 20 });
  await place.emulator.control.letPass('5m');
  expect(await listTransactions()).toMatchObject([{ Status: 'Queueing' }]);
  await place.emulator.control.letPass('20s');
  expect(await listTransactions()).toMatchObject([{ Status: 'Queueing' }]);
  await place.emulator.control.letPass('59s');
  expect(await listTransactions()).toMatchObject([{ Status: 'Queueing' }]);
  await place.emulator.control.letPass('1s');
  expect(await listTransactions()).toMatchObject([{ Status: 'Completed' }]);
});

describe('transactions of a cycle that is stopped', () => {
  beforeEach(async () => {
    await open({ StepErrorAction: 'Retry' });
    place.emulator.control.upsetApp('crm', { revoke: crmKey });
    await place.emulator.control.letPass('5m');
  });

  test('come to their end where that is requested, and keep it from edits till then', async () => {
    await put(place.caller, `/cycles/${id}/deactivate?finishQueuedTransactions=true`);
    expect((await put(place.caller, `/cycles/${id}`, { Name: 'x' })).status).toBe(409);
    await place.emulator.control.letPass('18h');
    expect((await readCycle()).InProgressTransactionCount).toBe(0);
    expect((await put(place.caller, `/cycles/${id}`, { Name: 'x' })).status).toBe(200);
  });

  test('else wait for its next start', async () => {
    await put(place.caller, `/cycles/${id}/deactivate`);
    expect((await readCycle()).InProgressTransactionCount).toBe(0);
    await place.emulator.control.letPass('23h');
    expect(await readCycle()).toMatchObject({ WarningCount: 1 });
    await authenticate(place.caller, 'Sample CRM', 'another-key-not-a-secret');
    await put(place.caller, `/cycles/${id}/activate`, {
      StartTime: '2027-01-01T00:00:00Z',
      Interval: 15,
    });
    expect((await readCycle()).InProgressTransactionCount).toBe(1);
    await place.emulator.control.letPass('0s');
    expect(await listTransactions()).toMatchObject([{ Status: 'Completed' }]);
  });

  test('and are cancelled when they have waited for a day', async () => {
    await put(place.caller, `/cycles/${id}/deactivate`);
    await place.emulator.control.letPass('24h');
    expect(await listTransactions()).toMatchObject([{ Status: 'Cancelled' }]);
    await activate(place, id);
    expect((await readCycle()).InProgressTransactionCount).toBe(0);
    expect(await listTransactions()).toMatchObject([
      { Status: 'Cancelled', CompletedOnUtc: '2026-12-02T06:00:00.0000000Z' },
    ]);
  });
});
