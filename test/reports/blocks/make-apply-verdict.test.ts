import { describe, expect, it } from 'vitest';
import type { AccountOutcome, OperationStatus } from '../../../src/model/plan/outcome.ts';
import { formatReportJson } from '../../../src/reports/json/format-document.ts';
import { formatReportMarkdown } from '../../../src/reports/markdown/format-report-markdown.ts';
import { formatOwnText } from '../../../src/reports/text/format-report-text.ts';
import { plainPaint } from '../../../src/reports/text/paint.ts';
import { join, made, reportApply } from '../samples/read-text.ts';
import { became, crm, operation } from '../samples/samples.ts';

/** The lines that an apply of these accounts ends with. */
async function write(
  outcomes: readonly AccountOutcome[],
  notPlanned = 0,
  adopts?: number,
): Promise<readonly string[]> {
  const report = reportApply(outcomes);
  const run = { ...report.run, notPlanned, ...(adopts === undefined ? {} : { adopts }) };
  const text = await join(formatOwnText({ ...report, run }, plainPaint));
  return text.trimEnd().split('\n');
}

function account(...results: readonly OperationStatus[]): AccountOutcome {
  const outcomes = results.map((result) => became(operation(crm, `is ${result}`), result));
  return { account: 'northwind', outcomes, diagnostics: [] };
}

describe('an apply that was stopped', () => {
  const started = { ...account('done', 'skipped'), account: 'begun' };
  const others = Array.from({ length: 186 }, (_, index) => ({
    ...account('skipped', 'skipped', 'skipped'),
    account: `customer-${index + 1}`,
  }));

  it('says once of all accounts that it did not begin, in text', async () => {
    const lines = await write([...others, started]);
    expect(lines.length).toBeLessThan(20);
    const text = lines.join('\n');
    expect(text).toMatch(/^begun {2,}STOPPED after 1 write/m);
    expect(text).toMatch(/^186 accounts {2,}NOT STARTED, 558 writes skipped$/m);
    expect(text.replaceAll(/\s+/g, ' ')).toContain(
      'customer-1, customer-2, customer-3, customer-4, customer-5, customer-6, customer-7, customer-8, customer-9, customer-10, and 176 more',
    );
    expect((await write([others[0] ?? started])).join('\n')).toContain('1 account ');
  });

  it('says so in Markdown, and has each in JSON', async () => {
    const report = reportApply([...others, started]);
    const markdown = await join(formatReportMarkdown(report, made));
    expect(markdown.length).toBeLessThan(2000);
    expect(markdown).toContain('**NOT STARTED, 558 writes skipped** in 186 accounts: `customer-1`');
    expect(markdown).toContain('- `begun`: **STOPPED after 1 write, 1 skipped**');
    const json = JSON.parse(await join(formatReportJson(report, made))) as { accounts: unknown[] };
    expect(json.accounts).toHaveLength(187);
  });
});

describe('the head of an apply', () => {
  it.each([
    { says: 'Applied to local', outcomes: [account('done'), account('done', 'waiting')] },
    { says: 'Applied in part to local', outcomes: [account('done'), account('failed')] },
    { says: 'Applied in part to local', outcomes: [account('done')], notPlanned: 1 },
    { says: 'Nothing was applied to local', outcomes: [account('failed', 'skipped')] },
    { says: 'Nothing was applied to local', outcomes: [] },
  ])('claims no more than was done: $says', async ({ says, outcomes, notPlanned = 0 }) => {
    expect((await write(outcomes, notPlanned))[0]).toBe(`${says}  embedded service, world.yaml`);
  });
});

it('says that there was nothing to do only where every account could be planned', async () => {
  expect((await write([])).at(-1)).toMatch(/^Nothing to do\. 17 requests/);
  expect((await write([], 1)).at(-1)).toMatch(
    /^Nothing was done\. 1 account could not be planned\./,
  );
});

it('counts what it adopted, which is all that some applies do', async () => {
  const lines = await write([account()], 0, 11);
  expect(lines[0]).toMatch(/^Applied to local/);
  expect(lines.at(-1)).toMatch(/^Nothing was sent\. 11 objects adopted\./);
  const text = (await write([account('done')], 0, 1)).join(' ');
  expect(text).toContain('1 write done and verified in 1 account. 1 object adopted.');
  expect((await write([account('failed')], 0, 11)).join(' ')).not.toContain('adopted');
});
