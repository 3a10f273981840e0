import { describe, expect, it } from 'vitest';
import { toAccountAddress } from '../../../src/model/address.ts';
import type { Diagnostic } from '../../../src/model/diagnostic/diagnostic.ts';
import type { ValidateReport } from '../../../src/model/report/report-document.ts';
import { formatGithub } from '../../../src/reports/ci/format-github.ts';
import { formatJunit } from '../../../src/reports/ci/format-junit.ts';
import { formatSarif } from '../../../src/reports/ci/sarif/format-sarif.ts';
import { openSarifBudget } from '../../../src/reports/ci/sarif/sarif-budget.ts';
import { findJunitFaults, findSarifFaults } from '../../schemas/validators.ts';
import { readCommands } from '../samples/read-commands.ts';
import { join, made, reportDrift } from '../samples/read-text.ts';
import { at, drifted, eachDrift, plain } from '../samples/samples.ts';

function reportOf(diagnostics: readonly Diagnostic[]): ValidateReport {
  const accounts = [{ account: 'northwind', at: at(4, 9), diagnostics }];
  return { kind: 'validate', run: { accounts: 1, diagnostics: [] }, accounts: () => accounts };
}

function wrong(summary: string, more: Partial<Diagnostic> = {}): Diagnostic {
  return { code: 'unknown-key', severity: 'error', summary, at: at(12, 3), ...more };
}

/** Many of one kind, in the order of their numbers. */
function many(count: number, more: Partial<Diagnostic> = {}): Diagnostic[] {
  return Array.from({ length: count }, (_, index) => wrong(`${more.code} ${index}`, more));
}

async function readResults(report: ValidateReport, room = openSarifBudget()) {
  const text = await join(formatSarif(report, made, room));
  expect(findSarifFaults(text)).toEqual([]);
  return JSON.parse(text).runs[0];
}

describe('annotations of GitHub', () => {
  it('are ten errors and ten warnings, the gravest first, and the rest is counted', async () => {
    const report = reportOf([
      ...many(11, { code: 'unread' }),
      ...many(12, { code: 'number-form', severity: 'warning' }),
      wrong('a cycle rests', { code: 'left-paused' }),
    ]);
    const commands = readCommands(await join(formatGithub(report, made)));
    expect(commands.map(({ name }) => name)).toEqual([
      ...Array(10).fill('error'),
      ...Array(10).fill('warning'),
      'notice',
    ]);
    expect(commands.slice(0, 2).map(({ data }) => data.split('\n')[0])).toEqual([
      'a cycle rests',
      'unread 0',
    ]);
    expect(commands.at(-1)?.data).toMatch(/^2 more errors and 2 more warnings are not shown/);
  });

  it('show objects that drifted before fields that did', async () => {
    const commands = readCommands(await join(formatGithub(reportDrift(eachDrift), made)));
    expect(commands.map(({ properties }) => properties.title?.split(': ')[1])).toEqual([
      'unread',
      'drift/authentication-lost',
      'drift/stopped',
      'drift/gone',
      ...Array<string>(5).fill('drift/field'),
    ]);
  });

  it.each([
    '::add-mask::northwind',
    '##[add-path]/evil',
    'x\n::stop-commands::y',
    'x\r::error::y',
    '%0A::warning::y',
  ])('take %j for a text', async (text) => {
    const file = `accounts/${text}.yaml`;
    const report = reportOf([wrong(text, { detail: text, at: { ...at(1, 1), file } })]);
    const commands = readCommands(await join(formatGithub(report, made)));
    expect(commands.map(({ name }) => name)).toEqual(['error']);
    expect(commands.flatMap(({ data }) => readCommands(data))).toEqual([]);
    expect(Object.keys(commands[0]?.properties ?? {})).toEqual(['file', 'line', 'col', 'title']);
  });

  it('name a file whose name looks like more properties', async () => {
    const file = 'accounts/100%,line=99,title=a::b: c.yaml';
    const report = reportOf([wrong('x', { at: { ...at(1, 1), file } })]);
    const commands = readCommands(await join(formatGithub(report, made)));
    expect(commands).toMatchObject([
      { properties: { file: `integrations/${file}`, line: '1', title: 'northwind: unknown-key' } },
    ]);
  });

  it('name the lines of a place without the one that it ends before', async () => {
    const place = (endLine: number, endColumn: number) => ({ ...at(6, 7), endLine, endColumn });
    const report = reportOf(
      [place(8, 1), place(7, 1), place(7, 4)].map((at) => wrong('x', { at })),
    );
    const commands = readCommands(await join(formatGithub(report, made)));
    expect(commands.map(({ properties }) => [properties.endLine, properties.col])).toEqual([
      ['7', undefined],
      [undefined, '7'],
      ['7', undefined],
    ]);
  });
});

