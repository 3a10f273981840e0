import { beforeAll, describe, expect, test } from 'vitest';
import type { Answer } from '../support/start-emulator.ts';
import { type Account, openConnectors } from './open-connectors.ts';

let account: Account;
let crm: number;
let app: number;
let files: number;
const everything = { modifiedSince: '2000-01-01T00:00:00Z' };

beforeAll(async () => {
  account = await openConnectors();
  crm = await account.install('Sample CRM', { AuthValue: 'key-not-a-secret' });
  app = await account.install('Our App');
  files = await account.install('Sample File Store', {
    AuthValue: Buffer.from('sync:not-a-secret').toString('base64'),
    Properties: [{ Name: 'rootFolder', Value: '/in box' }],
  });
});

/** Calls a method, named with its connector, of an installed connector. */
async function call(id: number, name: string, values = {}): Promise<Answer> {
  const [connector = '', method = ''] = name.split(': ');
  return account.callMethod(id, await account.findMethod(connector, method), values);
}

describe('a method of an installed connector', () => {
  test('answers all pages of the third party at once, reshaped to records', async () => {
    const { status, body } = await call(crm, 'Sample CRM: List changed contacts', {
      Parameters: everything,
    });
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(['records']);
    expect(body.records).toHaveLength(23);
    expect(new Set(body.records.map((each: Answer['body']) => each.Contact.Id)).size).toBe(23);
    expect(body.records[0].Contact).toMatchObject({ Email: 'ada.berg@example.com' });
  });

  test('takes its parameters into the query', async () => {
    const { body } = await call(crm, 'Sample CRM: List changed contacts', {
      Parameters: { modifiedSince: '2026-01-06T00:00:00Z', list: 'Leads' },
    });
    expect(body.records).toHaveLength(3);
    expect(body.records.every((each: Answer['body']) => each.Contact.List === 'Leads')).toBe(true);
  });

  test('takes a merge field into its path, from Parameters or from Mergefields', async () => {
    for (const part of ['Parameters', 'Mergefields']) {
      const { body } = await call(crm, 'Sample CRM: Get contact', {
        [part]: { contactId: 'c-2' },
      });
      expect(body).toMatchObject({ Id: 'c-2', Name: 'Bruno Costa', Company: { Name: 'Contoso' } });
    }
  });

  test('sends its fields as a body by Location, and what is written can be read', async () => {
    const written = await call(crm, 'Sample CRM: Upsert contact', {
      Fields: {
        'Contact.Email': 'zoe@example.com',
        'Contact.FirstName': 'Zoë',
        'Contact.Note': '1',
      },
    });
    expect(written).toMatchObject({ status: 200, body: { Contact: { Id: 'c-24' } } });
    const { body } = await call(crm, 'Sample CRM: Get contact', {
      Parameters: { contactId: 'c-24' },
    });
    expect(body).toMatchObject({ Email: 'zoe@example.com', Name: 'Zoë' });
    expect(account.emulator.control.readApps().crm?.contacts?.at(-1)).toMatchObject({ note: '1' });
  });

  test('is called by its unique identifier as well', async () => {
    const method = await account.findMethod('Our App', 'List orders');
    const path = `/v1.0/account/connectors/${app}/methods/${method.MethodUniqueIdentifier}`;
    const posted = await account.caller.call('POST', path, {});
    expect(posted.body.orders).toHaveLength(12);
    expect((await account.caller.call('GET', path)).body).toEqual(posted.body);
    const upper = path.replace(method.MethodUniqueIdentifier, (id) => id.toUpperCase());
    expect((await account.caller.call('GET', upper)).status).toBe(200);
  });

  test('of another release is reached by the unique identifier alone', async () => {
    const [older] = (await account.caller.call('GET', '/v1.0/connectors/Sample%20CRM/1.0')).body;
    const id = await account.install(String(older.Id), { Name: 'older', AuthValue: 'key' });
    const latest = await account.findMethod('Sample CRM', 'Get contact');
    expect(
      (await account.callMethod(id, latest, { Parameters: { contactId: 'c-1' } })).status,
    ).toBe(404);
    const byName = { Parameters: { contactId: 'c-1' } };
    expect((await account.callBody(id, latest, byName)).body).toMatchObject({ Id: 'c-1' });
  });

  test('speaks XML where the third party does, with pages by Link header', async () => {
    for (let index = 1; index <= 12; index++) {
      const { status, headers, body } = await call(files, 'Sample File Store: Write file', {
        Parameters: { folder: 'a&b' },
        Fields: { name: `n<${index}>`, 'Contact.Name': 'A & B', '[rows].[cells].value': 'x' },
      });
      expect(status).toBe(200);
      expect(headers.get('Content-Type')).toBe('application/xml; charset=utf-8');
      expect(body).toContain(`<path>/in box/a&amp;b/n&lt;${index}&gt;</path>`);
    }
    const held = account.emulator.control.readApps().files?.files?.[0];
    expect(held).toMatchObject({
      content: { Contact: { Name: 'A & B' }, rows: { cells: { value: 'x' } } },
    });
    const { body } = await call(files, 'Sample File Store: List files');
    expect(body.match(/<file>/g)).toHaveLength(12);
    const none = await call(files, 'Sample File Store: List files', {
      Parameters: { folder: 'empty' },
    });
    expect(none.body).toContain('<files/>');
  });

  test('goes through pages by cursor with the token of a consent', async () => {
    const mailer = await account.install('Sample Mailer', { Name: 'mailer' });
    const method = await account.findMethod('Sample Mailer', 'Add subscriber');
    const address = { Fields: { 'Email.Address': 'ada@example.com' } };
    const waiting = await account.callMethod(mailer, method, address);
    expect(waiting).toMatchObject({
      status: 400,
      body: { Message: expect.stringMatching(/^Failed to authenticate the connector: /) },
    });
    account.emulator.control.grantConsent({ account: 'northwind', connector: 'mailer' });
    for (let index = 0; index < 23; index++) {
      const Fields = { 'Email.Address': `a${index}@example.com`, Status: 'subscribed' };
      expect((await account.callMethod(mailer, method, { Fields })).status).toBe(200);
    }
    const { body } = await call(mailer, 'Sample Mailer: List subscribers');
    expect(body.records).toHaveLength(23);
    expect(body.records[22].Subscriber.Email.Address).toBe('a22@example.com');
  });
});

