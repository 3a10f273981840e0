import { formatName } from '../../kit/text/format-name.ts';
import { toVisible } from '../../kit/text/visible-text.ts';
import type { ReportMetadata, ScannedReport } from '../../model/report/report-document.ts';
import { formatSpan } from '../../model/source-span.ts';
import { formatPath } from '../blocks/words/format-path.ts';
import type { Finding } from './finding.ts';
import { listSuites, type TestCase, type TestSuite } from './list-suites.ts';

/** Shown per case; the rest is counted, because more does not help a reader. */
const maxShown = 100;

/**
 * A report as JUnit XML: each account of a validation or a plan, or each object of a drift report, is a
 * case that its errors fail.
 */
export async function* formatJunit(
  report: ScannedReport,
  { at }: Pick<ReportMetadata, 'at'>,
): AsyncGenerator<string, void, undefined> {
  const all = { tests: 0, failures: 0, errors: 0 };
  for await (const suite of listSuites(report)) {
    const { tests, failures, errors } = countEnds(suite);
    all.tests += tests;
    all.failures += failures;
    all.errors += errors;
  }
  yield '<?xml version="1.0" encoding="UTF-8"?>\n';
  yield `<testsuites${formatAttributes({ name: 'cyclectl', ...all })}>\n`;
  for await (const suite of listSuites(report)) yield formatSuite(suite, at);
  yield '</testsuites>\n';
}

function countEnds({ cases }: TestSuite) {
  const howMany = (kind: TestCase['end']['kind']) =>
    cases.filter(({ end }) => end.kind === kind).length;
  return {
    tests: cases.length,
    failures: howMany('failure'),
    errors: howMany('error'),
    skipped: howMany('skipped'),
  };
}

function formatSuite(suite: TestSuite, at: string): string {
  const name = formatName(suite.name);
  const head = formatAttributes({ name, ...countEnds(suite), timestamp: at });
  const cases = suite.cases.map((item) => formatCase(item, name));
  return `  <testsuite${head}>\n${cases.join('')}  </testsuite>\n`;
}

function formatCase({ name, end, lines }: TestCase, suite: string): string {
  const head = `    <testcase${formatAttributes({ name: formatName(name), classname: suite })}`;
  const inside = [
    ...formatEnd(end),
    ...(lines.length === 0 ? [] : [`<system-out>${formatText(lines)}</system-out>`]),
  ];
  if (inside.length === 0) return `${head}/>\n`;
  return `${head}>\n${inside.map((line) => `      ${line}\n`).join('')}    </testcase>\n`;
}

function formatEnd(end: TestCase['end']): string[] {
  switch (end.kind) {
    case 'passed':
      return [];
    case 'skipped':
      return [`<skipped${formatAttributes({ message: end.why })}/>`];
    case 'failure':
    case 'error': {
      const [first] = end.findings;
      const others = end.findings.length - 1;
      const message = `${first?.text ?? ''}${others > 0 ? ` (and ${others} more)` : ''}`;
      const head = formatAttributes({ message, type: first?.rule ?? end.kind });
      return [`<${end.kind}${head}>${formatText(end.findings)}</${end.kind}>`];
    }
  }
}

function formatText(items: readonly (Finding | string)[]): string {
  const left = items.length - maxShown;
  const lines = items
    .slice(0, maxShown)
    .map((item) => (typeof item === 'string' ? item : formatFinding(item)));
  return formatXmlText([...lines, ...(left > 0 ? [`and ${left} more`] : [])].join('\n'), 'lines');
}

function formatFinding({ text, rule, at, facts }: Finding): string {
  const location = at === null ? '' : `${formatPath(formatSpan(at))}: `;
  return [`${location}${text} [${rule}]`, ...facts.map((fact) => `  ${fact}`)].join('\n');
}

function formatAttributes(attributes: Readonly<Record<string, string | number>>): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${formatXmlText(String(value))}"`)
    .join('');
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/**
 * Escapes a text for XML 1.0, in elements or attributes: invisible and invalid characters become
 * `\u{1b}`. `lines` keeps line ends.
 */
export function formatXmlText(text: string, ends: 'lines' | 'one-line' = 'one-line'): string {
  const visible = ends === 'lines' ? text.split('\n').map(toVisible).join('\n') : toVisible(text);
  return visible.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}