describe('SARIF', () => {
  it('recognizes a finding after its lines moved, and distinguishes two', async () => {
    const place = { ...at(12, 3), pointer: '/spec/a' };
    const { results } = await readResults(
      reportOf([
        wrong('x', { at: place }),
        wrong('x', { at: { ...place, line: 40, endLine: 40 } }),
        wrong('x', { at: { ...place, pointer: '/spec/b' } }),
        wrong('x', { at: place, address: toAccountAddress('contoso') }),
      ]),
    );
    const prints = results.map((item: { partialFingerprints: object }) =>
      JSON.stringify(item.partialFingerprints),
    );
    expect(prints[1]).toBe(prints[0]);
    expect(new Set(prints).size).toBe(3);
  });

  it('leaves out the least of what is too much, and says how much', async () => {
    const report = reportOf([
      ...many(3, { code: 'number-form', severity: 'warning' }),
      ...many(3, { code: 'unread' }),
    ]);
    const few = await readResults(report, openSarifBudget({ results: 4, octets: 1_000_000 }));
    expect(few.results.map(({ ruleId }: { ruleId: string }) => ruleId)).toEqual([
      'number-form',
      'unread',
      'unread',
      'unread',
    ]);
    const [{ toolExecutionNotifications: reported }] = few.invocations;
    expect(reported[0].message.text).toMatch(/^2 results omitted, the least important/);
    const octets = few.results
      .map((result: object) => Buffer.byteLength(JSON.stringify(result)))
      .reduce((sum: number, size: number) => sum + size, 0);
    const small = await readResults(report, openSarifBudget({ results: 9, octets }));
    expect(small.results).toEqual(few.results);
    const smaller = await readResults(report, openSarifBudget({ results: 9, octets: octets - 1 }));
    expect(smaller.results).toEqual(few.results.slice(1));
    expect((await readResults(report)).results).toHaveLength(6);
  });

  it('takes no name for a link or for the place of an argument', async () => {
    const { results } = await readResults(reportOf([wrong('[sign in](https://evil.example) {0}')]));
    expect(results[0].message.text).toMatch(/^\[sign in\] \(https:\/\/evil\.example\) \{ 0\}\n/);
  });
});

describe('a text of a million signs', () => {
  const long = `<a>]]>${'x'.repeat(1_000_000)}`;
  const drift = reportDrift([
    {
      ...(eachDrift[0] as Extract<(typeof eachDrift)[0], { kind: 'read' }>),
      items: [
        drifted(['variables', long], [plain(long), plain(`${long}y`)]),
        drifted(['state'], [plain(long), plain(null)], { address: toAccountAddress(long) }),
      ],
    },
  ]);
  const invalid = reportOf([wrong(long, { detail: long, remedy: long })]);

  it('is cut in every format', async () => {
    for (const report of [drift, invalid]) {
      const [junit, sarif, github] = await Promise.all([
        join(formatJunit(report, made)),
        join(formatSarif(report, made)),
        join(formatGithub(report, made)),
      ]);
      expect(await findJunitFaults([junit])).toEqual([]);
      expect(findSarifFaults(sarif)).toEqual([]);
      for (const text of [junit, sarif, github]) {
        expect(text.length).toBeLessThan(20_000);
        expect(text).toContain('…');
      }
      if (report === drift) expect(junit).toContain('(1000006 characters)');
    }
  });
});