describe('what is missing or wrong is a 400 that names it', () => {
  test('a required parameter', async () => {
    const method = await account.findMethod('Sample CRM', 'List changed contacts');
    const { Id } = method.Parameters.find(
      (each: Answer['body']) => each.TargetName === 'modifiedSince',
    );
    for (const answer of [
      await account.callMethod(crm, method),
      await account.callBody(crm, method),
    ]) {
      expect(answer.status).toBe(400);
      expect(answer.body).toEqual({
        Message: "Required source is empty: The parameter 'modifiedSince' is required.",
        ParameterId: Id,
        TargetName: 'modifiedSince',
      });
    }
  });

  test('a required field, by id and by name', async () => {
    const method = await account.findMethod('Sample CRM', 'Upsert contact');
    const { Id } = method.RequestFields.find(
      (each: Answer['body']) => each.Location === 'Contact.Email',
    );
    const missing = { status: 400, body: { ParameterId: Id, TargetName: 'Contact.Email' } };
    expect(await account.callMethod(crm, method)).toMatchObject(missing);
    const RequestBody = JSON.stringify({ Contact: { FirstName: 'Zoë', Email: '' } });
    expect(await account.callBody(crm, method, { RequestBody })).toMatchObject(missing);
  });

  test('the merge field of a path', async () => {
    const answer = await call(crm, 'Sample CRM: Get contact');
    expect(answer).toMatchObject({ status: 400, body: { TargetName: 'contactId' } });
  });

  test('an id or a name that the method does not have', async () => {
    const method = await account.findMethod('Sample CRM', 'Get contact');
    for (const part of ['Parameters', 'Fields', 'Mergefields']) {
      const wrong = await account.callMethod(crm, method, { [part]: { 1: 'x' } });
      expect(wrong).toMatchObject({ status: 400, body: { Message: expect.stringMatching("'1'") } });
    }
    const named = await account.callBody(crm, method, { Parameters: { ContactID: 'c-1' } });
    expect(named.status).toBe(400);
  });

  test('a value that is no text, a body that is none, and a webhook that cannot be called', async () => {
    const get = await account.findMethod('Sample CRM', 'Get contact');
    const list = await account.callMethod(crm, get, { Parameters: { contactId: ['c-1'] } });
    expect(list.status).toBe(400);
    const upsert = await account.findMethod('Sample CRM', 'Upsert contact');
    for (const RequestBody of ['{"a":', '<a><b></a>', 'x', 5]) {
      expect((await account.callBody(crm, upsert, { RequestBody })).status).toBe(400);
    }
    const webhook = await account.findMethod('Our App', 'Order received');
    expect((await account.callMethod(app, webhook)).status).toBe(400);
  });
});

