import { fetch } from 'undici';
import { expect, test } from 'vitest';
import { Refusal } from '../../../src/emulator/http/reply.ts';
import { openConnectors } from './open-connectors.ts';

test.each([
  [['203.0.113.7'], '203.0.113.7', 200],
  [['203.0.113.7'], '203.0.113.8', 403],
  [['203.0.113.0/24', '2001:db8::/32'], '203.0.113.200', 200],
  [['203.0.113.0/24', '2001:db8::/32'], '2001:db8::1', 200],
  [['203.0.113.0/24', '2001:db8::/32'], '2001:db9::1', 403],
  [['203.0.113.7'], 'nowhere', 403],
  [[], '127.0.0.1', 403],
  [null, '198.51.100.1', 200],
])('with the list %j a call from %s is a %i', async (allowList, address, status) => {
  const account = await openConnectors();
  const id = await account.install('Sample CRM', { AuthValue: 'key' });
  const method = await account.findMethod('Sample CRM', 'Get contact');
  account.emulator.control.console({ allowList });
  const ask = (place: string) =>
    account.emulator.fetch(
      new Request(`http://emulator/v1.0/account/connectors/${id}/${place}`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${account.caller.token}`,
          'X-Service-Account': 'northwind',
          'X-Emulator-Client-Address': address,
        },
        body: JSON.stringify({ Parameters: { [method.Parameters[0].Id]: 'c-1' } }),
      }),
    );
  expect((await ask(`methods/${method.Id}`)).status).toBe(status);
  expect((await ask(`test/${method.Id}`)).status).toBe(status);
});

test('a call by name is restricted where that is chosen, and one of a native connector never', async () => {
  const account = await openConnectors({ choices: { bodyCallRestricted: 'yes' } });
  const crm = await account.install('Sample CRM', { AuthValue: 'key' });
  const app = await account.install('Our App');
  account.emulator.control.console({ allowList: ['203.0.113.7'] });
  const get = await account.findMethod('Sample CRM', 'Get contact');
  expect((await account.callBody(crm, get)).status).toBe(403);
  const list = await account.findMethod('Our App', 'List orders');
  expect((await account.callBody(app, list)).status).toBe(200);
  expect((await account.callMethod(app, list)).status).toBe(200);
});

test('over HTTP the address is that of the connection, whatever a header says', async () => {
  const account = await openConnectors();
  const id = await account.install('Sample CRM', { AuthValue: 'key' });
  const method = await account.findMethod('Sample CRM', 'Get contact');
  account.emulator.control.console({ allowList: ['203.0.113.7'] });
  const { url } = await account.emulator.listen();
  const call = async () => {
    const { status } = await fetch(`${url}/v1.0/account/connectors/${id}/methods/${method.Id}`, {
      headers: {
        Authorization: `Bearer ${account.caller.token}`,
        'X-Service-Account': 'northwind',
        'X-Emulator-Client-Address': '203.0.113.7',
      },
    });
    return status;
  };
  expect(await call()).toBe(403);
  account.emulator.control.console({ allowList: ['127.0.0.0/8'] });
  expect(await call()).toBe(400);
});

test.each(['x', '1.2.3', '1.2.3.4/33', '1.2.3.4/', '::/129'])(
  'the entry %j is no address',
  async (entry) => {
    const { emulator } = await openConnectors();
    expect(() => emulator.control.console({ allowList: [entry] })).toThrow(Refusal);
  },
);

test.each([5, 'x', [1], {}])('the list %j is none', async (allowList) => {
  const { emulator } = await openConnectors();
  expect(() => emulator.control.console({ allowList })).toThrow(Refusal);
});
