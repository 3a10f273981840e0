import { expect, it } from 'vitest';
import type { ChangeGroup } from '../../src/model/observed/change-groups.ts';
import type { DriftReport } from '../../src/model/report/report-document.ts';
import { formatReportHtml } from '../../src/reports/html/format-report-html.ts';
import { formatReportMarkdown } from '../../src/reports/markdown/format-report-markdown.ts';
import { formatReportText } from '../../src/reports/text/format-report-text.ts';
import { plainPaint } from '../../src/reports/text/paint.ts';
import { join, made, reportDrift } from './samples/read-text.ts';
import { plain } from './samples/samples.ts';

function makeGroup(more: Partial<ChangeGroup> = {}): ChangeGroup {
  const id = '1-7c3e90ab12cd';
  const path = 'cycles/out/logRequests';
  return { id, path, before: plain(false), now: plain(true), accounts: 12, ...more };
}

function withGroups(groups: readonly ChangeGroup[]): DriftReport {
  const report = reportDrift([]);
  return { ...report, run: { ...report.run, groups, select: ['label=eu'] } };
}

it('numbers groups of equal changes in each format that people read, with the command that accepts one', async () => {
  const report = withGroups([makeGroup()]);
  const text = await join(formatReportText(report, plainPaint));
  expect(text).toContain(
    [
      'Groups of equal unmanaged changes',
      '  1-7c3e90ab12cd  */cycles/out/logRequests: false → true',
      '      12 accounts',
    ].join('\n'),
  );
  const accept = '--accept --select label=eu --group 1-7c3e90ab12cd --reason TEXT';
  expect(text).toContain(accept);
  const markdown = await join(formatReportMarkdown(report, made));
  expect(markdown).toContain(
    '| `1-7c3e90ab12cd` | `*/cycles/out/logRequests: false → true` | 12 accounts |',
  );
  expect(markdown).toContain(accept);
  const html = await join(formatReportHtml(report, made));
  expect(html).toContain(
    '<dt>Group 1-7c3e90ab12cd</dt><dd>*/cycles/out/logRequests: false → true, in 12 accounts</dd>',
  );
});

it('keeps its form whatever stands in a group, and counts those beyond twenty', async () => {
  const path = 'connectors/crm/properties/a|b`c\u001b[31m';
  const hostile = makeGroup({ path, now: plain('<b>x</b>|`y`\n## z') });
  const groups = Array.from({ length: 23 }, (_, at) => ({
    ...hostile,
    id: `${at + 1}-7c3e90ab12cd`,
  }));
  const report = withGroups(groups);
  const text = await join(formatReportText(report, plainPaint));
  expect(text.replaceAll('\n', ' ')).toContain(
    '3 further groups of equal changes, in the report as JSON.',
  );
  expect(text).not.toContain('21-7c3e90ab12cd');
  expect(text).not.toContain('\u001b');
  const markdown = await join(formatReportMarkdown(report, made));
  const rows = markdown.split('\n').filter((line) => line.includes('-7c3e90ab12cd` |'));
  expect(rows).toHaveLength(20);
  for (const row of rows) expect(row.match(/(?<!\\)\|/g)).toHaveLength(4);
  expect(await join(formatReportHtml(report, made))).not.toContain('<b>x</b>');
});