describe('calling by name', () => {
  test('sends a JSON text as it is', async () => {
    const method = await account.findMethod('Sample CRM', 'Upsert contact');
    const RequestBody = '{"Contact": {"Email": "json@example.com", "LastName": "Ä"}}';
    const { body } = await account.callBody(crm, method, { RequestBody });
    expect(body.Contact.Id).toMatch(/^c-/);
    const held = account.emulator.control.readApps().crm?.contacts?.at(-1);
    expect(held).toMatchObject({ email: 'json@example.com', lastName: 'Ä' });
  });

  test('sends an XML text as it is, and rewrites JSON for an API that speaks XML', async () => {
    const method = await account.findMethod('Sample File Store', 'Write file');
    const xml = '<file><name>by hand</name><Contact><Email>a@b.c</Email></Contact></file>';
    const json = JSON.stringify({ name: 'from JSON', orders: [{ total: 1 }, { total: 2 }] });
    for (const RequestBody of [xml, json]) {
      expect((await account.callBody(files, method, { RequestBody })).status).toBe(200);
    }
    const held = account.emulator.control.readApps().files?.files?.slice(-2);
    expect(held).toMatchObject([
      { name: 'by hand', content: { Contact: { Email: 'a@b.c' } } },
      { name: 'from JSON', content: { orders: [{ total: '1' }, { total: '2' }] } },
    ]);
  });
});

test('a body with texts in single quotes is read as well', async () => {
  const method = await account.findMethod('Sample CRM', 'Get contact');
  const path = `/v1.0/account/connectors/${crm}/methods/${method.MethodUniqueIdentifier}/body`;
  const body = `{'Parameters': {'contactId': "c-1", 'list': 'it\\'s "so"'}}`;
  expect((await account.caller.call('POST', path, body)).body).toMatchObject({ Id: 'c-1' });
  expect((await account.caller.call('POST', path, "{'Parameters': ")).status).toBe(400);
});

test('a GET cannot carry a body, neither the legacy call nor the request that a method sends', async () => {
  const method = await account.findMethod('Our App', 'List orders');
  for (const part of ['methods', 'test']) {
    const answer = await account.emulator.fetch(
      new Request(`http://emulator/v1.0/account/connectors/${app}/${part}/${method.Id}`, {
        headers: {
          Authorization: `Bearer ${account.caller.token}`,
          'X-Service-Account': 'northwind',
          'Content-Length': '2',
        },
      }),
    );
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      { Message: expect.stringMatching(/POST/) },
    ]);
  }
  const empty = await account.callBody(app, method, { RequestBody: ' {} ' });
  expect(empty.status).toBe(200);
  const full = await account.callBody(app, method, { RequestBody: '{"from": "x"}' });
  expect(full).toMatchObject({ status: 400, body: { Message: expect.stringMatching(/GET/) } });
});

test('the test endpoints call the method, and a choice lets them answer a flag', async () => {
  const method = await account.findMethod('Our App', 'List orders');
  const path = `/v1.0/account/connectors/${app}/test/${method.Id}`;
  for (const verb of ['GET', 'POST']) {
    expect((await account.caller.call(verb, path)).body.orders).toHaveLength(12);
  }
  const flagged = await openConnectors({ choices: { testAnswer: 'flag' } });
  const id = await flagged.install('Our App');
  const other = path.replace(String(app), String(id));
  expect((await flagged.caller.call('GET', other)).body).toEqual({ Success: true });
});
