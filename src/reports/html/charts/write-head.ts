import { quoteArgument } from '../../../kit/text/quote-argument.ts';
import { writeDuration } from '../../../kit/text/text-layout.ts';
import { writeName } from '../../../kit/text/write-name.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type {
  ApplyReport,
  DriftReport,
  Made,
  PlanReport,
  Report,
} from '../../../model/report/report-document.ts';
import { writeApplyCommand } from '../../commands/write-apply-command.ts';
import { writeResumeCommand } from '../../commands/write-resume-command.ts';
import { namePlan } from '../../judge/name-plan.ts';
import { writeNotOffered } from '../../text/parts/write-not-offered.ts';
import { listFolded } from '../../words/list-folded.ts';
import { listLeftOut } from '../../words/list-left-out.ts';
import { listOutsideGit } from '../../words/list-outside-git.ts';
import { writePath } from '../../words/write-path.ts';
import { sayVerdict } from '../accounts/say-verdict.ts';
import { makeTroubleBlock } from '../blocks/trouble-block.ts';
import { type Html, html } from '../html.ts';
import type { PageTally } from '../tally-page.ts';
import { writeNumber } from '../write-number.ts';
import { listTiles, type Tile } from './list-tiles.ts';
import { writeOverview } from './write-overview.ts';

const names: Readonly<Record<Exclude<Report['kind'], 'plan'>, string>> = {
  drift: 'Drift of',
  apply: 'Apply to',
  validate: 'Validation',
  refused: 'Refused',
};

function nameReport(report: Report): string {
  return report.kind === 'plan' ? namePlan(report.run).title : names[report.kind];
}

/** The title of a page: what it is, of which environment. */
export function writePageTitle(report: Report): string {
  return 'target' in report.run
    ? `${nameReport(report)} ${writeName(report.run.target.environment)}`
    : nameReport(report);
}

/** What stands above the accounts, and needs no script: what it is, what it comes to, numbers and charts. */
export function writeHead(report: Report, made: Made, tally: PageTally): Html {
  const verdict = sayVerdict(report, tally);
  return html`<header class="top"><div class="brand"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M4 12a8 8 0 0 1 14-5.3M20 12a8 8 0 0 1-14 5.3"/><path class="tip" d="M18.6 2.6v4.6H14M5.4 21.4v-4.6H10"/></svg><span>cyclectl</span></div><button id="theme" type="button" hidden><span aria-hidden="true">◐</span> <span id="theme-says">Dark</span></button></header>
<main>
<section class="head" aria-labelledby="title"><h1 id="title">${writePageTitle(report)}</h1>
<p class="verdict ${verdict.tone}">${verdict.says}</p>
<dl class="facts">${listFacts(report, made).map(([name, says]) => html`<div><dt>${name}</dt><dd>${says}</dd></div>`)}</dl></section>
${writeTiles(listTiles(report, tally))}
${writeOverview(report, tally)}
${writeTold(report.run.diagnostics)}
`;
}

function listFacts(report: Report, made: Made): readonly Fact[] {
  const { run } = report;
  const target: readonly (readonly [string, string])[] =
    'target' in run
      ? [
          [
            'Service',
            `${run.target.service === 'emulator' ? 'embedded service, ' : ''}${writePath(run.target.address)}`,
          ],
        ]
      : [];
  const unseen: readonly (readonly [string, string])[] =
    report.kind === 'drift' && report.run.notOffered.length > 0
      ? [['Not seen', `the service ${writeNotOffered(report.run)}`]]
      : [];
  const time = html`<time datetime="${made.at}">${made.at.replace('T', ' ').replace(/\.\d+Z$|Z$/, ' UTC')}</time>`;
  return [
    ...target,
    ['Made', time],
    ...listCost(report),
    ...(made.commit === null ? [] : [['Commit', writeCommit(made)] as const]),
    ['Command', html`<code>${writeCommand(report)}</code>`],
    ...listNext(report),
    ['By', writeName(made.tool)],
    ...unseen,
    ...listToKnow(report),
    ...listLeftOutFacts(report),
    ...listOutside(report),
  ];
}

