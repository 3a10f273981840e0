import { describe, expect, test } from 'vitest';
import type { Json } from '../../../src/kit/json/json.ts';
import { sendJson, serveBroken } from '../../wire/serve-broken.ts';
import { openForTest, take } from '../open-for-test.ts';

async function exportOf(answer: Json) {
  const { url, seen } = await serveBroken((_, response) => sendJson(response, answer));
  const { reader } = openForTest({ baseUrl: url, accessToken: 'token-not-a-secret' });
  return { answer: await reader.exportCycle('northwind', 'c 1'), seen };
}

describe('an export of a cycle', () => {
  test('is all that the service says, be it known or not', async () => {
    const raw = { Name: 'A', Steps: [{ Id: 'x' }], Later: { deep: [1, null, 'text'] } };
    const { answer, seen } = await exportOf(raw);
    expect(take(answer)).toEqual(raw);
    expect(seen[0]?.url).toBe('/v1.0/cycles/c%201/export');
    expect(seen[0]?.headers['x-service-account']).toBe('northwind');
  });

  test('comes without the text of a parameter that the service marks as sensitive', async () => {
    const secret = 'sensitive-not-a-secret';
    const mapping = (ParameterId: number, Value: string, CycleEntityMappingType: number) => ({
      ParameterId,
      Value,
      CycleEntityMappingType,
    });
    const step = {
      Method: {
        Parameters: [
          { Id: 1, IsSensitive: true, Values: ['public'] },
          { Id: 2, IsSensitive: false },
        ],
      },
      CycleParameters: [
        mapping(1, secret, 1),
        mapping(1, secret, 9),
        mapping(1, secret, 0),
        mapping(1, 'public', 3),
        mapping(1, '0123abcd-0000-4000-8000-000000000001,7', 0),
        mapping(2, 'plain', 1),
      ],
    };
    const { answer } = await exportOf({ Name: 'A', Steps: [step] });
    expect(JSON.stringify(answer)).not.toContain(secret);
    expect(take(answer)).toMatchObject({
      Steps: [
        {
          CycleParameters: [
            { Value: { secret: true } },
            { Value: { secret: true } },
            { Value: { secret: true } },
            { Value: 'public' },
            { Value: '0123abcd-0000-4000-8000-000000000001,7' },
            { Value: 'plain' },
          ],
        },
      ],
    });
  });

  test.each([
    ['IsSensitive', 'true'],
    ['isSensitive', 'True'],
    ['issensitive', true],
  ])(
    'comes without it where the service writes %s: %j, and any name in lower case',
    async (name, mark) => {
      const secret = 'sensitive-not-a-secret';
      const step = {
        method: { parameters: [{ id: 1, [name]: mark }] },
        cycleParameters: [{ parameterId: 1, value: secret, cycleEntityMappingType: 1 }],
      };
      const { answer } = await exportOf({ Name: 'A', steps: [step] });
      expect(JSON.stringify(answer)).not.toContain(secret);
      const [redacted] = [{ ...step.cycleParameters[0], value: { secret: true } }];
      expect(take(answer)).toEqual({
        Name: 'A',
        steps: [{ ...step, cycleParameters: [redacted] }],
      });
    },
  );

  test('that is no object is an answer of an unexpected shape', async () => {
    const { answer } = await exportOf(['none']);
    expect(answer).toMatchObject({ ok: false, failure: { kind: 'unexpected-shape' } });
  });
});

test.each([
  ['a cycle', 'northwind'],
  ['a template', undefined],
])(
  'an import of %s is sent once, and one without an answer may have been done',
  async (_, account) => {
    const { url, seen } = await serveBroken((__, response) => void response.destroy());
    const { writer } = openForTest({ baseUrl: url, accessToken: 'token-not-a-secret' });
    const exported = { Name: 'A' };
    const answer = await (account === undefined
      ? writer.importTemplate(exported)
      : writer.importCycle(account, exported));
    expect(seen[0]?.headers['x-service-account']).toBe(account);
    expect(answer).toMatchObject({ ok: false, failure: { kind: 'outcome-unknown' } });
    expect(seen.map(({ method, url: path }) => `${method} ${path}`)).toEqual([
      'POST /v1.0/cycles/import',
    ]);
  },
);

test.each([
  [{ Id: 'a1' }, 'a1'],
  [{ Name: 'A' }, null],
])('an import of a template is done whatever its answer is: %j', async (says, id) => {
  const { url } = await serveBroken((_, response) => sendJson(response, says));
  const { writer } = openForTest({ baseUrl: url, accessToken: 'token-not-a-secret' });
  expect(take(await writer.importTemplate({ Name: 'A' }))).toBe(id);
});
