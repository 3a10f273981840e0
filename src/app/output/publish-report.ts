import { writeFileAtomically } from '../../kit/files/write-file.ts';
import { toVisible } from '../../kit/text/visible-text.ts';
import { Trouble } from '../../kit/trouble.ts';
import type { Made, Report, ReportFormat } from '../../model/report/report-document.ts';
import { plainPaint } from '../../reports/text/parts/paint.ts';
import type { CommandContext, GlobalOptions } from '../context.ts';
import { demandScanned } from './demand-scanned.ts';
import { readMade } from './read-made.ts';

type Renderer = (report: Report, made: Made) => AsyncIterable<string>;

/** Each is loaded only when it is asked for. */
const renderers: Readonly<Record<ReportFormat, () => Promise<Renderer>>> = {
  text: async () => {
    const { writeReportText } = await import('../../reports/text/write-report-text.ts');
    return (report) => writeReportText(report, plainPaint);
  },
  json: async () => (await import('../../reports/json/write-document.ts')).writeReportJson,
  html: async () => (await import('../../reports/html/write-report-html.ts')).writeReportHtml,
  markdown: async () =>
    (await import('../../reports/markdown/write-report-markdown.ts')).writeReportMarkdown,
  github: async () => (await import('../../reports/ci/write-github.ts')).writeGithub,
  junit: async () => {
    const { writeJunit } = await import('../../reports/ci/write-junit.ts');
    return (report, made) => writeJunit(demandScanned(report, 'junit'), made);
  },
  sarif: async () => {
    const { writeSarif } = await import('../../reports/ci/sarif/write-sarif.ts');
    return (report, made) => writeSarif(demandScanned(report, 'sarif'), made);
  },
};

/**
 * What a command came to: on stdout in the format that was asked for, and in the files of `--report`. `text` is for
 * people at a terminal, who may have read a part of it while the command ran.
 */
export async function publishReport(
  context: CommandContext,
  { directory, format }: Pick<GlobalOptions, 'directory' | 'format'>,
  {
    report,
    text,
  }: { readonly report: Report; readonly text: Iterable<string> | AsyncIterable<string> },
): Promise<void> {
  const wantsData = format === 'json' || context.reports.wishes.length > 0;
  if (wantsData) {
    const made = await readMade(context, directory);
    await showReport(context, { format, report, made, text });
    return;
  }
  for await (const piece of text) await context.terminal.out(piece);
}

/** The same for a report of which is known when it was made. */
export async function showReport(
  context: CommandContext,
  shown: {
    readonly format: GlobalOptions['format'];
    readonly report: Report;
    readonly made: Made;
    readonly text: Iterable<string> | AsyncIterable<string>;
  },
): Promise<void> {
  const { format, report, made, text } = shown;
  const pieces = format === 'json' ? (await renderers.json())(report, made) : text;
  for await (const piece of pieces) await context.terminal.out(piece);
  await writeReports(context, report, made);
}

// One that cannot be written keeps no other from it.
async function writeReports(
  { reports, stopping }: Pick<CommandContext, 'reports' | 'stopping'>,
  report: Report,
  made: Made,
): Promise<void> {
  reports.isWritten = true;
  const failed: Trouble[] = [];
  for (const { format, file } of reports.wishes) {
    const render = await renderers[format]();
    try {
      const text = render(report, made);
      await writeFileAtomically({ path: file, text, mode: 0o600, stopping });
    } catch (error) {
      if (!(error instanceof Trouble)) throw error;
      failed.push(error);
    }
  }
  const [first, ...others] = failed;
  if (first === undefined) return;
  if (others.length === 0) throw first;
  const all = failed.map(({ message }) => toVisible(message)).join('; ');
  throw new Trouble(`${failed.length} reports could not be written: ${all}`, {
    remedy: first.remedy,
  });
}
