import { formatArgument, formatName } from '../../../kit/text/format-name.ts';
import { formatDuration } from '../../../kit/text/text-layout.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type {
  ApplyReport,
  DriftReport,
  PlanReport,
  Report,
  ReportMetadata,
} from '../../../model/report/report-document.ts';
import { toPlanLabel } from '../../classify/to-plan-label.ts';
import { formatApplyCommand } from '../../commands/format-apply-command.ts';
import { formatResumeCommand } from '../../commands/format-resume-command.ts';
import { formatPath } from '../../phrases/format-path.ts';
import { listFolded } from '../../phrases/list-folded.ts';
import { listLeftOut } from '../../phrases/list-left-out.ts';
import { listOutsideGit } from '../../phrases/list-outside-git.ts';
import { formatNotOffered } from '../../text/parts/format-not-offered.ts';
import { makeHeadline } from '../accounts/make-headline.ts';
import { makeDiagnosticBlock } from '../blocks/diagnostic-block.ts';
import type { PageCounts } from '../count-page.ts';
import { formatNumber } from '../format-number.ts';
import { type Html, toHtml } from '../html.ts';
import { formatOverview } from './format-overview.ts';
import { listTiles, type Tile } from './list-tiles.ts';

const names: Readonly<Record<Exclude<Report['kind'], 'plan'>, string>> = {
  drift: 'Drift of',
  apply: 'Apply to',
  validate: 'Validation',
  refused: 'Refused',
};

function formatReportName(report: Report): string {
  return report.kind === 'plan' ? toPlanLabel(report.run).title : names[report.kind];
}

/** The title of a page: command and environment. */
export function formatPageTitle(report: Report): string {
  return 'target' in report.run
    ? `${formatReportName(report)} ${formatName(report.run.target.environment)}`
    : formatReportName(report);
}

/** The part above the accounts, readable without a script: title, headline, numbers and charts. */
export function formatHead(report: Report, made: ReportMetadata, tally: PageCounts): Html {
  const headline = makeHeadline(report, tally);
  return toHtml`<header class="top"><div class="brand"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M4 12a8 8 0 0 1 14-5.3M20 12a8 8 0 0 1-14 5.3"/><path class="tip" d="M18.6 2.6v4.6H14M5.4 21.4v-4.6H10"/></svg><span>cyclectl</span></div><button id="theme" type="button" hidden><span aria-hidden="true">◐</span> <span id="theme-says">Dark</span></button></header>
<main>
<section class="head" aria-labelledby="title"><h1 id="title">${formatPageTitle(report)}</h1>
<p class="verdict ${headline.tone}">${headline.says}</p>
<dl class="facts">${listFacts(report, made).map(([name, text]) => toHtml`<div><dt>${name}</dt><dd>${text}</dd></div>`)}</dl></section>
${formatTiles(listTiles(report, tally))}
${formatOverview(report, tally)}
${formatRunDiagnostics(report.run.diagnostics)}
`;
}

function listFacts(report: Report, made: ReportMetadata): readonly Fact[] {
  const { run } = report;
  const target: readonly (readonly [string, string])[] =
    'target' in run
      ? [
          [
            'Service',
            `${run.target.service === 'emulator' ? 'embedded service, ' : ''}${formatPath(run.target.address)}`,
          ],
        ]
      : [];
  const unseen: readonly (readonly [string, string])[] =
    report.kind === 'drift' && report.run.notOffered.length > 0
      ? [['Not compared', `the service ${formatNotOffered(report.run)}`]]
      : [];
  const time = toHtml`<time datetime="${made.at}">${made.at.replace('T', ' ').replace(/\.\d+Z$|Z$/, ' UTC')}</time>`;
  return [
    ...target,
    ['Created', time],
    ...listCost(report),
    ...(made.commit === null ? [] : [['Commit', formatCommit(made)] as const]),
    ['Command', toHtml`<code>${formatCommand(report)}</code>`],
    ...listNext(report),
    ['Tool', formatName(made.tool)],
    ...unseen,
    ...listToKnow(report),
    ...listLeftOutFacts(report),
    ...listOutside(report),
  ];
}

function listToKnow(report: Report): readonly Fact[] {
  if (report.kind !== 'plan' && report.kind !== 'drift') return [];
  const texts = listFolded(report.kind === 'plan' ? report.run.summary : report.run);
  return texts.length === 0 ? [] : [['Notes', texts.map((each) => `${each}.`).join(' ')]];
}

function listOutside({ run }: Report): readonly Fact[] {
  const texts = 'outsideGit' in run ? listOutsideGit(run.outsideGit) : [];
  return texts.length === 0 ? [] : [['Without a manifest', texts.join(' ')]];
}

type Fact = readonly [name: string, says: string | Html];

function listCost({ run }: Report): readonly Fact[] {
  if (!('cost' in run)) return [];
  const { requests, durationMs } = run.cost;
  const many = requests === 1 ? 'request' : 'requests';
  return [['Duration', `${formatNumber(requests)} ${many}, ${formatDuration(durationMs)}`]];
}

function listLeftOutFacts(report: Report): readonly Fact[] {
  if (report.kind !== 'plan') return [];
  const left = listLeftOut(report.run).map(({ text }) => text);
  return left.length === 0 ? [] : [['Excluded', left.join('; ')]];
}

function listNext(report: Report): readonly Fact[] {
  if (report.kind === 'apply') {
    const resume = formatResumeCommand(report.run, report.run.summary);
    return resume === null ? [] : [['To resume', toHtml`<code>${resume}</code>`]];
  }
  if (report.kind !== 'plan' || report.run.next.kind !== 'apply') return [];
  const { directory, file } = report.run.next;
  return [['To apply this plan', toHtml`<code>${formatApplyCommand(directory, file)}</code>`]];
}

function formatCommit({ commit, folder }: ReportMetadata): Html {
  const [hash = '', ...edited] = (commit ?? '').split('+');
  const within = folder === '' ? '' : ` in ${formatPath(folder)}`;
  const text = edited.length === 0 ? within : `${within}, with uncommitted changes`;
  return toHtml`<code>${hash.slice(0, 12)}</code>${text}`;
}

function formatCommand(report: Report): string {
  if (report.kind === 'refused') return ['cyclectl', report.run.command ?? ''].join(' ').trim();
  if (report.kind === 'validate') return 'cyclectl validate';
  return `cyclectl ${formatCommandName(report)} -e ${formatArgument(report.run.target.environment)}`;
}

function formatCommandName(report: PlanReport | ApplyReport | DriftReport): string {
  if (report.kind === 'plan') return toPlanLabel(report.run).command;
  return report.kind === 'apply' ? (report.run.command ?? 'apply') : report.kind;
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
    const { severity, summary, code, lines, remedy, where } = makeDiagnosticBlock(diagnostic);
    const place = where === undefined ? toHtml`` : toHtml`<p class="where">${where}</p>`;
    return toHtml`<li class="trouble ${severity}"><p><b>${summary}</b> <code>${code}</code></p>${lines.map((line) => toHtml`<p>${line}</p>`)}<p class="remedy">${remedy}</p>${place}</li>`;
  });
  return toHtml`<section class="run-diagnostics" aria-labelledby="run-diagnostics"><h2 id="run-diagnostics">About the whole run</h2><ul>${items}</ul></section>`;
}
