import { formatName } from '../../kit/text/format-name.ts';
import { formatCodeBlock, formatHtmlCode } from '../../kit/text/inert-markdown.ts';
import { count } from '../../kit/text/text-layout.ts';
import type { Report, ReportMetadata } from '../../model/report/report-document.ts';
import type { AccountBlocks } from '../blocks/accounts/account-blocks.ts';
import { type Concern, formatConcernItems, type Urgency } from '../blocks/accounts/concern.ts';
import { type ChangeGroup, findReportGroups } from '../blocks/groups/change-groups.ts';
import { describeFurtherGroups, listGroupCommands } from '../blocks/groups/describe-group.ts';
import { accountColumns, listAccountBlocks } from '../blocks/list-account-blocks.ts';
import { formatPhrase, formatSentence, formatSentences } from '../blocks/phrase.ts';
import type { Section } from '../blocks/section.ts';
import { makeVerdict } from '../blocks/verdict/make-verdict.ts';
import type { GroupRow, NextCommands, Verdict } from '../blocks/verdict/verdict.ts';
import { formatTarget } from '../blocks/words/format-target.ts';
import { toReportLabel } from '../blocks/words/to-report-label.ts';
import { formatSections } from '../text/format-account.ts';
import { formatDiagnostic } from '../text/format-blocks.ts';
import { plainPaint } from '../text/paint.ts';
import { addGroups } from './add-groups.ts';
import { codeWriter, formatCode, formatLines, listLines, selectFirstLines } from './format-code.ts';
import {
  formatDetails,
  formatLayout,
  formatRow,
  formatTable,
  makeCommentBudget,
} from './format-layout.ts';
import { formatFooter, formatMarker } from './format-marker.ts';
import type { TextBudget } from './text-budget.ts';

/** Characters of commands; longer ones are omitted, because they are impractical to paste. */
const maxCommands = 4000;

/**
 * A report for a pull-request comment or a job summary: reasons to review, a table, then collapsed
 * details. Accounts come one at a time, and only as much as fits is kept.
 */
export async function* formatReportMarkdown(
  report: Report,
  made: ReportMetadata,
): AsyncGenerator<string, void, undefined> {
  const verdict = await makeVerdict(report);
  const budget = makeCommentBudget();
  for (const diagnostic of report.run.diagnostics) {
    budget.add('diagnostic', 0, () => formatDiagnostic(diagnostic, plainPaint));
  }
  const changes = await findReportGroups(report);
  if (changes !== null) addGroups(budget, changes.groups);
  else {
    for await (const account of listAccountBlocks(report, 'worst-first')) {
      addAccount(budget, account);
    }
  }
  const { groups = [] } = changes ?? {};
  const result = verdict.result.map((phrase) => formatPhrase(phrase, codeWriter)).join(', ');
  const frame = {
    marker: [formatReportMarker(report, made), ...listOpen(report)].join('\n'),
    heading: [
      `### ${formatTitle(report, verdict)}: ${result}`,
      ...verdict.orphaned.map((phrase) => formatSentence(phrase, codeWriter)),
    ].join('\n\n'),
    columns: ['account', ...accountColumns[report.kind]],
    lead: [
      ...listLead(changes === null ? verdict : { ...verdict, groups: [] }),
      ...listFurther(groups),
    ],
    end: [
      ...[...(changes === null ? [] : listGroupCommands(report, groups)), ...verdict.next].map(
        formatNext,
      ),
      formatFooter(made, 'target' in report.run ? formatTarget(report.run.target) : null),
    ],
  };
  yield formatLayout(frame, budget);
}

// `cyclectl plan for production`; the preposition is that of the title.
function formatTitle(report: Report, { title }: Verdict): string {
  const environment = readEnvironment(report);
  const name = report.kind === 'refused' ? 'Refused' : `cyclectl ${toReportLabel(report).command}`;
  if (environment === undefined) return name;
  return `${name} ${title.split(' ').at(-1)} ${formatCode(environment)}`;
}

function readEnvironment(report: Report): string | undefined {
  if (report.kind === 'refused') return report.run.environment;
  return report.kind === 'validate' ? undefined : report.run.target.environment;
}

