import { formatName } from '../../../kit/text/format-name.ts';
import { count } from '../../../kit/text/text-layout.ts';
import type { ReportMetadata, ScannedReport } from '../../../model/report/report-document.ts';
import { formatNotRead } from '../../blocks/words/describe-not-read.ts';
import { formatSafeJson } from '../../json/format-document.ts';
import { describeRule, type Finding, type RuleName } from '../finding.ts';
import { listFindings, listRefusedFindings } from '../list-findings.ts';
import { openSarifBudget, type SarifBudget } from './sarif-budget.ts';
import { root, toMessage, toSarifNotification, toSarifResult } from './sarif-result.ts';

const schema =
  'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';

/**
 * A report as SARIF 2.1.0, each finding at its line of the manifest. It is walked twice, first for
 * rules and counts, so that one account at a time is in memory.
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
  // The tool comes first, because a later write checks the start of a file for its owner.
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
    ...listNotReadNotes(report),
    ...listOmittedNotes(room.omitted()),
  ];
  yield Object.entries(describeRun(report, made, reported))
    .map(([name, value]) => `${JSON.stringify(name)}:${formatSafeJson(value)}`)
    .join(',\n');
  yield '}]}\n';
}

// The reason of a refused command is at no line of a file; as a result it would never be closed.
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

// The user chose to read less: at no line of a file, and as a result it would never be closed.
function listNotReadNotes(report: ScannedReport): object[] {
  const text = formatNotRead(report);
  return text === null ? [] : [{ level: 'note', message: { text: toMessage(text) } }];
}

function listOmittedNotes(left: number): object[] {
  if (left === 0) return [];
  const text = `${count(left, 'result')} omitted, the least important first, because a scanner accepts no more. The JSON report has all of them.`;
  return [{ level: 'warning', message: { text } }];
}

// The name of the run, because scanners separate runs by name.
function formatRunName({ kind, run }: ScannedReport): string {
  const isOfOne = kind === 'drift' || kind === 'plan';
  const parts = ['cyclectl', kind, ...(isOfOne ? [run.target.environment] : [])];
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
