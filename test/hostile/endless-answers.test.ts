import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { openForTest, type Rig } from '../service/open-for-test.ts';
import { type Play, sendJson, serveBroken } from '../wire/serve-broken.ts';

// A service, or what answers in its place, may go on for ever: a list without an end is a read that failed, never
// memory that ends and never a list that is taken for whole.

async function open(play: Play): Promise<Rig & { readonly seen: readonly { url: string }[] }> {
  const { url, seen } = await serveBroken(play);
  return { seen, ...openForTest({ baseUrl: url, accessToken: 'token-not-a-secret' }) };
}

const readPage = (url: string) => Number(new URL(url, 'http://list').searchParams.get('page'));

/** A page of items that no page has had before. */
const freshItems = (page: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    Id: `p${page}i${index}`,
    Name: 'A',
    Status: 'Active',
    Authenticated: true,
    Properties: [],
    Connector: { Id: 1, Name: 'Sample' },
  }));

const readers: readonly (readonly [string, (rig: Rig) => Promise<unknown>])[] = [
  ['accounts', ({ reader }) => reader.listAccounts()],
  ['connectors of the catalogue', ({ reader }) => reader.listCatalog(null)],
  ['templates', ({ reader }) => reader.listTemplates()],
  ['connectors of an account', ({ reader }) => reader.listConnectors('northwind')],
  ['cycles', ({ reader }) => reader.listCycles('northwind')],
];

test('a list that never ends is a failed read', async () => {
  const rig = await open((request, response) => {
    const page = readPage(request.url);
    const items = Array.from(
      { length: 60_000 },
      (_, index) => `{"Id":"${page}-${index}","Name":"A"}`,
    );
    response.end(`[${items.join(',')}]`);
  });
  expect(await rig.reader.listAccounts()).toMatchObject({
    ok: false,
    failure: {
      kind: 'unexpected-shape',
      message: 'the list has more than 100,000 items, the most that cyclectl reads',
    },
  });
  expect(rig.seen).toHaveLength(3);
});

test.each(readers)('a list of %s with a billion pages is refused at its first', async (...row) => {
  const [, read] = row;
  for (const total of ['999999999', '1000000000000000000000']) {
    const rig = await open((request, response) =>
      sendJson(response, freshItems(readPage(request.url), 1), {
        headers: { 'total-pages': total },
      }),
    );
    expect(await read(rig)).toMatchObject({
      failure: {
        kind: 'unexpected-shape',
        message: 'the list has more than 2,000 pages, the most that cyclectl reads',
      },
    });
    expect(rig.seen).toHaveLength(1);
  }
});

test('pages that bring one item each, without end, are read up to their bound', async () => {
  const rig = await open((request, response) =>
    sendJson(response, freshItems(readPage(request.url), 1)),
  );
  expect(await rig.reader.listAccounts()).toMatchObject({
    failure: { message: 'the list has more than 2,000 pages, the most that cyclectl reads' },
  });
  expect(rig.seen).toHaveLength(2_001);
}, 60_000);

test('pages of long texts are read up to their bound', async () => {
  const name = 'A'.repeat(50 * 1024 * 1024);
  const rig = await open((request, response) =>
    sendJson(response, [{ Id: readPage(request.url), Name: name }]),
  );
  expect(await rig.reader.listAccounts()).toMatchObject({
    failure: {
      message: 'the list has more than 134,217,728 characters, the most that cyclectl reads',
    },
  });
  expect(rig.seen).toHaveLength(3);
}, 60_000);

test.each([
  ['accounts', ({ reader }: Rig) => reader.listAccounts()],
  ['steps', ({ reader }: Rig) => reader.listSteps('northwind', 'cycle')],
  ['upgradeable cycles', ({ reader }: Rig) => reader.listUpgradeable('northwind')],
  ['methods', ({ reader }: Rig) => reader.listMethods({ kind: 'release', id: '1' }, null)],
] as const)('one answer with more %s than a list may have is a failed read', async (_, read) => {
  const items = Array.from({ length: 100_001 }, () => ({}));
  const rig = await open((_request, response) => sendJson(response, items));
  expect(await read(rig)).toMatchObject({
    failure: { message: 'the list has more than 100,000 items, the most that cyclectl reads' },
  });
});

test.each([
  ['values', `[${'{},'.repeat(2_000_001)}{}]`, 'the answer has more than 4000000 values'],
  ['levels', `{"Steps":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, 'more than 200 levels'],
])('an answer with more %s than any document has is not parsed', async (_name, text, message) => {
  const rig = await open((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(text);
  });
  for (const answer of [
    await rig.reader.exportCycle('northwind', 'cycle'),
    await rig.reader.listAccounts(),
  ]) {
    expect(answer).toMatchObject({
      failure: { kind: 'unexpected-shape', message: expect.stringContaining(message) },
    });
  }
});

test('a refusal that nests without end is one without words', async () => {
  const text = `{"Message":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
  const rig = await open((_request, response) => {
    response.writeHead(400).end(text);
  });
  expect(await rig.reader.listAccounts()).toMatchObject({ failure: { kind: 'rejected' } });
});

test('an access token that no header can carry is refused before it is sent', async () => {
  const { url, seen } = await serveBroken((_request, response) =>
    sendJson(response, { access_token: 'A'.repeat(1_000_000) }),
  );
  const rig = openForTest({ baseUrl: url });
  expect(await rig.reader.listAccounts()).toMatchObject({
    failure: { kind: 'unauthorized', message: 'the access token is longer than 65536 characters' },
  });
  expect(seen.map((request) => request.url)).toEqual(['/oauth/token']);
});

test('an answer that is packed is not unpacked, however small a bomb is', async () => {
  const bomb = gzipSync(Buffer.alloc(16 * 1024 * 1024, ' '));
  const rig = await open((_request, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb);
  });
  expect(await rig.reader.listAccounts()).toMatchObject({
    failure: { message: 'the answer is compressed as gzip, which was not requested' },
  });
});
