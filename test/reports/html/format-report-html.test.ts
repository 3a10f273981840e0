import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toVisible } from '../../../src/kit/text/visible-text.ts';
import { toCycleAddress } from '../../../src/model/address.ts';
import type { Report } from '../../../src/model/report/report-document.ts';
import { pageScriptHash, pageStyleHash } from '../../../src/reports/html/page.generated.ts';
import { readGolden } from '../../golden/read-golden.ts';
import { anyReport } from '../samples/any-document.ts';
import { made, reportApply, reportDrift, reportPlan } from '../samples/read-text.ts';
import {
  became,
  changeField,
  operation,
  plain,
  planned,
  secretFrom,
  update,
} from '../samples/samples.ts';
import { withSampleLabels } from '../samples/with-sample-labels.ts';
import { hostileTexts, makeHostileReport } from './hostile-report.ts';
import { findBrokenMarkup, readPage } from './read-page.ts';
import { madeSample, makeFleetDrift, nameSample } from './sample-fleet.ts';

const contacts = toCycleAddress('northwind', 'contacts-to-mailer');

/** A page with a line for each account of its data, and without the script, the style and their hashes. */
async function readShort(report: Report): Promise<string> {
  const { markup, data } = await readPage(report, made);
  const short = markup.replace(pageScriptHash, 'script').replace(pageStyleHash, 'style');
  const { accounts, keys } = data;
  return `${short}\n${JSON.stringify({ keys, accounts }, null, 1)}\n`;
}

async function expectGolden(name: string, report: Report): Promise<void> {
  const text = await readShort(report);
  expect(text).toBe(await readGolden(name, text));
}

describe('the page of a report', () => {
  it('shows the drift of a few accounts', async () => {
    await expectGolden('drift/page.html', makeFleetDrift(30));
  });

  it('shows a plan with what it changes and does', async () => {
    const fields = [
      changeField(['schedule'], [plain('1h'), plain('15m')]),
      changeField(['auth'], [secretFrom('env OLD'), secretFrom('env NEW')]),
    ];
    const more = { impact: 'interrupts', reasons: ['paused while it is written'] } as const;
    await expectGolden('plan/page.html', reportPlan([planned([update(contacts, fields, more)])]));
  });

  it('says what became of an apply, with what was left paused before all else', async () => {
    const done = operation(contacts, 'sets its schedule');
    const paused = { code: 'left-paused', severity: 'error', summary: 'it is paused' } as const;
    const { markup, data } = await readPage(
      reportApply([
        { account: 'contoso', outcomes: [became(done, 'failed')], diagnostics: [] },
        { account: 'northwind', outcomes: [became(done, 'done')], diagnostics: [paused] },
      ]),
      made,
    );
    expect(markup).toContain('1 account has cycles left paused.');
    expect(data.accounts.map(({ state }) => state)).toEqual(['failed', 'left-paused']);
    expect(data.accounts[1]?.parts?.map(({ title }) => title)).toEqual([
      'Errors',
      'Completed operations, in order',
    ]);
  });

  it('reports why a command was refused, without a list of accounts', async () => {
    const exit = { code: 1, means: 'a mistake' };
    const reported = {
      code: 'environment-unknown',
      severity: 'error',
      summary: 'no such',
    } as const;
    const run = { command: 'plan', exit, diagnostics: [reported] };
    const { markup } = await readPage({ kind: 'refused', run, accounts: () => [] }, made);
    expect(markup).toContain('cyclectl plan ended with 1: a mistake.');
    expect(markup).toContain('environment-unknown');
    expect(markup).not.toContain('id="app"');
  });

  it('keeps a fleet of clean accounts short, each by a line of some hundred signs', async () => {
    const { text, data } = await readPage(makeFleetDrift(2_000), madeSample);
    expect(data.accounts).toHaveLength(2_000);
    expect(text.length).toBeLessThan(900_000);
    const clean = data.accounts.find(({ name }) => name === nameSample(4));
    expect(JSON.stringify(clean).length).toBeLessThan(120);
  });

  it('names the labels of accounts once, the most common first', async () => {
    const labels = (nth: number) => ({
      ...(nth % 2 === 0 ? { a: `a ${nth}` } : {}),
      ...{ tier: 'gold', b: 'b', c: 'c', d: 'd' },
    });
    const { data } = await readPage(withSampleLabels(makeFleetDrift(3), labels), madeSample);
    expect([data.labels, data.labelColumns]).toEqual([['b', 'c', 'd', 'tier', 'a'], 4]);
    expect(data.accounts.map((account) => account.labels?.slice(3))).toEqual([
      [
        [3, 'gold'],
        [4, 'a 0'],
      ],
      [[3, 'gold']],
      [
        [3, 'gold'],
        [4, 'a 2'],
      ],
    ]);
  });

  it('folds the details of what matters least, where all of them are too many', async () => {
    const field = changeField(['body'], [plain('x'.repeat(900)), plain('y'.repeat(900))]);
    const accounts = Array.from({ length: 120 }, (_, number) => {
      const impact = number % 2 === 0 ? 'interrupts' : 'in-place';
      return planned([update(contacts, [field], { impact })]);
    });
    const { data } = await readPage(reportPlan(accounts), made, 200_000);
    expect(JSON.stringify(data).length).toBeLessThan(230_000);
    const folded = data.accounts.filter((account) => account.folded === true);
    expect(folded.length).toBeGreaterThan(0);
    expect(new Set(folded.map(({ state }) => state))).toEqual(new Set(['changes']));
    expect(folded[0]?.letters).toBe('e');
  });
});

describe('whatever names and values hold', () => {
  it('the page is well-formed, its data is read back, and every sign in it is visible', async () => {
    await fc.assert(
      fc.asyncProperty(anyReport, async (report) => {
        const { text, markup, data } = await readPage(report, made);
        expect(findBrokenMarkup(markup)).toEqual([]);
        expect(text.match(/<\/?script/g)).toHaveLength(4);
        for (const line of text.split('\n')) expect(toVisible(line)).toBe(line);
        let accounts = 0;
        for await (const _ of report.accounts()) accounts += 1;
        expect(data.accounts).toHaveLength(accounts);
        const shown = JSON.stringify(data).replaceAll('\\n', '');
        expect(toVisible(shown)).toBe(shown);
      }),
      { numRuns: 60 },
    );
  });

  it('nothing of a hostile text is markup, and a megabyte of it is cut with a remark', async () => {
    const { text, markup, data } = await readPage(makeHostileReport(), {
      ...made,
      tool: hostileTexts[1] ?? '',
    });
    expect(findBrokenMarkup(markup)).toEqual([]);
    expect(text.match(/<\/?script/g)).toHaveLength(4);
    expect(text).not.toContain('<img');
    expect(text.length).toBeLessThan(200_000);
    expect(JSON.stringify(data)).toContain('(1000000 characters)');
    expect(data.accounts.map(({ name }) => name)).toContain('left\\u{202e}right');
  });
});

describe('a page without anything', () => {
  it('says that nothing drifted', async () => {
    const { markup, data } = await readPage(reportDrift([]), made);
    expect(markup).toContain('>Nothing to compare yet.<');
    expect(data.accounts).toEqual([]);
  });
});
