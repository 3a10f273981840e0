import { toPlanKind } from '../../../model/plan/plan.ts';
import type { Report } from '../../../model/report/report-document.ts';
import { planWords } from './plan-words.ts';

/** The kind of a report by its command. */
export type ReportLabel = {
  /** The kind in the comment marker, so that plans of one kind do not replace the comment of another. */
  readonly kind: string;
  /** The words of the command that makes it; null where none was understood. */
  readonly command: string | null;
};

/** The label of a report. */
export function toReportLabel(report: Report): ReportLabel {
  switch (report.kind) {
    case 'plan': {
      const kind = toPlanKind(report.run);
      return { kind, command: planWords[kind].command };
    }
    case 'apply':
      return { kind: 'apply', command: report.run.command ?? 'apply' };
    case 'refused': {
      const { command } = report.run;
      return { kind: toRefusedKind(command), command };
    }
    default:
      return { kind: report.kind, command: report.kind };
  }
}

// A refused command has the kind of the report that it would have shown.
function toRefusedKind(command: string | null): string {
  if (command === planWords.revert.command) return 'revert';
  const [first = 'refused'] = command?.split(' ') ?? [];
  const applies = first === 'resume' || (first !== 'plan' && first in planWords);
  return applies ? 'apply' : first;
}
