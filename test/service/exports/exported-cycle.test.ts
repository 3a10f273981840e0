import { describe, expect, it } from 'vitest';
import {
  dropConnection,
  type Play,
  sendHtml,
  sendJson,
  sendStatus,
  serveBroken,
} from '../../wire/serve-broken.ts';
import { openForTest } from '../open-for-test.ts';

// JSON whose text would be made by a member of its own.
const textless = { toString: 'secret-not-a-secret', valueOf: 'secret-not-a-secret' };

async function open(answer: object) {
  const { url } = await serveBroken((_, response) => sendJson(response, answer));
  return openForTest({ baseUrl: url, accessToken: 'token-not-a-secret' }).reader;
}

function makeExport(step: object): object {
  const own = { Id: 'a', Name: 'A', Method: { Name: 'm', Parameters: [] }, ...step };
  return { Steps: [own], Edges: [], Variables: [] };
}

describe('an export in which an object is where a text or a flag is', () => {
  const parameter = { Id: 1, TargetName: 'key', IsSensitive: textless };
  const steps: readonly (readonly [string, object])[] = [
    ['a flag', { Method: { Name: 'm', Parameters: [parameter] } }],
    ['a number', { CycleParameters: [{ ParameterId: 1, CycleEntityMappingType: textless }] }],
    ['a value', { CycleParameters: [{ ParameterId: 1, Value: textless }] }],
    ['an id', { CycleParameters: [{ ParameterId: textless }] }],
    ['a name', { Name: textless }],
  ];

  it.each(steps)('is a failure that quotes nothing: %s', async (_, step) => {
    const reader = await open(makeExport(step));
    const answer = await reader.readExportedCycle('northwind', 'c');
    expect(answer).toMatchObject({ ok: false, failure: { kind: 'unexpected-shape' } });
    expect(JSON.stringify(answer)).not.toContain('secret');
  });

  it('is read as a template without the number that it is', async () => {
    const mapping = { ParameterId: 1, CycleEntityMappingType: textless, Value: 'a' };
    const reader = await open(makeExport({ CycleParameters: [mapping] }));
    expect(await reader.exportTemplate('t')).toMatchObject({ ok: true });
  });

  it('stays as it is in a cycle file, but for a sensitive parameter', async () => {
    const Method = { Parameters: [{ Id: textless, IsSensitive: true }] };
    const mappings = [
      { ParameterId: textless, Value: textless, CycleEntityMappingType: 0 },
      { ParameterId: 2, Value: textless, CycleEntityMappingType: 0 },
    ];
    const reader = await open(makeExport({ Method, CycleParameters: mappings }));
    expect(await reader.exportCycle('northwind', 'c')).toMatchObject({
      ok: true,
      value: { Steps: [{ CycleParameters: [{ Value: { secret: true } }, mappings[1]] }] },
    });
  });
});

describe('an export that is no answer', () => {
  const token = { baseUrl: '', accessToken: 'token-not-a-secret' };
  const plays: readonly (readonly [string, Play])[] = [
    ['a lost connection', dropConnection],
    ['a web page', sendHtml],
    ['a 500', sendStatus(500)],
  ];

  it.each(plays)(
    'is not asked for again, because the parts are read instead: %s',
    async (_, play) => {
      const { url, seen } = await serveBroken(play);
      const { reader } = openForTest({ ...token, baseUrl: url });
      expect(await reader.readExportedCycle('northwind', 'c')).toMatchObject({ ok: false });
      expect(seen).toHaveLength(1);
    },
  );

  it('is asked for again where the service asks to wait', async () => {
    const { url } = await serveBroken((request, response, count) =>
      count === 1 ? sendStatus(429)(request, response, count) : sendJson(response, makeExport({})),
    );
    const { reader } = openForTest({ ...token, baseUrl: url });
    expect(await reader.readExportedCycle('northwind', 'c')).toMatchObject({ ok: true });
  });
});
