import { shortenText } from '../../kit/text/shorten-text.ts';
import { count } from '../../kit/text/text-layout.ts';
import { toVisible } from '../../kit/text/visible-text.ts';
import type { Made, Report } from '../../model/report/report-document.ts';
import type { SourceSpan } from '../../model/source-span.ts';
import { type Finding, rankFinding } from '../judge/finding.ts';
import { listFindings } from '../judge/list-findings.ts';
import { writePath } from '../words/write-path.ts';

/** As many of each level as GitHub shows of one step. */
const mostShown = 10;

/** UTF-16 units of a message; GitHub cuts what is longer without a word. */
const longestMessage = 4000;

/**
 * Findings as workflow commands of GitHub Actions, which shows each beside the line of its manifest: those that a
 * person should see first, and at last how many are left out. Whoever prints the file in a step gets the annotations.
 */
export async function* writeGithub(
  report: Report,
  { folder }: Pick<Made, 'folder'>,
): AsyncGenerator<string, void, undefined> {
  const first = { error: keepFirst(), warning: keepFirst() };
  for await (const finding of listFindings(report)) first[finding.level].add(finding);
  const { error, warning } = first;
  for (const finding of [...error.kept, ...warning.kept]) yield writeAnnotation(finding, folder);
  const left = [
    ...(error.left() === 0 ? [] : [count(error.left(), 'more error')]),
    ...(warning.left() === 0 ? [] : [count(warning.left(), 'more warning')]),
  ];
  if (left.length === 0) return;
  const says = `${left.join(' and ')} ${error.left() + warning.left() === 1 ? 'is' : 'are'} not shown here: GitHub shows ${mostShown} of each. The other formats of the report have all.`;
  yield writeCommand('notice', { title: 'cyclectl' }, says);
}

type First = {
  readonly kept: readonly Finding[];
  readonly add: (finding: Finding) => void;
  readonly left: () => number;
};

// No more than what is shown is in memory, however many there are.
function keepFirst(): First {
  const kept: Finding[] = [];
  let all = 0;
  const add = (finding: Finding): void => {
    all += 1;
    const rank = rankFinding(finding);
    const place = kept.findIndex((other) => rankFinding(other) > rank);
    kept.splice(place === -1 ? kept.length : place, 0, finding);
    if (kept.length > mostShown) kept.pop();
  };
  return { kept, add, left: () => all - kept.length };
}

function writeAnnotation(finding: Finding, folder: string): string {
  const { level, rule, about, says, facts, at } = finding;
  const title = about === null ? rule : `${writePath(about)}: ${rule}`;
  const place = at === null ? {} : toPlace(at, folder);
  return writeCommand(level, { ...place, title }, [says, ...facts].join('\n'));
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

function writeCommand(
  command: Finding['level'] | 'notice',
  properties: Readonly<Record<string, string>>,
  message: string,
): string {
  const written = Object.entries(properties).map(
    ([name, value]) => `${name}=${escapeProperty(toHarmless(value))}`,
  );
  const text = shortenText(message.split('\n').map(toHarmless).join('\n'), longestMessage);
  return `::${command} ${written.join(',')}::${escapeData(text)}\n`;
}

// What could begin a command of the runner, wherever a line of the text is printed again, is written otherwise.
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
