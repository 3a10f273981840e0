import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasErrors } from '../../../src/model/diagnostic/diagnostic.ts';
import { type AccountOutcome, hasWritten, isSuccess } from '../../../src/model/plan/outcome.ts';
import type { DriftAccount } from '../../../src/model/report/report.ts';
import type { Report, ReportMetadata } from '../../../src/model/report/report-document.ts';
import { formatPhrase } from '../../../src/reports/blocks/phrase.ts';
import { makeVerdict } from '../../../src/reports/blocks/verdict/make-verdict.ts';
import { formatReportHtml } from '../../../src/reports/html/format-report-html.ts';
import { formatReportMarkdown } from '../../../src/reports/markdown/format-report-markdown.ts';
import { formatReportText } from '../../../src/reports/text/format-report-text.ts';
import { plainPaint } from '../../../src/reports/text/paint.ts';
import { anyDriftAccount } from '../samples/any-drift.ts';
import { anyOutcome, anyPlannedAccount } from '../samples/any-report.ts';
import { join, made, reportApply, reportDrift, reportPlan } from '../samples/read-text.ts';

async function readResult(report: Report): Promise<string> {
  const { result } = await makeVerdict(report);
  return result.map((phrase) => formatPhrase(phrase)).join(', ');
}

describe('the verdict claims no more than is known', () => {
  it('of drift: in sync are accounts that were compared, all of them', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyDriftAccount, { maxLength: 4 }), async (accounts) => {
        const result = await readResult(reportDrift(accounts));
        const unread = accounts.filter(({ kind }) => kind === 'unread').length;
        if (unread > 0) expect(result).toMatch(new RegExp(`\\b${unread} accounts? could not be`));
        if (accounts.some(isIncomplete)) {
          expect(result).not.toContain('in sync');
          expect(result).not.toMatch(/^no drift(?! in what was compared)/);
        }
        if (accounts.some((each) => each.kind === 'read' && each.items.length > 0)) {
          expect(result).not.toContain('no drift');
        }
      }),
    );
  });

  it('of a plan: nothing is up to date that could not be planned', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyPlannedAccount, { maxLength: 4 }), async (accounts) => {
        const report = reportPlan(accounts);
        const result = await readResult(report);
        const { notPlanned, operations } = report.run.summary;
        if (notPlanned > 0) {
          expect(result).toMatch(new RegExp(`\\b${notPlanned} accounts? could not be planned`));
          expect(result).not.toContain('up to date');
          expect((await makeVerdict(report)).tone).toBe('bad');
        }
        if (operations > 0) expect(result).not.toContain('no changes');
      }),
    );
  });

  it('of an apply: done is what was done and verified, in every account', async () => {
    const anyRun = fc.record({
      outcomes: fc.array(anyOutcome, { maxLength: 4 }),
      notPlanned: fc.nat(1),
      notBegun: fc.option(fc.constantFrom('refused', 'declined', 'nobody-to-ask')),
    });
    await fc.assert(
      fc.asyncProperty(anyRun, async ({ outcomes, notPlanned, notBegun }) => {
        const report = reportApply(outcomes);
        const why = notBegun === null ? {} : { notBegun };
        const changed = { ...report, run: { ...report.run, notPlanned, ...why } };
        const { title, tone } = await makeVerdict(changed);
        const result = await readResult(changed);
        const isWhole = outcomes.every(isSuccess) && notPlanned === 0;
        if (!isWhole) expect(title).not.toBe('Applied to');
        if (!outcomes.some(hasWritten)) expect(title).toBe('Nothing was applied to');
        if (!isWhole || notBegun !== null) {
          expect(tone).toBe('bad');
          expect(result).not.toContain('nothing to do');
        }
        if (!outcomes.every(isSuccess) || notBegun !== null) {
          expect(result).not.toContain('done and verified');
        }
        if (outcomes.some(isLeftPaused)) expect(result).toContain('cycles left paused');
      }),
    );
  });

  it('of a validation: valid is a project without an error', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyDriftAccount, { maxLength: 4 }), async (drift) => {
        const accounts = drift.flatMap((each) => (each.kind === 'unread' ? [each] : []));
        const run = { accounts: accounts.length, diagnostics: [] };
        const result = await readResult({ kind: 'validate', run, accounts: () => accounts });
        const isWrong = accounts.some(({ diagnostics }) => hasErrors(diagnostics));
        expect(result.startsWith('not valid')).toBe(isWrong);
      }),
    );
  });
});

describe('text, Markdown and HTML', () => {
  it('have the same verdict', async () => {
    const anyAccounts = fc.array(anyDriftAccount, { maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(anyAccounts, async (accounts) => {
        const report = reportDrift(accounts);
        const { result } = await makeVerdict(report);
        for (const format of [formatText, formatReportMarkdown, formatReportHtml]) {
          const text = (await join(format(report, made)))
            .replaceAll(/\s+/g, ' ')
            .replaceAll(/(?<=\d),(?=\d{3})/g, '')
            .toLowerCase();
          for (const phrase of result) expect(text).toContain(formatPhrase(phrase));
        }
      }),
      { numRuns: 40 },
    );
  });
});

function formatText(report: Report, _: ReportMetadata): AsyncIterable<string> {
  return formatReportText(report, plainPaint);
}

function isIncomplete(account: DriftAccount): boolean {
  return account.kind === 'unread' || account.notOffered.length > 0;
}

function isLeftPaused({ diagnostics, outcomes }: AccountOutcome): boolean {
  const all = [...diagnostics, ...outcomes.flatMap((outcome) => outcome.diagnostics)];
  return all.some(({ code }) => code === 'left-paused');
}
