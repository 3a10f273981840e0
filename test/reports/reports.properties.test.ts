import { stripVTControlCharacters } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PlannedAccount } from '../../src/model/report/report.ts';
import { formatReportJson } from '../../src/reports/json/format-document.ts';
import { withRemedies } from '../../src/reports/json/with-remedies.ts';
import { formatAccountLine } from '../../src/reports/text/format-account.ts';
import { formatOwnText } from '../../src/reports/text/format-report-text.ts';
import { plainPaint } from '../../src/reports/text/paint.ts';
import { anyReport } from './samples/any-document.ts';
import { anyDriftAccount } from './samples/any-drift.ts';
import { anyOutcome, anyPlannedAccount, anyTarget } from './samples/any-report.ts';
import {
  ansiPaint,
  findRawLines,
  findWideLines,
  framePlan,
  join,
  made,
  readApplyText,
  readDriftText,
  readPlanText,
  reportApply,
  reportDrift,
  reportPlan,
} from './samples/read-text.ts';

const anyPlanned = fc.array(anyPlannedAccount, { maxLength: 4 });
const anyDrift = fc.array(anyDriftAccount, { maxLength: 4 });
const anyOutcomes = fc.array(anyOutcome, { maxLength: 4 });

function expectReadable(text: string): void {
  expect(findWideLines(text)).toEqual([]);
  expect(findRawLines(text)).toEqual([]);
  expect(text.endsWith('\n')).toBe(true);
}

function countLines(text: string, form: RegExp): number {
  return text.split('\n').filter((line) => form.test(line)).length;
}

describe('whatever the names hold', () => {
  it('a report of many accounts fits 80 columns and has no sign that a terminal acts upon', async () => {
    await fc.assert(
      fc.asyncProperty(anyReport, async (report) => {
        if (report.kind === 'validate' || report.kind === 'refused') return;
        expectReadable(await join(formatOwnText(report, plainPaint)));
      }),
    );
  });

  it('a plan fits 80 columns and has no sign that a terminal acts upon', async () => {
    await fc.assert(
      fc.asyncProperty(anyPlanned, anyTarget, async (accounts, target) => {
        expectReadable(await readPlanText(accounts, { target: target }));
      }),
    );
  });

  it('a drift report fits 80 columns and has no sign that a terminal acts upon', async () => {
    await fc.assert(
      fc.asyncProperty(anyDrift, async (accounts) => expectReadable(await readDriftText(accounts))),
    );
  });

  it('the end of an apply fits 80 columns and has no sign that a terminal acts upon', async () => {
    await fc.assert(
      fc.asyncProperty(anyOutcomes, async (outcomes) => {
        expectReadable(await readApplyText(outcomes));
        for (const outcome of outcomes)
          expect(findRawLines(formatAccountLine(outcome))).toEqual([]);
      }),
    );
  });

  it('colour changes no letter and no place', async () => {
    await fc.assert(
      fc.asyncProperty(anyPlanned, anyDrift, anyOutcomes, async (planned, drift, outcomes) => {
        const painted = [
          await readPlanText(planned, {}, ansiPaint),
          await readDriftText(drift, ansiPaint),
          await readApplyText(outcomes, ansiPaint),
        ];
        const plain = [
          await readPlanText(planned),
          await readDriftText(drift),
          await readApplyText(outcomes),
        ];
        expect(painted.map((text) => stripVTControlCharacters(text))).toEqual(plain);
      }),
      { numRuns: 30 },
    );
  });
});

