import { expect, it } from 'vitest';
import { toCycleAddress } from '../../src/model/address.ts';
import { type ChangeGroup, makeChangeGroups } from '../../src/model/observed/change-groups.ts';
import type { DriftAccount } from '../../src/model/report/report.ts';
import type { DriftReport } from '../../src/model/report/report-document.ts';
import { formatReportHtml } from '../../src/reports/html/format-report-html.ts';
import { formatReportMarkdown } from '../../src/reports/markdown/format-report-markdown.ts';
import { formatReportText } from '../../src/reports/text/format-report-text.ts';
import { plainPaint } from '../../src/reports/text/paint.ts';
import { join, made, reportDrift } from './samples/read-text.ts';
import { at, drifted, plain } from './samples/samples.ts';

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

it('names the group that accepts a change in all accounts where the report is by change', async () => {
  const unmanaged = { effect: 'runs', response: 'fail' } as const;
  const groups = makeChangeGroups('local');
  const accounts = Array.from({ length: 12 }, (_, index): DriftAccount => {
    const account = `north-${index + 10}`;
    const change = drifted(['logRequests'], [plain(false), plain(true)], {
      address: toCycleAddress(account, 'out'),
      kind: 'unmanaged',
      unmanaged,
    });
    groups.add(change);
    const counts = { notOffered: [], notReadable: 0, manifestMoved: 0 };
    const lists = { objects: [], notices: [], ignored: [], items: [change] };
    return { kind: 'read', account, at: at(4, 9), isApplied: true, ...lists, ...counts };
  });
  const [group] = groups.list();
  const report = reportDrift(accounts);
  const run = { ...report.run, groups: groups.list() };
  for (const format of [
    () => formatReportText({ ...report, run }, plainPaint),
    () => formatReportMarkdown({ ...report, run }, made),
  ]) {
    const text = await join(format());
    expect(text).toMatch(/^Group 1: 12 accounts/m);
    expect(text).toContain(`to accept it in all: --accept --group ${group?.id}`);
    expect(text).not.toContain('equal unmanaged changes');
    expect(text).toContain(`drift -e local --accept --group ${group?.id} --reason TEXT`);
  }
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
