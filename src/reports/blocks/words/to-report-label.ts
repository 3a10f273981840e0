import type { PlanFrame } from '../../../model/report/report.ts';
import type { Report } from '../../../model/report/report-document.ts';

/** The command whose plans revert drift. */
export const revertCommand = 'drift --revert';

/** Commands of which the report is that of an apply. */
const writesToo: ReadonlySet<string> = new Set(['resume', 'undo', 'destroy', 'run']);

/** The kind of a report by its command. */
export type ReportLabel = {
  /** The kind in the comment marker, so that an undo does not replace the comment of a plan. */
  readonly kind: string;
  /** The words of the command that makes it; null where none was understood. */
  readonly command: string | null;
};

/** The label of a report. */
export function toReportLabel(report: Report): ReportLabel {
  switch (report.kind) {
    case 'plan':
      return toPlanLabel(report.run);
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

/** The label of a plan: of the manifests, of a revert, an undo, a destroy or of single runs. */
export function toPlanLabel({
  undoes,
  reverts,
  destroys,
  runs,
}: Pick<PlanFrame, 'undoes' | 'reverts' | 'destroys' | 'runs'>): {
  readonly kind: string;
  readonly title: string;
  readonly command: string;
} {
  if (runs === true) return { kind: 'run', title: 'Single runs in', command: 'run' };
  if (destroys === true) return { kind: 'destroy', title: 'Destroy in', command: 'destroy' };
  if (undoes !== undefined) return { kind: 'undo', title: 'Undo in', command: 'undo' };
  return reverts === true
    ? { kind: 'revert', title: 'Revert of drift in', command: revertCommand }
    : { kind: 'plan', title: 'Plan for', command: 'plan' };
}

// A refused command has the kind of the report that it would have shown.
function toRefusedKind(command: string | null): string {
  if (command === revertCommand) return 'revert';
  const [first = 'refused'] = command?.split(' ') ?? [];
  return writesToo.has(first) ? 'apply' : first;
}
