import { expect, test } from 'vitest';
import { compareCycleFiles } from '../../../src/engine/cycle-file/compare/compare-cycle-files.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../src/kit/json/json.ts';
import { toStructureDigest } from '../../../src/model/desired/cycle-file/cycle-structure.ts';
import { writeRawExport } from './any-export.ts';
import { readSample, sampleText } from './sample-file.ts';

// A webhook has what it delivers under RequestFormat (SERVICE L [Q1]); files of before have it under ResponseFormat.

const received = {
  connector: { name: 'Our App', version: '1.4' },
  name: 'Order received',
  parameters: [],
  fields: [],
  responses: ['id', 'total'],
};
const add = {
  connector: { name: 'Sample Mailer', version: '1.4' },
  name: 'Add subscriber',
  parameters: [],
  fields: ['Email.Address'],
  responses: [],
};

const before = asWebhook(
  writeRawExport(
    {
      name: 'Orders',
      steps: [
        { name: 'Order received', method: received, slot: 1, values: [], from: 0 },
        { name: 'Add subscriber', method: add, slot: 2, values: [null], from: 0 },
      ],
    },
    1,
  ),
  ({ RequestFormat, ResponseFormat }) => ({ RequestFormat, ResponseFormat }),
);
const now = asWebhook(before, ({ RequestFormat, ResponseFormat }) => ({
  RequestFormat: ResponseFormat,
  ResponseFormat: RequestFormat,
}));

function asWebhook(raw: JsonObject, edit: (method: JsonObject) => object): JsonObject {
  const [first, ...others] = raw.Steps as Json[];
  if (!isJsonObject(first) || !isJsonObject(first.Method)) throw new Error('no first step');
  const Method = { ...first.Method, MethodType: 'Webhook', ...edit(first.Method) } as JsonObject;
  return { ...raw, Steps: [{ ...first, Method }, ...others] };
}

test('a source of a webhook has its name in either list', () => {
  for (const raw of [before, now]) {
    const text = sampleText(raw);
    expect(text).toContain('"step:Order received,field:id"');
    const [webhook] = readSample(text).steps;
    expect(webhook?.fields).toEqual([]);
    expect(webhook?.responses.map(({ label }) => label)).toEqual(['id', 'total']);
  }
});

test('a file of before is the same cycle as one of now', () => {
  const [left, right] = [before, now].map((raw) => readSample(sampleText(raw)));
  if (left === undefined || right === undefined) throw new Error('no files');
  expect(compareCycleFiles(left, right)).toEqual([]);
  expect(toStructureDigest(left)).toBe(toStructureDigest(right));
});
