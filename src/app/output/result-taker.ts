import type { Report, ReportMetadata } from '../../model/report/report-document.ts';
import type { CommandContext } from '../context.ts';

/** A report, and what is known of how it was made; read when it is asked for, because it asks git. */
export type TakenReport = {
  readonly report: Report;
  readonly readMade: () => Promise<ReportMetadata>;
};

/** Takes the result of a command as values, for a caller that is a program. */
export type ResultTaker = {
  /** Takes the report. */
  readonly takeReport: (taken: TakenReport) => void;
  /** Takes over the removal of a file that the accounts of the report are read from. */
  readonly takeFile: (remove: () => Promise<void>) => void;
  /** Takes how the plan is saved to a path, which throws `OperationalError` for one that cannot be applied. */
  readonly takePlan: (save: (path: string) => Promise<void>) => void;
};

/** Removes a file at the end of its command, unless the caller reads its report from it. */
export async function removeUnlessKept(
  { taker }: Pick<CommandContext, 'taker'>,
  remove: () => Promise<void>,
): Promise<void> {
  if (taker === undefined) await remove();
  else taker.takeFile(remove);
}
