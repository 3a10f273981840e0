import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toAccountAddress, toCycleAddress } from '../../../src/model/address.ts';
import type { PlannedAccount } from '../../../src/model/report/report.ts';
import type { Report, ReportMetadata } from '../../../src/model/report/report-document.ts';
import type { RunId } from '../../../src/model/state/lock.ts';
import { formatReportMarkdown } from '../../../src/reports/markdown/format-report-markdown.ts';
import { countRuns } from '../../faults/share.ts';
import { anyReport } from '../samples/any-document.ts';
import { anyDriftAccount } from '../samples/any-drift.ts';
import { anyOutcome, anyPlannedAccount } from '../samples/any-report.ts';
import { anyName } from '../samples/any-values.ts';
import {
  findRawLines,
  join,
  made,
  reportApply,
  reportDrift,
  reportPlan,
} from '../samples/read-text.ts';
import { changeField, plain, planned, update } from '../samples/samples.ts';
import { listTags, readLooseText, readMarkdown, render } from './read-markdown.ts';

/** Characters that GitHub takes in a comment. */
const mostCharacters = 65_536;

const ours =
  /^(?:<\/?(?:h3|p|strong|ul|li|blockquote|table|thead|tbody|tr|th|td|pre|code|details|summary)>|<t[hd] align="right">|<code class="language-(?:diff|sh)">|<!-- cyclectl:[\w./:%;-]+ -->|<!-- cyclectl open: \d+ -->)$/;

/** Words and counts of ours, without a sign that a forge acts upon. */
const harmless = /^[A-Za-z0-9 \n.,;:()·…-]*$/;

function expectHarmless(markdown: string): void {
  const html = render(markdown);
  expect(listTags(html).filter((tag) => !ours.test(tag))).toEqual([]);
  expect(readLooseText(html)).toMatch(harmless);
  expect(findRawLines(markdown)).toEqual([]);
  const [opened, closed] = [/^<details>$/gm, /^<\/details>$/gm].map(
    (tag) => (html.match(tag) ?? []).length,
  );
  expect(opened).toBe(closed);
  expect(markdown.length).toBeLessThanOrEqual(mostCharacters);
}

const hostile = [
  '</details>',
  '<!-- -->',
  '`',
  '````',
  '|',
  '@everyone',
  '#1',
  'www.evil.example',
  '![](https://evil.example)',
  ':x:',
  '$`x`$',
] as const;

const anyHostileName = fc
  .array(fc.constantFrom(...hostile), { minLength: 1, maxLength: 6 })
  .map((parts) => parts.join(''));

const anyHostilePlan = fc
  .tuple(anyHostileName, anyHostileName, anyHostileName)
  .map(([account, key, value]): PlannedAccount => {
    const change = update(toCycleAddress(account, key), [
      changeField([key], [plain(value), plain(`\n${value}\n`)]),
    ]);
    const [name, origin] = [key, value];
    const address = toAccountAddress(account);
    const created = { address, kind: 'cycle', name, origin, impact: 'in-place', at: null } as const;
    const reasons = [value];
    const { plan } = planned([change, { ...created, verb: 'create', reasons, fields: [] }]) as {
      readonly plan: Extract<PlannedAccount, { readonly kind: 'planned' }>['plan'];
    };
    return { kind: 'planned', plan: { ...plan, account } };
  });

