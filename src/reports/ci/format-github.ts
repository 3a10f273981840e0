import { count } from '../../kit/text/text-layout.ts';
import { toShortText, toVisible } from '../../kit/text/visible-text.ts';
import type { Report, ReportMetadata } from '../../model/report/report-document.ts';
import type { SourceSpan } from '../../model/source-span.ts';
import { formatNotRead } from '../blocks/words/describe-not-read.ts';
import { formatPath } from '../blocks/words/format-path.ts';
import { type Finding, toFindingRank } from './finding.ts';
import { listFindings } from './list-findings.ts';

/** As many of each level as GitHub shows of one step. */
const maxShown = 10;

/** UTF-16 units of a message; GitHub truncates longer ones silently. */
const maxMessageLength = 4000;

/**
 * Findings as workflow commands of GitHub Actions, which become annotations beside lines of manifests:
 * most important first, then notices of what was not read, and how many are omitted.
 */
export async function* formatGithub(
  report: Report,
  { folder }: Pick<ReportMetadata, 'folder'>,
): AsyncGenerator<string, void, undefined> {
  const first = { error: makeFirstFindings(), warning: makeFirstFindings() };
  for await (const finding of listFindings(report))
    if (finding.level !== 'note') first[finding.level].add(finding);
  const { error, warning } = first;
  for (const finding of [...error.findings, ...warning.findings])
    yield formatAnnotation(finding, folder);
  const left = [
    ...(error.omitted() === 0 ? [] : [count(error.omitted(), 'more error')]),
    ...(warning.omitted() === 0 ? [] : [count(warning.omitted(), 'more warning')]),
  ];
  const notRead = formatNotRead(report);
  if (notRead !== null) yield formatCommand('notice', { title: 'cyclectl' }, notRead);
  if (left.length === 0) return;
  const text = `${left.join(' and ')} ${error.omitted() + warning.omitted() === 1 ? 'is' : 'are'} not shown here, because GitHub shows ${maxShown} of each. The other formats of the report list all of them.`;
  yield formatCommand('notice', { title: 'cyclectl' }, text);
}

type FirstFindings = {
  readonly findings: readonly Finding[];
  readonly add: (finding: Finding) => void;
  readonly omitted: () => number;
};

// Keeps only the shown findings in memory.
function makeFirstFindings(): FirstFindings {
  const kept: Finding[] = [];
  let all = 0;
  const add = (finding: Finding): void => {
    all += 1;
    const rank = toFindingRank(finding);
    const index = kept.findIndex((other) => toFindingRank(other) > rank);
    kept.splice(index === -1 ? kept.length : index, 0, finding);
    if (kept.length > maxShown) kept.pop();
  };
  return { findings: kept, add, omitted: () => all - kept.length };
}

function formatAnnotation(finding: Finding, folder: string): string {
  const { level, rule, about, text, facts, at } = finding;
  const title = about === null ? rule : `${formatPath(about)}: ${rule}`;
  const place = at === null ? {} : toPlace(at, folder);
  return formatCommand(level, { ...place, title }, [text, ...facts].join('\n'));
}

// GitHub takes no column where a place has several lines, and counts the last of them in.
function toPlace(at: SourceSpan, folder: string): Record<string, string> {
  const last = at.endColumn === 1 ? at.endLine - 1 : at.endLine;
  return {
    file: `${folder}${at.file}`,
    line: String(at.line),
    ...(last > at.line ? { endLine: String(last) } : { col: String(at.column) }),
  };
}

function formatCommand(
  command: Finding['level'] | 'notice',
  properties: Readonly<Record<string, string>>,
  message: string,
): string {
  const written = Object.entries(properties).map(
    ([name, value]) => `${name}=${escapeProperty(toHarmless(value))}`,
  );
  const text = toShortText(message.split('\n').map(toHarmless).join('\n'), maxMessageLength);
  return `::${command} ${written.join(',')}::${escapeData(text)}\n`;
}

// Escapes text that could start a command of the runner if a line is printed again.
function toHarmless(line: string): string {
  return toVisible(line)
    .replaceAll('##[', '#\\u{23}[')
    .replace(/^(\s*):(?=:)/, '$1\\u{3a}');
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
