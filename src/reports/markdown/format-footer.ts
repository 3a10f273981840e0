import type { Report, ReportMetadata } from '../../model/report/report-document.ts';
import { formatShortCommit } from '../text/format-run.ts';
import { formatTarget } from '../text/parts/format-target.ts';
import { formatCode } from './markdown-report.ts';

/** Time, tool, commit and target of a report. */
export function formatFooter(
  { run }: Report,
  { at, tool, commit, folder }: ReportMetadata,
): string {
  return [
    formatCode(at),
    formatCode(tool),
    ...(commit === null ? [] : [`commit ${formatCode(formatShortCommit(commit))}`]),
    ...(folder === '' ? [] : [`folder ${formatCode(folder)}`]),
    ...('target' in run ? [formatCode(formatTarget(run.target))] : []),
  ].join(' · ');
}
