import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { startEmulator } from '../../emulator/support/start-emulator.ts';
import { quickstartWorld } from '../../emulator/support/worlds.ts';
import { type Play, sendJson, serveBroken } from '../../wire/serve-broken.ts';
import { openForTest, openOnEmulator, type Rig, take } from '../open-for-test.ts';

/** What happens to the list between two requests. */
type Move = { readonly kind: 'none' } | { readonly kind: 'drop' | 'add'; readonly at: number };

type Script = {
  readonly count: number;
  /** Items on a page at most, whatever is asked. */
  readonly cap: number;
  readonly hasTotal: boolean;
  /** After each request in turn; when they are over, the list holds still. */
  readonly moves: readonly Move[];
};

/** A list that moves while it is read. It notes which ids were in it at any and at every moment. */
class MovingList {
  readonly #script: Script;
  #ids: string[];
  #nextId: number;
  #always: Set<string>;
  readonly #ever: Set<string>;
  requests = 0;

  constructor(script: Script) {
    this.#script = script;
    this.#ids = Array.from({ length: script.count }, (_, index) => `i${index * 10 + 1000}`);
    this.#nextId = 0;
    this.#always = new Set(this.#ids);
    this.#ever = new Set(this.#ids);
  }

  judge(ids: readonly string[]): void {
    expect(new Set(ids).size).toBe(ids.length);
    expect([...this.#always].filter((id) => !ids.includes(id))).toEqual([]);
    expect(ids.filter((id) => !this.#ever.has(id))).toEqual([]);
  }

  readonly play: Play = (request, response) => {
    const query = new URL(request.url, 'http://list').searchParams;
    const size = Math.min(this.#script.cap, Number(query.get('pageSize')));
    const page = Number(query.get('page'));
    const total = Math.max(1, Math.ceil(this.#ids.length / size));
    const items = this.#ids.slice((page - 1) * size, page * size);
    sendJson(
      response,
      items.map((id) => ({ Id: id, Name: id })),
      { headers: this.#script.hasTotal ? { 'total-pages': String(total) } : {} },
    );
    this.#move(this.#script.moves[this.requests]);
    this.requests += 1;
  };

  #move(move: Move | undefined): void {
    if (move === undefined || move.kind === 'none') return;
    const at = move.at % (this.#ids.length + 1);
    if (move.kind === 'drop') {
      this.#ids.splice(at, 1);
      this.#always = new Set([...this.#always].filter((id) => this.#ids.includes(id)));
      return;
    }
    this.#nextId += 1;
    const id = `new${this.#nextId}`;
    this.#ids.splice(at, 0, id);
    this.#ever.add(id);
  }
}

describe('over generated lists', () => {
  let list: MovingList;
  let rig: Rig;
  let seen: readonly { readonly url: string }[];

  beforeAll(async () => {
    const service = await serveBroken((request, response, count) =>
      list.play(request, response, count),
    );
    seen = service.seen;
    rig = openForTest({ baseUrl: service.url, accessToken: 'token-not-a-secret' });
  });

  const at = fc.nat(50);
  const move: fc.Arbitrary<Move> = fc.oneof(
    { weight: 4, arbitrary: fc.constant<Move>({ kind: 'none' }) },
    { weight: 3, arbitrary: at.map((index): Move => ({ kind: 'drop', at: index })) },
    { weight: 1, arbitrary: at.map((index): Move => ({ kind: 'add', at: index })) },
  );
  const script = (moves: fc.Arbitrary<readonly Move[]>): fc.Arbitrary<Script> =>
    fc.record({
      count: fc.nat(30),
      cap: fc.integer({ min: 1, max: 12 }),
      hasTotal: fc.boolean(),
      moves,
    });

  test('a list that holds still is read whole, in one reading or two', async () => {
    await fc.assert(
      fc.asyncProperty(script(fc.constant([])), async (one) => {
        list = new MovingList(one);
        const accounts = take(await rig.reader.listAccounts());
        expect(accounts).toHaveLength(one.count);
        list.judge(accounts.map(({ id }) => id));
        const pages = Math.max(1, Math.ceil(one.count / one.cap));
        const reading = one.hasTotal ? pages : Math.ceil(one.count / one.cap) + 1;
        expect(list.requests).toBe(reading === 1 ? 1 : 2 * reading);
      }),
      { numRuns: 100 },
    );
  });

  test('a list that moves is read whole or not at all', async () => {
    const outcomes = { whole: 0, refused: 0 };
    await fc.assert(
      fc.asyncProperty(script(fc.array(move, { maxLength: 30 })), async (one) => {
        list = new MovingList(one);
        const answer = await rig.reader.listAccounts();
        if (!answer.ok) {
          expect(answer.failure.kind).toBe('unexpected-shape');
          outcomes.refused += 1;
          return;
        }
        list.judge(answer.value.map(({ id }) => id));
        outcomes.whole += 1;
      }),
      { numRuns: 300, seed: 7 },
    );
    expect(outcomes.whole).toBeGreaterThan(50);
    expect(outcomes.refused).toBeGreaterThan(5);
  });

  test('every page is requested by number, size and order', async () => {
    list = new MovingList({ count: 3, cap: 2, hasTotal: true, moves: [] });
    const before = seen.length;
    take(await rig.reader.listAccounts());
    expect(seen.slice(before, before + 2).map(({ url }) => url)).toEqual([
      '/v1.0/accounts?page=1&pageSize=1000&orderBy=Id&sortOrderAsc=true',
      '/v1.0/accounts?page=2&pageSize=1000&orderBy=Id&sortOrderAsc=true',
    ]);
  });
});

describe('a list that cannot be right', () => {
  const open = async (play: Play) => {
    const { url, seen } = await serveBroken(play);
    return { seen, ...openForTest({ baseUrl: url, accessToken: 'token-not-a-secret' }) };
  };

  test.each([
    ['an item without an id', [{ Id: 'a', Name: 'A' }, { Name: 'B' }], '[1].Id is missing'],
    ['an item with an empty id', [{ Id: '', Name: 'A' }], '[0].Id is empty'],
    ['an object around the list', { Items: [] }, 'the answer is an object, expected a list'],
    [
      'two items of one id',
      [
        { Id: 1, Name: 'A' },
        { Id: '1', Name: 'B' },
      ],
      'names 1 twice',
    ],
    ['an id that lost digits', [{ Id: 2 ** 60, Name: 'A' }], '[0].Id is a number'],
  ])('%s is refused', async (_name, json, message) => {
    const { reader } = await open((_request, response) =>
      sendJson(response, json, { headers: { 'total-pages': '1' } }),
    );
    expect(await reader.listAccounts()).toMatchObject({
      failure: { kind: 'unexpected-shape', message: expect.stringContaining(message) },
    });
  });

  test('a service that gives its first page again and again is refused', async () => {
    const { reader, seen } = await open((_request, response) =>
      sendJson(response, [{ Id: 'a', Name: 'A' }]),
    );
    expect(await reader.listAccounts()).toMatchObject({
      failure: { kind: 'unexpected-shape', message: 'the list names a twice, 4 times in a row' },
    });
    expect(seen).toHaveLength(8);
  });

  test('a list whose number of pages is never the same is refused', async () => {
    const { reader, seen } = await open((request, response) => {
      const page = Number(new URL(request.url, 'http://list').searchParams.get('page'));
      const total = String(page === 1 ? 2 : 3);
      sendJson(response, [{ Id: page, Name: 'A' }], { headers: { 'total-pages': total } });
    });
    expect(await reader.listAccounts()).toMatchObject({
      failure: { message: 'the number of pages changed, 4 times in a row' },
    });
    expect(seen).toHaveLength(8);
  });

  test('a list without paging that says it has more pages is refused', async () => {
    const { reader } = await open((_request, response) =>
      sendJson(response, [], { headers: { 'total-pages': '2' } }),
    );
    expect(await reader.listSteps('northwind', 'cycle')).toMatchObject({
      failure: { kind: 'unexpected-shape', message: 'the list is only the first of 2 pages' },
    });
  });
});

test.each([
  { maximumPageSize: 100, totalPagesHeader: 'sent' },
  { maximumPageSize: 100, totalPagesHeader: 'absent' },
  { maximumPageSize: 1000, totalPagesHeader: 'absent' },
] as const)('the emulator gives all of 250 accounts with %o', async (choices) => {
  const emulator = await startEmulator({ world: quickstartWorld, choices });
  const { reader, writer } = await openOnEmulator(emulator);
  const ids = Array.from({ length: 250 }, (_, index) => `customer-${index}`);
  await Promise.all(
    ids.map(async (id) => take(await writer.createAccount(id, { name: `Customer ${id}` }))),
  );
  const accounts = take(await reader.listAccounts());
  expect(accounts.map(({ id }) => id).sort()).toEqual(ids.sort());
});
