import { writeFileAtomically } from '../../kit/files/write-file.ts';
import { OperationalError } from '../../kit/operational-error.ts';
import { toVisible } from '../../kit/text/visible-text.ts';
import type {
  Report,
  ReportFormat,
  ReportMetadata,
  ScannedReport,
} from '../../model/report/report-document.ts';
import { plainPaint } from '../../reports/text/paint.ts';
import type { CommandContext, GlobalOptions } from '../context.ts';
import { readCommitLocation } from '../git/read-commit.ts';
import { withLabels } from './with-labels.ts';

type Renderer = (report: Report, made: ReportMetadata) => AsyncIterable<string>;

/** The number of the group of equal changes that stdout is about; absent for all of the report. */
type WithGroup = { readonly group?: number | undefined };

/** Each is loaded only when it is asked for. */
const renderers: Readonly<Record<ReportFormat, () => Promise<Renderer>>> = {
  text: async () => {
    const { formatReportText } = await import('../../reports/text/format-report-text.ts');
    return (report) => formatReportText(report, plainPaint);
  },
  json: async () => (await import('../../reports/json/format-document.ts')).formatReportJson,
  html: async () => (await import('../../reports/html/format-report-html.ts')).formatReportHtml,
  markdown: async () =>
    (await import('../../reports/markdown/format-report-markdown.ts')).formatReportMarkdown,
  github: async () => (await import('../../reports/ci/format-github.ts')).formatGithub,
  junit: async () => {
    const { formatJunit } = await import('../../reports/ci/format-junit.ts');
    return (report, made) => formatJunit(toScannedReport(report, 'junit'), made);
  },
  sarif: async () => {
    const { formatSarif } = await import('../../reports/ci/sarif/format-sarif.ts');
    return (report, made) => formatSarif(toScannedReport(report, 'sarif'), made);
  },
};

/**
 * Writes the report to stdout in the requested format, and to the files of `--report`. `text` is
 * for a terminal that may have shown a part of it already.
 */
export async function writeReport(
  context: CommandContext,
  { directory, format, group }: Pick<GlobalOptions, 'directory' | 'format'> & WithGroup,
  {
    report,
    text,
  }: { readonly report: Report; readonly text: Iterable<string> | AsyncIterable<string> },
): Promise<void> {
  const wantsData = format === 'json' || context.reports.requests.length > 0;
  const labelled = withLabels(report, context.reports.labels);
  let made: Promise<ReportMetadata> | undefined;
  const readOnce = () => {
    made ??= readMade(context, directory);
    return made;
  };
  context.taker?.takeReport({ report: labelled, readMade: readOnce });
  if (wantsData) {
    await writeMadeReport(context, {
      format,
      group,
      report: labelled,
      made: await readOnce(),
      text,
    });
    return;
  }
  await context.terminal.out(text);
}

/** The same for a report of which is known when it was made. */
export async function writeMadeReport(
  context: CommandContext,
  shown: WithGroup & {
    readonly format: GlobalOptions['format'];
    readonly report: Report;
    readonly made: ReportMetadata;
    readonly text: Iterable<string> | AsyncIterable<string>;
  },
): Promise<void> {
  const { format, group, report, made, text } = shown;
  await context.terminal.out(format === 'json' ? await openJson(report, made, group) : text);
  await writeReportFiles(context, async (each) => (await renderers[each]())(report, made));
}

async function openJson(report: Report, made: ReportMetadata, group: number | undefined) {
  if (group === undefined) return (await renderers.json())(report, made);
  const { formatGroupJson } = await import('../../reports/json/format-document.ts');
  return formatGroupJson(report, made, group);
}

/** Writes the files of `--report`. One that cannot be written keeps no other from it. */
export async function writeReportFiles(
  { reports, stopping }: Pick<CommandContext, 'reports' | 'stopping'>,
  render: (format: ReportFormat) => Promise<string | AsyncIterable<string>>,
): Promise<void> {
  reports.isWritten = true;
  const failed: OperationalError[] = [];
  for (const { format, file } of reports.requests) {
    try {
      const text = await render(format);
      await writeFileAtomically({ path: file, text, mode: 0o600, stopping });
    } catch (error) {
      if (!(error instanceof OperationalError)) throw error;
      failed.push(error);
    }
  }
  const [first, ...others] = failed;
  if (first === undefined) return;
  if (others.length === 0) throw first;
  const all = failed.map(({ message }) => toVisible(message)).join('; ');
  throw new OperationalError(`${failed.length} reports could not be written: ${all}`, {
    remedy: first.remedy,
  });
}

/** The report, if a format of findings supports it. Throws `OperationalError`. */
function toScannedReport(report: Report, format: ReportFormat): ScannedReport {
  if (report.kind !== 'apply') return report;
  throw new OperationalError(
    `${format} needs a validate, plan or drift report, and this is a report of ${report.kind}`,
    {
      remedy: 'Choose another format, or name the report of cyclectl validate, plan or drift.',
    },
  );
}

/** The time, tool and commit of a report. */
export async function readMade(
  { version, environment, checkout }: Pick<CommandContext, 'version' | 'environment' | 'checkout'>,
  directory: string,
): Promise<ReportMetadata> {
  const { commit, folder } = checkout ?? (await readCommitLocation(directory, environment));
  return { at: new Date().toISOString(), tool: `cyclectl ${version}`, commit, folder };
}