describe('A report in Markdown', () => {
  it('has only tags of ours, no link, no picture, and untrusted text only in code', async () => {
    await fc.assert(
      fc.asyncProperty(anyReport, async (report) => expectHarmless(await readMarkdown(report))),
      { numRuns: countRuns({ suite: 30, full: 60 }) },
    );
  });

  it('has only tags of ours where names and values are what a forge acts upon', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyHostilePlan, { maxLength: 3 }),
        anyHostileName,
        anyHostileName,
        async (accounts, environment, address) => {
          const target = { environment, address, service: 'remote' } as const;
          const next = { kind: 'apply', file: address, directory: environment } as const;
          expectHarmless(await readMarkdown(reportPlan(accounts, { target, next })));
        },
      ),
      { numRuns: countRuns({ suite: 40, full: 100 }) },
    );
  });

  it('is harmless whatever it was made by', async () => {
    await fc.assert(
      fc.asyncProperty(anyReport, anyName, anyHostileName, async (report, name, text) => {
        const other: ReportMetadata = { at: text, tool: name, commit: text, folder: `${name}/` };
        expectHarmless(await join(formatReportMarkdown(report, other)));
      }),
      { numRuns: countRuns({ suite: 40, full: 100 }) },
    );
  });

  it('begins with a marker that depends on its kind, its environment and its folder alone', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyPlannedAccount, { maxLength: 2 }),
        fc.array(anyDriftAccount, { maxLength: 2 }),
        async (accounts, drift) => {
          const plan = (await readMarkdown(reportPlan(accounts))).split('\n');
          expect(plan[0]).toBe('<!-- cyclectl:plan:local:integrations/ -->');
          const revert = (await readMarkdown(reportPlan(accounts, { reverts: true }))).split('\n');
          expect(revert[0]).toBe('<!-- cyclectl:revert:local:integrations/ -->');
          expect(revert[2]).toMatch(/^### cyclectl drift --revert in `local`: /);
          const undo = (await readMarkdown(reportPlan(accounts, { undoes: 'a' as RunId }))).split(
            '\n',
          );
          expect(undo[0]).toBe('<!-- cyclectl:undo:local:integrations/ -->');
          const drifted = (await readMarkdown(reportDrift(drift))).split('\n');
          expect(drifted[0]).toBe('<!-- cyclectl:drift:local:integrations/ -->');
        },
      ),
      { numRuns: countRuns({ suite: 40, full: 100 }) },
    );
  });

  it('is the same for the same report, but for when it was made', async () => {
    await fc.assert(
      fc.asyncProperty(anyReport, async (report) => {
        const text = await readMarkdown(report);
        expect(await readMarkdown(report)).toBe(text);
        const later: ReportMetadata = { ...made, at: '2027-01-01T00:00:00.000Z', commit: null };
        const other = await join(formatReportMarkdown(report, later));
        expect(other.split('\n').slice(0, -2)).toEqual(text.split('\n').slice(0, -2));
      }),
      { numRuns: countRuns({ suite: 20, full: 40 }) },
    );
  });
});

describe('A report of a fleet in Markdown', () => {
  it('fits into a comment and says what is not shown, whatever the accounts are', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          accounts: fc.array(anyPlannedAccount, { minLength: 1, maxLength: 4 }),
          drift: fc.array(anyDriftAccount, { minLength: 1, maxLength: 4 }),
          outcomes: fc.array(anyOutcome, { minLength: 1, maxLength: 4 }),
          times: fc.integer({ min: 60, max: 200 }),
        }),
        async ({ accounts, drift, outcomes, times }) => {
          const reports: Report[] = [
            reportPlan(repeat(accounts, times)),
            reportDrift(repeat(drift, times)),
            reportApply(repeat(outcomes, times)),
          ];
          for (const report of reports) {
            const text = await readMarkdown(report);
            expect(text.length).toBeLessThanOrEqual(mostCharacters);
            if (text.length > 64_000) expect(text).toContain('**Folded to fit into a comment.**');
            expect(text.match(/^<details>$/gm)?.length).toBe(text.match(/^<\/details>$/gm)?.length);
          }
        },
      ),
      { numRuns: 3 },
    );
  }, 60_000);

  it('fits where one name or value has a million signs of any kind', async () => {
    for (const sign of ['`', '👩‍🔧', '\n']) {
      const long = sign.repeat(1_000_000 / sign.length);
      const change = update(toCycleAddress('northwind', long), [
        changeField([long], [plain(long), plain(`${long}.`)]),
      ]);
      const target = { environment: long, service: 'remote', address: long } as const;
      const next = { kind: 'apply', file: long, directory: long } as const;
      const text = await readMarkdown(reportPlan([planned([change])], { target, next }));
      expect(text.length).toBeLessThanOrEqual(mostCharacters);
      expect(Buffer.byteLength(text)).toBeLessThan(262_144);
    }
  }, 60_000);
});

function repeat<Item>(items: readonly Item[], times: number): Item[] {
  return Array.from({ length: times }, () => items).flat();
}