function listToKnow(report: Report): readonly Fact[] {
  if (report.kind !== 'plan' && report.kind !== 'drift') return [];
  const says = listFolded(report.kind === 'plan' ? report.run.summary : report.run);
  return says.length === 0 ? [] : [['To know', says.map((each) => `${each}.`).join(' ')]];
}

function listOutside({ run }: Report): readonly Fact[] {
  const says = 'outsideGit' in run ? listOutsideGit(run.outsideGit) : [];
  return says.length === 0 ? [] : [['Outside Git', says.join(' ')]];
}

type Fact = readonly [name: string, says: string | Html];

function listCost({ run }: Report): readonly Fact[] {
  if (!('cost' in run)) return [];
  const { requests, durationMs } = run.cost;
  const many = requests === 1 ? 'request' : 'requests';
  return [['Took', `${writeNumber(requests)} ${many}, ${writeDuration(durationMs)}`]];
}

function listLeftOutFacts(report: Report): readonly Fact[] {
  if (report.kind !== 'plan') return [];
  const left = listLeftOut(report.run).map(({ says }) => says);
  return left.length === 0 ? [] : [['Left out', left.join('; ')]];
}

function listNext(report: Report): readonly Fact[] {
  if (report.kind === 'apply') {
    const resume = writeResumeCommand(report.run, report.run.summary);
    return resume === null ? [] : [['To go on', html`<code>${resume}</code>`]];
  }
  if (report.kind !== 'plan' || report.run.next.kind !== 'apply') return [];
  const { directory, file } = report.run.next;
  return [['To do exactly this', html`<code>${writeApplyCommand(directory, file)}</code>`]];
}

function writeCommit({ commit, folder }: Made): Html {
  const [hash = '', ...edited] = (commit ?? '').split('+');
  const within = folder === '' ? '' : ` in ${writePath(folder)}`;
  const says = edited.length === 0 ? within : `${within}, with edits that are not committed`;
  return html`<code>${hash.slice(0, 12)}</code>${says}`;
}

function writeCommand(report: Report): string {
  if (report.kind === 'refused') return ['cyclectl', report.run.command ?? ''].join(' ').trim();
  if (report.kind === 'validate') return 'cyclectl validate';
  return `cyclectl ${nameCommand(report)} -e ${quoteArgument(report.run.target.environment)}`;
}

function nameCommand(report: PlanReport | ApplyReport | DriftReport): string {
  if (report.kind === 'plan') return namePlan(report.run).command;
  return report.kind === 'apply' ? (report.run.command ?? 'apply') : report.kind;
}

function writeTiles(tiles: readonly Tile[]): Html {
  if (tiles.length === 0) return html``;
  const items = tiles.map(({ label, number, tone, link }) => {
    const text = html`<b>${number}</b><span>${label}</span>`;
    const tile =
      link === undefined
        ? html`<div class="tile ${tone}">${text}</div>`
        : html`<a class="tile ${tone}" href="#${link}">${text}</a>`;
    return html`<li>${tile}</li>`;
  });
  return html`<ul class="tiles" aria-label="Numbers">${items}</ul>`;
}

function writeTold(diagnostics: readonly Diagnostic[]): Html {
  if (diagnostics.length === 0) return html``;
  const items = diagnostics.map((diagnostic) => {
    const { severity, summary, code, lines, remedy, where } = makeTroubleBlock(diagnostic);
    const place = where === undefined ? html`` : html`<p class="where">${where}</p>`;
    return html`<li class="trouble ${severity}"><p><b>${summary}</b> <code>${code}</code></p>${lines.map((line) => html`<p>${line}</p>`)}<p class="remedy">${remedy}</p>${place}</li>`;
  });
  return html`<section class="told" aria-labelledby="told"><h2 id="told">Of the run as a whole</h2><ul>${items}</ul></section>`;
}