describe('text and JSON', () => {
  it('agree on what a plan comes to', async () => {
    await fc.assert(
      fc.asyncProperty(anyPlanned, async (accounts) => {
        const frame = framePlan(accounts);
        const text = await readPlanText(accounts);
        const json = JSON.parse(await join(formatReportJson(reportPlan(accounts), made)));
        expect(json).toMatchObject({ format: 'cyclectl.dev/report/v1', kind: 'plan' });
        expect(json.run).toEqual({ ...frame, diagnostics: [] });
        const verbs = listVerbs(json.accounts);
        for (const [mark, verb] of [
          ['\\+', 'create'],
          ['=', 'adopt'],
          ['-', 'delete'],
          ['±', 'replace'],
        ] as const) {
          const lines = countLines(text, new RegExp(`^ {2}${mark}( |$)`));
          expect(lines, verb).toBe(verbs.filter((name) => name === verb).length);
        }
        expect(countLines(text, /NOT PLANNED$/)).toBe(json.run.summary.notPlanned);
      }),
    );
  });

  it('agree on what drift was found', async () => {
    await fc.assert(
      fc.asyncProperty(anyDrift, async (accounts) => {
        const text = await readDriftText(accounts);
        const json = JSON.parse(await join(formatReportJson(reportDrift(accounts), made)));
        expect(json.kind).toBe('drift');
        const { items, unread } = json.run;
        expect(countLines(text, /NOT READ$/)).toBe(unread);
        expect(countLines(text, /^\d+ differences? in \d/)).toBe(items > 0 ? 1 : 0);
        if (items > 0) expect(text).toContain(`\n${items} difference`);
        expect(json.accounts).toHaveLength(json.run.accounts);
      }),
    );
  });

  it('agree on what became of an apply', async () => {
    await fc.assert(
      fc.asyncProperty(anyOutcomes, async (outcomes) => {
        const report = reportApply(outcomes);
        const json = JSON.parse(await join(formatReportJson(report, made)));
        expect(json.run).toEqual(report.run);
        const text = (await readApplyText(outcomes)).replaceAll('\n', ' ');
        const { accountsFailed, operations } = json.run.summary;
        const done = operations.done === 1 ? '1 write' : `${operations.done} writes`;
        if (accountsFailed > 0) {
          expect(text).toMatch(new RegExp(`\\b${accountsFailed} of ${outcomes.length} account`));
        }
        if (operations.done > 0) expect(text).toContain(done);
        if (operations.skipped > 0)
          expect(text).toMatch(new RegExp(`${operations.skipped} writes? skipped\\.`));
      }),
    );
  });

  it('give JSON with an account a line, back as it was, and nothing that a terminal acts upon', async () => {
    await fc.assert(
      fc.asyncProperty(anyPlanned, async (accounts) => {
        const text = await join(formatReportJson(reportPlan(accounts), made));
        expect(findRawLines(text)).toEqual([]);
        expect(text.split('\n')).toHaveLength(accounts.length + 4);
        const reported = JSON.stringify(withRemedies(accounts));
        expect(JSON.parse(text).accounts).toEqual(JSON.parse(reported));
      }),
    );
  });
});

describe('a plan of a fleet', () => {
  it('is started before the first account is taken, and has each that says something once', async () => {
    const accounts: readonly PlannedAccount[] = fc.sample(anyPlannedAccount, {
      numRuns: 30,
      seed: 7,
    });
    let isBegun = false;
    async function* take(): AsyncGenerator<PlannedAccount, void, undefined> {
      expect(isBegun).toBe(true);
      yield* accounts;
    }
    const pieces: string[] = [];
    const report = { ...reportPlan(accounts), accounts: take };
    for await (const piece of formatOwnText(report, plainPaint)) {
      isBegun = true;
      pieces.push(piece);
    }
    expect(pieces.length - 2).toBe(accounts.filter(hasText).length);
  });
});

function hasText(account: PlannedAccount): boolean {
  return (
    account.kind === 'unplanned' || account.plan.changes.length + account.plan.notices.length > 0
  );
}

function listVerbs(accounts: readonly PlannedAccount[]): string[] {
  return accounts.flatMap((account) =>
    account.kind === 'planned' ? account.plan.changes.map((change) => change.verb) : [],
  );
}
