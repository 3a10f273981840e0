import { count } from '../../kit/text-layout.ts';
import type { Made, ScannedReport } from '../../model/report-document.ts';
import { describeRule, type RuleName } from './finding.ts';
import { listFindings } from './list-findings.ts';
import { openSarifRoom, type SarifRoom } from './sarif-room.ts';
import { root, toMessage, toSarifResult } from './sarif-result.ts';
import { writeSafeJson } from './write-document.ts';
import { writeName } from './write-name.ts';

const schema =
  'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';

/**
 * A report for code scanners, as SARIF 2.1.0: each finding at its line of the manifest. It is gone through twice, first
 * for the rules and for how much there is, so that no more than one account of it is in memory.
 */
export async function* writeSarif(
  report: ScannedReport,
  made: Made,
  room: SarifRoom = openSarifRoom(),
): AsyncGenerator<string, void, undefined> {
  const met = new Set<RuleName>();
  for await (const finding of listFindings(report)) {
    met.add(finding.rule);
    room.expect(finding, writeSafeJson(toSarifResult(finding, made)));
  }
  const rules = [...met].sort();
  yield `{"$schema":${writeSafeJson(schema)},"version":"2.1.0","runs":[{"results":[`;
  let separator = '\n';
  for await (const finding of listFindings(report)) {
    const text = writeSafeJson(toSarifResult(finding, made));
    if (!room.take(finding, text)) continue;
    yield separator + text;
    separator = ',\n';
  }
  yield '\n],\n';
  yield Object.entries(describeRun(report, made, { rules, left: room.left() }))
    .map(([name, value]) => `${JSON.stringify(name)}:${writeSafeJson(value)}`)
    .join(',\n');
  yield '}]}\n';
}

function describeRun(
  report: ScannedReport,
  made: Made,
  { rules, left }: { readonly rules: readonly RuleName[]; readonly left: number },
): object {
  const version = writeName(made.tool.replace(/^cyclectl /, ''));
  const isSemantic = /^\d+\.\d+\.\d+(-[\w.-]+)?(\+[\w.-]+)?$/.test(version);
  return {
    tool: {
      driver: {
        name: 'cyclectl',
        version,
        ...(isSemantic ? { semanticVersion: version } : {}),
        rules: rules.map(toRule),
      },
    },
    automationDetails: { id: nameRun(report) },
    columnKind: 'utf16CodeUnits',
    originalUriBaseIds: { [root]: { description: { text: 'The root of the repository.' } } },
    invocations: [describeInvocation(report, made, left)],
    properties: { commit: made.commit, report: report.kind },
  };
}

// Scanners keep runs of one name apart from those of another.
function nameRun({ kind, run }: ScannedReport): string {
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
    properties: { tags: [rule.startsWith('drift/') ? 'drift' : 'manifest'] },
  };
}

function describeInvocation(report: ScannedReport, { at }: Made, left: number): object {
  const exit = report.kind === 'refused' ? report.run.exit : null;
  const isWhole = report.kind !== 'drift' || report.run.unread === 0;
  const says = `${count(left, 'result')} left out, the least important: a scanner takes no more. The report as JSON has all.`;
  return {
    executionSuccessful: exit === null && isWhole,
    endTimeUtc: at,
    ...(exit === null ? {} : { exitCode: exit.code, exitCodeDescription: exit.means }),
    ...(left === 0
      ? {}
      : { toolExecutionNotifications: [{ level: 'warning', message: { text: says } }] }),
  };
}
