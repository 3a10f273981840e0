import type { Made, Report } from '../../model/report/report-document.ts';
import { writeTarget } from '../text/parts/write-target.ts';
import { shortenCommit } from '../text/write-run.ts';
import { writeCode } from './telling.ts';

/** When a report was made, by what, of which commit, and against what. */
export function writeFooter({ run }: Report, { at, tool, commit, folder }: Made): string {
  return [
    writeCode(at),
    writeCode(tool),
    ...(commit === null ? [] : [`commit ${writeCode(shortenCommit(commit))}`]),
    ...(folder === '' ? [] : [`folder ${writeCode(folder)}`]),
    ...('target' in run ? [writeCode(writeTarget(run.target))] : []),
  ].join(' · ');
}
