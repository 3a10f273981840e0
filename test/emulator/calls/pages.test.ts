import { describe, expect, test } from 'vitest';
import { openParty } from './open-party.ts';

describe('pages of a third party', () => {
  const cursor = { kind: 'cursor', parameter: 'c', from: 'next' } as const;

  test('end where a page is short, and are as large as the caller says', async () => {
    const serve = ({ path }: { path: string }) => {
      const query = new URLSearchParams(path.slice(path.indexOf('?')));
      const start = (Number(query.get('p')) - 1) * Number(query.get('n'));
      const items = [1, 2, 3, 4, 5].slice(start, start + Number(query.get('n')));
      return { status: 200, json: { meta: { kind: 'x' }, deep: { items } } };
    };
    const paging = { kind: 'page', parameter: 'p', sizeParameter: 'n', size: 2 } as const;
    const method = { paging, parameters: [{ name: 'n' }, { name: 'p' }] };
    const party = await openParty({ serve, method });
    const whole = { meta: { kind: 'x' }, deep: { items: [1, 2, 3, 4, 5] } };
    expect((await party.call()).body).toEqual(whole);
    expect(party.came.map(({ path }) => path)).toEqual(['/x?p=1&n=2', '/x?p=2&n=2', '/x?p=3&n=2']);
    expect((await party.call({ Parameters: { n: '5' } })).body).toEqual(whole);
    const single = await party.call({ Parameters: { p: '2', n: '2' } });
    expect(single.body.deep.items).toEqual([3, 4]);
  });

  test('that lead back to one before are not gone through for ever', async () => {
    const party = await openParty({
      serve: () => ({ status: 200, json: { items: [1], next: 'same' } }),
      method: { paging: cursor },
    });
    expect((await party.call()).body.Message).toMatch(/^Response data not in expected format/);
    expect(party.came).toHaveLength(2);
  });

  test('that never end are given up', async () => {
    let count = 0;
    const party = await openParty({
      limits: { pages: 5 },
      serve: () => ({ status: 200, json: { items: [1], next: ++count } }),
      method: { paging: cursor },
    });
    expect((await party.call()).body.Message).toMatch(/more than 5 pages/);
    expect(party.came).toHaveLength(5);
  });

  test('by Link stay on the host that has the credential', async () => {
    const other = await openParty({ method: {} });
    const party = await openParty({
      serve: ({ path }) => ({
        status: 200,
        json: [path],
        headers: {
          Link:
            path === '/x'
              ? '</x?p=2>; rel="prev next", </z>; rel=last'
              : `<${other.url}>; rel=next`,
        },
      }),
      method: { paging: { kind: 'link' } },
    });
    expect((await party.call()).body).toEqual(['/x', '/x?p=2']);
    expect(other.came).toEqual([]);
  });

  test('that break off are an error, and nothing of them is answered', async () => {
    const party = await openParty({
      serve: ({ path }) =>
        path === '/x'
          ? { status: 200, json: { items: [1], next: 'b' } }
          : { status: 500, json: {} },
      method: { paging: cursor, records: '[items]' },
    });
    expect((await party.call()).status).toBe(400);
  });

  test('without the list that the method reshapes are not what it expects', async () => {
    const party = await openParty({ method: { records: '[items]' } });
    expect((await party.call()).body.Message).toMatch(/nothing at '\[items\]'/);
  });
});
