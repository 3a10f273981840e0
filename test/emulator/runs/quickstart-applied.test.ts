import { beforeAll, expect, test } from 'vitest';
import type { Emulator } from '../../../src/emulator/emulator.ts';
import { isSuccess } from '../../../src/model/plan/outcome.ts';
import { findDumped } from '../../worlds/console/dumped.ts';
import type { TestFixture } from '../../worlds/fixture.ts';
import { applyAll, listLeft, openQuickstart, quickstartIds } from '../../worlds/quickstart.ts';
import { askSignInToken, browse, decide, makeLink } from '../resources/consent/browse.ts';
import { type Answer, type Caller, readBody, signIn } from '../support/start-emulator.ts';
import { changeContact } from './open-cycle.ts';
import { findWebhookPath, postTo } from './post-to-webhook.ts';

// The manifests of the quickstart, applied by the pipeline that the command line runs, give cycles
// that move data between the sample apps. What arrived is read from the apps themselves.

let fixture: TestFixture;
let emulator: Emulator;
let northwind: Caller;

beforeAll(async () => {
  fixture = await openQuickstart();
  ({ emulator } = fixture);
  expect((await applyAll(fixture)).map(isSuccess)).toEqual([true, true]);
  northwind = (await signIn(emulator)).inside(quickstartIds.northwind);
});

test('a contact that changes in the CRM is a file a quarter of an hour later, as mapped', async () => {
  expect(readCycle('northwind', 'Contacts to files').status).toBe('Active');
  // The first run is at six, and looks for what changed from then on.
  await emulator.control.letPass('61m');
  expect(findFile('c-1')).toBeUndefined();
  await changeContact({ emulator, caller: northwind }, 'ada.berg@example.com', 'Adele');
  await emulator.control.letPass('15m');
  expect(findFile('c-1')).toMatchObject({
    folder: '/contacts/emea',
    content: { Contact: { Email: 'ada.berg@example.com', Name: 'Adele Berg' } },
  });
});

test('an order that is posted to the webhook of the applied cycle is a file at once', async () => {
  const { id } = readCycle('contoso', 'Orders in');
  const order = { id: 'o-77', total: 25, lines: [{ product: { sku: 'tea-1' }, quantity: 2 }] };
  const answer = await postTo(emulator, findWebhookPath(emulator, id), JSON.stringify(order));
  expect(answer.status).toBe(200);
  expect(findFile('o-77')).toMatchObject({
    folder: '/orders',
    content: { orders: { lines: { sku: 'tea-1' }, total: '25 EUR' } },
  });
});

test('the cycle that waits for a person runs after the consent and the next apply', async () => {
  expect(readCycle('northwind', 'Contacts to mailer').status).toBe('Paused');
  const [mailer] = (await readBody(northwind, '/account/connectors')).filter(
    (each: Answer['body']) => each.Connector.Name === 'Sample Mailer',
  );
  const { Token: token } = await askSignInToken(northwind, quickstartIds.northwind);
  const targetOrigin = 'https://app.northwind.example';
  const link = makeLink({ id: String(mailer.Id), token, targetOrigin });
  const { location } = await browse(emulator, link);
  const done = await browse(emulator, await decide(emulator, location, 'allow'));
  expect(done.location?.origin).toBe(targetOrigin);
  await applyAll(fixture);
  expect(readCycle('northwind', 'Contacts to mailer').status).toBe('Active');
  expect(listLeft(await fixture.plan())).toEqual([]);
  const before = readThings('mailer', 'subscribers').length;
  await emulator.control.letPass('1h');
  await changeContact({ emulator, caller: northwind }, 'keiko.lund@example.com', 'Keiko');
  await emulator.control.letPass('1h');
  const subscribers = readThings('mailer', 'subscribers');
  expect(subscribers.length).toBe(before + 1);
  expect(subscribers.at(-1)).toMatchObject({
    email: 'keiko.lund@example.com',
    status: 'subscribed',
    source: 'eu',
  });
});

function readCycle(account: keyof typeof quickstartIds, name: string) {
  const cycles = findDumped(emulator, quickstartIds[account])?.cycles ?? [];
  const found = cycles.find((each) => each.name === name);
  if (found === undefined) throw new Error(`There is no cycle '${name}'.`);
  return found;
}

function findFile(name: string): Answer['body'] {
  return readThings('files', 'files').find((each) => each.name === name);
}

function readThings(app: string, kind: string): readonly Answer['body'][] {
  return emulator.control.readApps()[app]?.[kind] ?? [];
}
