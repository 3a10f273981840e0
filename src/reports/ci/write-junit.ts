import { writeName } from '../../kit/text/write-name.ts';
import { escapeXml } from '../../kit/text/xml-text.ts';
import type { Made, ScannedReport } from '../../model/report/report-document.ts';
import { writeSpan } from '../../model/source-span.ts';
import type { Finding } from '../judge/finding.ts';
import { writePath } from '../words/write-path.ts';
import { type Case, listSuites, type Suite } from './list-suites.ts';

/** More of one case tells nobody more; the rest is counted. */
const mostShown = 100;

/**
 * A report for readers of test results, as JUnit's XML: each account of a validation is a case, each object of a drift
 * report, and what is wrong with it fails it.
 */
export async function* writeJunit(
  report: ScannedReport,
  { at }: Pick<Made, 'at'>,
): AsyncGenerator<string, void, undefined> {
  const all = { tests: 0, failures: 0, errors: 0 };
  for await (const suite of listSuites(report)) {
    const { tests, failures, errors } = countEnds(suite);
    all.tests += tests;
    all.failures += failures;
    all.errors += errors;
  }
  yield '<?xml version="1.0" encoding="UTF-8"?>\n';
  yield `<testsuites${writeAttributes({ name: 'cyclectl', ...all })}>\n`;
  for await (const suite of listSuites(report)) yield writeSuite(suite, at);
  yield '</testsuites>\n';
}

function countEnds({ cases }: Suite) {
  const howMany = (kind: Case['end']['kind']) =>
    cases.filter(({ end }) => end.kind === kind).length;
  return {
    tests: cases.length,
    failures: howMany('failure'),
    errors: howMany('error'),
    skipped: howMany('skipped'),
  };
}

function writeSuite(suite: Suite, at: string): string {
  const name = writeName(suite.name);
  const head = writeAttributes({ name, ...countEnds(suite), timestamp: at });
  const cases = suite.cases.map((item) => writeCase(item, name));
  return `  <testsuite${head}>\n${cases.join('')}  </testsuite>\n`;
}

function writeCase({ name, end, told }: Case, suite: string): string {
  const head = `    <testcase${writeAttributes({ name: writeName(name), classname: suite })}`;
  const inside = [
    ...writeEnd(end),
    ...(told.length === 0 ? [] : [`<system-out>${writeText(told)}</system-out>`]),
  ];
  if (inside.length === 0) return `${head}/>\n`;
  return `${head}>\n${inside.map((line) => `      ${line}\n`).join('')}    </testcase>\n`;
}

function writeEnd(end: Case['end']): string[] {
  switch (end.kind) {
    case 'passed':
      return [];
    case 'skipped':
      return [`<skipped${writeAttributes({ message: end.why })}/>`];
    case 'failure':
    case 'error': {
      const [first] = end.findings;
      const others = end.findings.length - 1;
      const message = `${first?.says ?? ''}${others > 0 ? ` (and ${others} more)` : ''}`;
      const head = writeAttributes({ message, type: first?.rule ?? end.kind });
      return [`<${end.kind}${head}>${writeText(end.findings)}</${end.kind}>`];
    }
  }
}

function writeText(items: readonly (Finding | string)[]): string {
  const left = items.length - mostShown;
  const lines = items
    .slice(0, mostShown)
    .map((item) => (typeof item === 'string' ? item : writeFinding(item)));
  return escapeXml([...lines, ...(left > 0 ? [`and ${left} more`] : [])].join('\n'), 'lines');
}

function writeFinding({ says, rule, at, facts }: Finding): string {
  const place = at === null ? '' : `${writePath(writeSpan(at))}: `;
  return [`${place}${says} [${rule}]`, ...facts.map((fact) => `  ${fact}`)].join('\n');
}

function writeAttributes(attributes: Readonly<Record<string, string | number>>): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapeXml(String(value))}"`)
    .join('');
}
