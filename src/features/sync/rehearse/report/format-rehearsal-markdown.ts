import type { ReportMetadata } from '../../../../model/report/report-document.ts';
import { formatPhrase, formatSentence } from '../../../../reports/blocks/phrase.ts';
import { formatServiceAddress } from '../../../../reports/blocks/words/format-target.ts';
import { codeWriter, formatCode } from '../../../../reports/markdown/format-code.ts';
import {
  formatDetails,
  formatLayout,
  formatTable,
  makeCommentBudget,
} from '../../../../reports/markdown/format-layout.ts';
import { formatFooter, formatMarker } from '../../../../reports/markdown/format-marker.ts';
import { formatDiagnostic } from '../../../../reports/text/format-blocks.ts';
import { plainPaint } from '../../../../reports/text/paint.ts';
import type { Rehearsal, RehearsedAccount } from '../rehearsal.ts';
import {
  describeRequests,
  describeResult,
  describeSources,
  describeStandstill,
  listLongest,
  resultWords,
  toNames,
  urgencies,
} from './describe-rehearsal.ts';

/** Rows of a table; a comment has a limited length. */
const most = 50;

/** Formats a rehearsal as a comment of a pull request. */
export function formatRehearsalMarkdown(
  { run, accounts }: Rehearsal,
  made: ReportMetadata,
): string {
  const budget = makeCommentBudget();
  for (const each of accounts) addAccount(each);
  function addAccount({ account, result, requests, operations, diagnostics }: RehearsedAccount) {
    const done = Object.entries(operations).map(([word, number]) => `${number} ${word}`);
    const cells = [
      formatCode(account),
      resultWords[result],
      done.join(', '),
      String(requests.reads),
      String(requests.writes),
    ];
    budget.add('row', urgencies[result], () => `| ${cells.join(' | ')} |`);
    for (const diagnostic of diagnostics)
      budget.add('diagnostic', 0, () => formatDiagnostic(diagnostic, plainPaint));
  }
  const standstills = listLongest(accounts).map((each) => [
    formatCode(each.address),
    describeStandstill(each, run),
  ]);
  const left = accounts.flatMap(({ notUndone }) =>
    notUndone.map(({ address, path, says }) => [
      formatCode(path === null ? address : `${address}/${path}`),
      formatCode(says),
    ]),
  );
  const unknown = run.unknown.map(({ says, names }) => {
    const about = names.length === 0 ? '' : `: ${formatPhrase(toNames(names, 5), codeWriter)}`;
    return `- ${says}${about}`;
  });
  return formatLayout(
    {
      marker: formatMarker('rehearse', run.target.environment, made),
      heading: `### cyclectl rehearse: ${formatCode(run.target.environment)}\n\n${[
        describeResult(run),
        describeRequests(run),
        describeSources(run),
      ]
        .map((each) => formatSentence(each))
        .join(' ')}`,
      columns: ['account', 'result', 'summary', 'reads', 'writes'],
      lead: [],
      end: [
        ...formatSection(
          'Faults',
          ['summary', 'hit'],
          run.faults.map(({ fault, hit }) => [formatCode(fault), String(hit)]),
        ),
        ...formatSection('Standstill of cycles', ['account', 'summary'], standstills),
        ...formatSection('Left by an undo', ['account', 'summary'], left),
        `**Not known to an emulator**\n\n${unknown.join('\n')}`,
        formatFooter(made, formatServiceAddress(run.target)),
      ],
    },
    budget,
  );
}

function formatSection(
  title: string,
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): readonly string[] {
  if (rows.length === 0) return [];
  const more = rows.length - most;
  const rest = more > 0 ? `\n\nand ${more} more` : '';
  return [
    formatDetails(
      `${title} (${rows.length})`,
      `${formatTable(columns, rows.slice(0, most))}${rest}`,
    ),
  ];
}
