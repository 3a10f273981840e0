import { readFileSync } from 'node:fs';
import { fetch as fetchOverHttp } from 'undici';
import { expect, test } from 'vitest';
import type { World } from '../../../src/emulator/world/file/world.ts';
import { installTemplate, put, readBody } from '../support/start-emulator.ts';
import { quickstartWorld } from '../support/worlds.ts';
import { listFiles, openPlace, type Place } from './open-cycle.ts';
import { findWebhookPath, postTo } from './post-to-webhook.ts';
import { authenticate, readStep } from './step-access.ts';

async function installOrdersToFiles({ caller }: Place): Promise<string> {
  const { Id } = await installTemplate(caller, 'Orders to Files');
  await authenticate(caller, 'Sample File Store', btoa('sync:files-not-a-secret'));
  return Id;
}

/** The quickstart's world, where orders are judged by a script before they are taken. */
function withScript(script: string): World {
  const connectors = quickstartWorld.connectors?.map((connector) => ({
    ...connector,
    releases: connector.releases.map((release) => ({
      ...release,
      methods: (release.methods ?? []).map((method) =>
        method.type === 'Webhook' ? { ...method, script } : method,
      ),
    })),
  }));
  return { ...quickstartWorld, connectors: connectors ?? [] };
}

test('a script that returns false rejects what was posted and closes the connection', async () => {
  const place = await openPlace({ world: withScript('return fields.total > 0') });
  const { caller, emulator } = place;
  const id = await installOrdersToFiles(place);
  await put(caller, `/cycles/${id}/activate`);
  const { url } = await emulator.listen();
  const address = `${url}${findWebhookPath(emulator, id)}`;
  const post = (body: string) => fetchOverHttp(address, { method: 'POST', body });
  const refused = await post('{"id": "o-1", "total": 0}');
  expect([refused.headers.get('connection'), await refused.text()]).toEqual([
    'close',
    'Rejected by script',
  ]);
  expect(await readBody(caller, `/cycles/${id}/transactions`)).toEqual([]);
  const taken = await post('{"id": "o-2", "total": 1}');
  expect([taken.status, await taken.text()]).toEqual([200, '{}']);
  expect(listFiles(place)).toMatchObject([{ name: 'o-2' }]);
});

test('a script sees what the schema of a world says, and nothing by the name of body', async () => {
  const { description } = readSchema().$defs.method.properties.script;
  const names = /that sees (.+?)\. A /.exec(description)?.[1]?.match(/\w+/g) ?? [];
  const seen = names.filter((name) => name !== 'and');
  expect(seen).toEqual(['parameters', 'mergefields', 'fields', 'http_request']);
  const isThere = seen.map((name) => `typeof ${name} !== 'undefined'`).join(' && ');
  const place = await openPlace({
    world: withScript(`return ${isThere} && typeof body === 'undefined'`),
  });
  const id = await installOrdersToFiles(place);
  await put(place.caller, `/cycles/${id}/activate`);
  const posted = '{"id": "o-2", "total": 1}';
  const answer = await postTo(place.emulator, findWebhookPath(place.emulator, id), posted);
  expect([answer.status, await answer.text()]).toEqual([200, '{}']);
});

test('a script that fails is an error of the cycle, and nothing is taken', async () => {
  const place = await openPlace({ world: withScript('return nothing.at.all') });
  const id = await installOrdersToFiles(place);
  await put(place.caller, `/cycles/${id}/activate`);
  const answer = await postTo(place.emulator, findWebhookPath(place.emulator, id), '{}');
  expect(answer.status).toBe(400);
  expect(await readBody(place.caller, `/cycles/${id}/incidents`)).toMatchObject([
    { ShortMessage: 'Webhook failed', TransactionId: null },
  ]);
  expect(await readBody(place.caller, `/cycles/${id}/transactions`)).toEqual([]);
});

test('XML is taken as JSON is', async () => {
  const place = await openPlace();
  const id = await installOrdersToFiles(place);
  await put(place.caller, `/cycles/${id}/activate`);
  const path = findWebhookPath(place.emulator, id);
  await postTo(place.emulator, path, '<id>o-3</id>');
  expect(listFiles(place)).toMatchObject([{ name: 'o-3' }]);
});

test('each cycle has an address of its own, which is not the id of its step', async () => {
  const place = await openPlace();
  const first = await installOrdersToFiles(place);
  const second = await installOrdersToFiles(place);
  const paths = [first, second].map((id) => findWebhookPath(place.emulator, id));
  expect(new Set(paths).size).toBe(2);
  const step = await readStep(place.caller, first, 'Order received');
  expect(paths[0]).toMatch(/^\/api\/webhook\/[0-9a-f]{32}$/);
  expect(paths[0]).not.toContain(step.Id.replaceAll('-', ''));
  expect(step).not.toHaveProperty('WebhookUrl');
});

test('the step shows its address if the choice is on', async () => {
  const place = await openPlace({ choices: { webhookUrlReadable: 'yes' } });
  const id = await installOrdersToFiles(place);
  const step = await readStep(place.caller, id, 'Order received');
  expect(step.WebhookUrl).toBe(`http://emulator${findWebhookPath(place.emulator, id)}`);
});

test.each([404, 200] as const)('a cycle that is not active takes nothing: %i', async (status) => {
  const place = await openPlace({ choices: { webhookOfPausedCycle: status } });
  const id = await installOrdersToFiles(place);
  const path = findWebhookPath(place.emulator, id);
  expect((await postTo(place.emulator, path, '{"id": "o-1"}')).status).toBe(status);
  expect(listFiles(place)).toEqual([]);
});

interface WorldSchema {
  readonly $defs: {
    readonly method: { readonly properties: { readonly script: { readonly description: string } } };
  };
}

function readSchema(): WorldSchema {
  return JSON.parse(
    readFileSync(new URL('../../../schemas/world.schema.json', import.meta.url), 'utf8'),
  );
}