function listLead(verdict: Verdict): string[] {
  const { rows, sentences, cost, notStarted, outside, groups } = verdict;
  const all = [...sentences, ...(cost === null ? [] : [cost])];
  const skipped =
    notStarted === null
      ? []
      : [
          `**${notStarted.text}** in ${count(notStarted.accounts, 'account')}: ${formatPhrase(notStarted.names, codeWriter)}`,
        ];
  return [
    ...(rows.length === 0
      ? []
      : [
          formatTable(
            ['summary', ''],
            rows.map(({ name, text }) => [name, formatPhrase(text, codeWriter)]),
          ),
        ]),
    ...(all.length === 0 ? [] : [formatSentences(all, codeWriter)]),
    ...skipped,
    ...outside.map((phrase) => formatSentence(phrase, codeWriter)),
    ...(groups.length === 0 ? [] : [formatGroups(groups)]),
  ];
}

function listFurther(groups: readonly ChangeGroup[]): string[] {
  const further = describeFurtherGroups(groups);
  return further === '' ? [] : [formatSentence(further)];
}

function formatGroups(groups: readonly GroupRow[]): string {
  const rows = groups.map(({ id, change, members }) => [
    formatCode(id),
    formatCode(change),
    members,
  ]);
  return formatTable(['group', 'equal unmanaged changes', ''], rows);
}

function formatNext({ does, commands }: NextCommands): string {
  const block = formatCodeBlock('sh', commands);
  return block.length > maxCommands
    ? `${does}, run the command that created this report; its commands are too long to show here.`
    : `${does}:\n\n${block}`;
}

/** A second line of a drift report with open differences, so that no issue about it is closed. */
function listOpen({ kind, run }: Report): string[] {
  return kind === 'drift' && run.items > 0 ? [`<!-- cyclectl open: ${run.items} -->`] : [];
}

/** The first line of a report: its comment depends on kind, environment and project folder alone. */
function formatReportMarker(report: Report, made: ReportMetadata): string {
  const { kind } = toReportLabel(report);
  // Manifests are validated for all environments.
  return formatMarker(kind, kind === 'validate' ? undefined : readEnvironment(report), made);
}

/** Characters of one account, so that it does not take the room of all others. */
const maxCharacters = 20_000;

/**
 * Adds the pieces of an account: why to review it, its row, its details, and its notices, which are
 * shown in one place for all.
 */
export function addAccount(budget: TextBudget, account: AccountBlocks): void {
  const { concerns, cells, isQuiet, summary } = account;
  const urgency = concerns.reduce<Urgency>(
    (first, each) => (each.urgency < first ? each.urgency : first),
    3,
  );
  const name = formatCode(account.account);
  if (concerns.length > 0) {
    budget.add('concern', urgency, () => `- ${name}: ${concerns.map(formatConcern).join('; ')}`);
  }
  if (cells !== null) budget.add('row', urgency, () => formatRow([name, ...cells]));
  if (isQuiet) return;
  const own = account.sections.filter(({ kind }) => kind !== 'notices');
  const notices = account.sections.filter(({ kind }) => kind === 'notices');
  const title = `${formatHtmlCode(formatName(account.account))}: ${summary}`;
  if (formatSections(own, plainPaint).length > 0) {
    budget.add('details', urgency, () => formatDetails(title, formatLines(cutSections(own))));
  }
  if (notices.length > 0) {
    budget.add('notices', 3, () =>
      [formatName(account.account), ...cutSections(notices).map((line) => `  ${line}`)].join('\n'),
    );
  }
}

function formatConcern(concern: Concern): string {
  const items = formatConcernItems(concern, formatCode);
  return items === '' ? `**${concern.text}**` : `**${concern.text}** ${items}`;
}

function cutSections(sections: readonly Section[]): string[] {
  const lines = listLines(formatSections(sections, plainPaint));
  const { kept, left } = selectFirstLines(lines, maxCharacters);
  return left === 0 ? [...kept] : [...kept, `… ${count(left, 'more line')} of this account`];
}
