import { formatArgument, formatName } from '../../../kit/text/format-name.ts';
import { formatNumber } from '../../../kit/text/text-layout.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type { Report, ReportMetadata } from '../../../model/report/report-document.ts';
import { makeDiagnosticBlock } from '../../blocks/make-diagnostic-block.ts';
import { formatPhrase, formatSentences, type PhraseWriter } from '../../blocks/phrase.ts';
import type { Verdict } from '../../blocks/verdict/verdict.ts';
import { formatPath } from '../../blocks/words/format-path.ts';
import { formatShortCommit } from '../../blocks/words/format-short-commit.ts';
import { formatServiceAddress } from '../../blocks/words/format-target.ts';
import { toReportLabel } from '../../blocks/words/to-report-label.ts';
import type { PageCounts } from '../count-page.ts';
import { type Html, toHtml } from '../html.ts';
import { toTrouble } from '../list-page-blocks.ts';
import { formatOverview } from './format-overview.ts';
import { listTiles, type Tile } from './list-tiles.ts';

/** A report, its verdict, and when it was made. */
export type PageReport = {
  readonly report: Report;
  readonly made: ReportMetadata;
  readonly verdict: Verdict;
};

/** The title of a page: command and environment. */
export function formatPageTitle({ run }: Report, { title }: Verdict): string {
  // Without an environment the last word of a title has nothing to name.
  return 'target' in run
    ? `${title} ${formatName(run.target.environment)}`
    : title.replace(/ \w+$/, '');
}

/** The part above the accounts, readable without a script: title, headline, numbers and charts. */
export function formatHead({ report, made, verdict }: PageReport, tally: PageCounts): Html {
  return toHtml`<header class="top"><div class="brand"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M4 12a8 8 0 0 1 14-5.3M20 12a8 8 0 0 1-14 5.3"/><path class="tip" d="M18.6 2.6v4.6H14M5.4 21.4v-4.6H10"/></svg><span>cyclectl</span></div><button id="theme" type="button" hidden><span aria-hidden="true">◐</span> <span id="theme-says">Dark</span></button></header>
<main>
<section class="head" aria-labelledby="title"><h1 id="title">${formatPageTitle(report, verdict)}</h1>
<p class="verdict ${verdict.tone}">${formatSentences(verdict.result, numberWriter)}</p>
<dl class="facts">${listFacts({ report, made, verdict }).map(([name, text]) => toHtml`<div><dt>${name}</dt><dd>${text}</dd></div>`)}</dl></section>
${formatTiles(listTiles(report, tally))}
${formatOverview(report, tally)}
${formatRunDiagnostics(report.run.diagnostics)}
`;
}

type Fact = readonly [name: string, says: string | Html];

function listFacts({ report, made, verdict }: PageReport): readonly Fact[] {
  const { run } = report;
  const { rows, sentences, cost, groups, next } = verdict;
  const outside = [...verdict.orphaned, ...verdict.outside];
  const time = toHtml`<time datetime="${made.at}">${made.at.replace('T', ' ').replace(/\.\d+Z$|Z$/, ' UTC')}</time>`;
  return [
    ...('target' in run ? [['Service', formatServiceAddress(run.target)] as const] : []),
    ['Created', time],
    ...(cost === null ? [] : [['Duration', formatPhrase(cost, numberWriter)] as const]),
    ...(made.commit === null ? [] : [['Commit', formatCommit(made)] as const]),
    ['Command', toHtml`<code>${formatCommand(report)}</code>`],
    ...next.map(({ does, commands }) => [does, formatCommands(commands)] as const),
    ['Tool', formatName(made.tool)],
    ...rows.map(({ name, text }) => [toCapital(name), formatPhrase(text, numberWriter)] as const),
    ...(sentences.length === 0
      ? []
      : [['Notes', formatSentences(sentences, numberWriter)] as const]),
    ...(outside.length === 0
      ? []
      : [['Without a manifest', formatSentences(outside, numberWriter)] as const]),
    ...groups.map(
      ({ id, change, members }) => [`Group ${id}`, `${change}, in ${members}`] as const,
    ),
  ];
}

/** Thousands in words of ours as people read them. */
const numberWriter: PhraseWriter = {
  name: formatName,
  words: (words) => words.replace(/\d{4,}/g, (digits) => formatNumber(Number(digits))),
};

function formatCommands(commands: readonly string[]): Html {
  const codes = commands.map((command, index) =>
    index === 0 ? toHtml`<code>${command}</code>` : toHtml`, then <code>${command}</code>`,
  );
  return toHtml`${codes}`;
}

function toCapital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

function formatCommit({ commit, folder }: ReportMetadata): string {
  const within = folder === '' ? '' : ` in ${formatPath(folder)}`;
  return `${formatShortCommit(commit ?? '')}${within}`;
}

function formatCommand(report: Report): string {
  const { command } = toReportLabel(report);
  const { run } = report;
  return [
    'cyclectl',
    ...(command === null ? [] : [command]),
    ...('target' in run ? [`-e ${formatArgument(run.target.environment)}`] : []),
  ].join(' ');
}

function formatTiles(tiles: readonly Tile[]): Html {
  if (tiles.length === 0) return toHtml``;
  const items = tiles.map(({ label, number, tone, link }) => {
    const text = toHtml`<b>${number}</b><span>${label}</span>`;
    const tile =
      link === undefined
        ? toHtml`<div class="tile ${tone}">${text}</div>`
        : toHtml`<a class="tile ${tone}" href="#${link}">${text}</a>`;
    return toHtml`<li>${tile}</li>`;
  });
  return toHtml`<ul class="tiles" aria-label="Numbers">${items}</ul>`;
}

function formatRunDiagnostics(diagnostics: readonly Diagnostic[]): Html {
  if (diagnostics.length === 0) return toHtml``;
  const items = diagnostics.map((diagnostic) => {
    const block = toTrouble(makeDiagnosticBlock(diagnostic));
    const { severity, summary, code, lines, remedy, where } = block;
    const place = where === undefined ? toHtml`` : toHtml`<p class="where">${where}</p>`;
    return toHtml`<li class="trouble ${severity}"><p><b>${summary}</b> <code>${code}</code></p>${lines.map((line) => toHtml`<p>${line}</p>`)}<p class="remedy">${remedy}</p>${place}</li>`;
  });
  return toHtml`<section class="run-diagnostics" aria-labelledby="run-diagnostics"><h2 id="run-diagnostics">About the whole run</h2><ul>${items}</ul></section>`;
}
