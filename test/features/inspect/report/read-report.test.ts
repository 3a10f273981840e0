import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readReport } from '../../../../src/features/inspect/report/read-report.ts';
import type { Report } from '../../../../src/model/report/report-document.ts';
import { formatReportJson } from '../../../../src/reports/json/format-document.ts';
import { formatReportText } from '../../../../src/reports/text/format-report-text.ts';
import { plainPaint } from '../../../../src/reports/text/paint.ts';
import { anyReport } from '../../../reports/samples/any-document.ts';
import { join, made } from '../../../reports/samples/read-text.ts';

const ajv = new Ajv2020({ allowUnionTypes: true });
addFormats.default(ajv, ['date-time']);
const schema = new URL('../../../../schemas/report.schema.json', import.meta.url);
const isReport = ajv.compile(JSON.parse(readFileSync(schema, 'utf8')));

function toFile(text: string) {
  return {
    async *lines() {
      yield* text.split('\n');
    },
  };
}

async function collect(report: Report): Promise<unknown[]> {
  const all: unknown[] = [];
  for await (const account of report.accounts()) all.push(account);
  return all;
}

describe('The document of any report', () => {
  it('is as its schema says', async () => {
    await fc.assert(
      fc.asyncProperty(anyReport, async (report) => {
        const document = JSON.parse(await join(formatReportJson(report, made)));
        expect(isReport(document), JSON.stringify(isReport.errors?.slice(0, 3))).toBe(true);
      }),
    );
  });

  it('is read back to the same document and the same text', async () => {
    await fc.assert(
      fc.asyncProperty(anyReport, async (report) => {
        const text = await join(formatReportJson(report, made));
        const read = await readReport(toFile(text));
        expect(read.made).toEqual(made);
        expect(await join(formatReportJson(read.report, read.made))).toBe(text);
        expect(await join(formatReportText(read.report, plainPaint))).toBe(
          await join(formatReportText(report, plainPaint)),
        );
      }),
    );
  });
});

describe('What is no report', () => {
  const whole = `{"format":"cyclectl.dev/report/v1","kind":"validate","made":${JSON.stringify(made)},"run":{"accounts":0,"diagnostics":[]},\n"accounts":[\n]}\n`;

  it('has nothing wrong where it is one', async () => {
    const { report } = await readReport(toFile(whole));
    expect(await collect(report)).toEqual([]);
  });

  it.each([
    ['is empty', '', 'is not a report'],
    ['is text', 'hello', 'is not a report'],
    ['is of another version', whole.replace('/v1', '/v2'), 'is not a report'],
    ['is written otherwise', whole.replace(/^\{/, '{\n'), 'is not a report'],
    ['is of another kind', whole.replace('validate', 'history'), 'the kind "history"'],
    ['has no kind', whole.replace('"kind":"validate",', ''), 'the kind null'],
    ['is named after a member of every object', whole.replace('validate', 'toString'), 'the kind'],
    ['lacks when it was made', whole.replace('"made"', '"maid"'), 'its metadata'],
    [
      'lacks a count',
      whole.replace('"run":{"accounts":0,', '"run":{'),
      'its data besides accounts',
    ],
  ])('%s: its head is refused', async (_what, text, says) => {
    await expect(readReport(toFile(text))).rejects.toThrow(says);
  });

  it.each([
    ['ends early', whole.replace(']}\n', ''), 'it is incomplete'],
    ['has an account that is no JSON', whole.replace('[\n', '[\n{"account":\n'), 'line 3 is not'],
    ['has null for an account', whole.replace('[\n', '[\nnull\n'), 'line 3 is not'],
    ['has an account of another kind', whole.replace('[\n', '[\n{"kind":"read"}\n'), 'line 3'],
  ])('%s: its accounts are refused', async (_what, text, says) => {
    const { report } = await readReport(toFile(text));
    await expect(collect(report)).rejects.toThrow(says);
  });
});
