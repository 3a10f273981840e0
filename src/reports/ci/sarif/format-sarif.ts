import { formatName } from '../../../kit/text/format-name.ts';
import { count } from '../../../kit/text/text-layout.ts';
import type { ReportMetadata, ScannedReport } from '../../../model/report/report-document.ts';
import { formatSafeJson } from '../../json/format-document.ts';
import { describeRule, type Finding, type RuleName } from '../../judge/finding.ts';
import { listFindings, listRefusedFindings } from '../../judge/list-findings.ts';
import { openSarifBudget, type SarifBudget } from './sarif-budget.ts';
import { root, toMessage, toSarifNotification, toSarifResult } from './sarif-result.ts';

const schema =
  'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';

/**
 * A report for code scanners, as SARIF 2.1.0: each finding at its line of the manifest. It is gone through twice, first
 * for the rules and for how much there is, so that no more than one account of it is in memory.
 */
export async function* formatSarif(
  report: ScannedReport,
  made: ReportMetadata,
  room: SarifBudget = openSarifBudget(),
): AsyncGenerator<string, void, undefined> {
  const met = new Set<RuleName>();
  for await (const finding of listResults(report)) {
    met.add(finding.rule);
    room.count(finding, formatSafeJson(toSarifResult(finding, made)));
  }
  const refused = report.kind === 'refused' ? listRefusedFindings(report) : [];
  const tool = describeTool(made, met, new Set(refused.map(({ rule }) => rule)));
  // Whose report it is stands at its beginning, where whoever is about to write over it looks.
  yield `{"$schema":${formatSafeJson(schema)},"version":"2.1.0","runs":[{"tool":${formatSafeJson(tool)},\n"results":[`;
  let separator = '\n';
  for await (const finding of listResults(report)) {
    const text = formatSafeJson(toSarifResult(finding, made));
    if (!room.take(finding, text)) continue;
    yield separator + text;
    separator = ',\n';
  }
  yield '\n],\n';
  const reported = [
    ...refused.map((finding) => toSarifNotification(finding, made)),
    ...listOmittedNotes(room.omitted()),
  ];
  yield Object.entries(describeRun(report, made, reported))
    .map(([name, value]) => `${JSON.stringify(name)}:${formatSafeJson(value)}`)
    .join(',\n');
  yield '}]}\n';
}

// Why a command was refused stands in no line of a file. As a result it would never be seen to be mended.
async function* listResults(report: ScannedReport): AsyncGenerator<Finding, void, undefined> {
  if (report.kind !== 'refused') yield* listFindings(report);
}

function describeTool(
  { tool }: ReportMetadata,
  rules: ReadonlySet<RuleName>,
  notifications: ReadonlySet<RuleName>,
): object {
  const version = formatName(tool.replace(/^cyclectl /, ''));
  const isSemantic = /^\d+\.\d+\.\d+(-[\w.-]+)?(\+[\w.-]+)?$/.test(version);
  return {
    driver: {
      name: 'cyclectl',
      version,
      ...(isSemantic ? { semanticVersion: version } : {}),
      rules: [...rules].sort().map(toRule),
      ...(notifications.size === 0 ? {} : { notifications: [...notifications].sort().map(toRule) }),
    },
  };
}

function describeRun(
  report: ScannedReport,
  { at, commit }: ReportMetadata,
  reported: readonly object[],
): object {
  const exit = report.kind === 'refused' ? report.run.exit : null;
  const isWhole = report.kind !== 'drift' || report.run.unread === 0;
  return {
    automationDetails: { id: formatRunName(report) },
    columnKind: 'utf16CodeUnits',
    originalUriBaseIds: { [root]: { description: { text: 'The root of the repository.' } } },
    invocations: [
      {
        executionSuccessful: exit === null && isWhole,
        endTimeUtc: at,
        ...(exit === null ? {} : { exitCode: exit.code, exitCodeDescription: exit.means }),
        ...(reported.length === 0 ? {} : { toolExecutionNotifications: reported }),
      },
    ],
    properties: { commit, report: report.kind },
  };
}

function listOmittedNotes(left: number): object[] {
  if (left === 0) return [];
  const text = `${count(left, 'result')} left out, the least important: a scanner takes no more. The report as JSON has all.`;
  return [{ level: 'warning', message: { text } }];
}

// Scanners keep runs of one name apart from those of another.
function formatRunName({ kind, run }: ScannedReport): string {
  const parts = ['cyclectl', kind, ...(kind === 'drift' ? [run.target.environment] : [])];
  return `${parts.map((part) => encodeURIComponent(part.toWellFormed())).join('/')}/`;
}

function toRule(rule: RuleName): object {
  const { means, remedy } = describeRule(rule);
  const text = toMessage(means);
  return {
    id: rule,
    shortDescription: { text },
    fullDescription: { text },
    help: { text: toMessage(`${means} ${remedy}`) },
  };
}
