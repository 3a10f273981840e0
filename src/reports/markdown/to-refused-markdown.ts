import type { RefusedReport } from '../../model/report/report-document.ts';
import { formatCode, type MarkdownReport } from './markdown-report.ts';

/** The report of a refused command in Markdown. */
export function toRefusedMarkdown({ run }: RefusedReport): MarkdownReport<never> {
  const { command, environment, exit } = run;
  const of = environment === undefined ? '' : ` for ${formatCode(environment)}`;
  return {
    title: `cyclectl${command === null ? '' : ` ${formatCode(command)}`}${of}`,
    columns: [],
    toAccount: () => null,
    summary: () => `ended with ${exit.code}`,
    lead: () => [`${formatCode(exit.means)}.`],
    end: () => [],
  };
}
