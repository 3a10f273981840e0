import type { ApplyFrame } from '../../model/report/report.ts';
import type { PlanReport } from '../../model/report/report-document.ts';
import type { CommandContext } from '../context.ts';
import { formatLackOfAnswer } from '../output/terminal.ts';

/** The reason why no operation was started. */
export type NotStartedReason = NonNullable<ApplyFrame['notBegun']>;

/**
 * Asks for approval of a printed plan; null means approved. `instead` is the advice without a
 * terminal, `plan` the same as data.
 */
export async function readApproval(
  { terminal }: CommandContext,
  instead: string,
  plan?: PlanReport,
): Promise<Exclude<NotStartedReason, 'refused'> | null> {
  const answer = await terminal.ask.confirm('Continue? Only "yes" is accepted:', plan);
  if (answer === 'yes') return null;
  terminal.log(
    answer === 'no'
      ? 'Nothing was done.'
      : `Nothing was done: ${formatLackOfAnswer(terminal)}. Pass --yes, or ${instead}.`,
  );
  return answer === 'no' ? 'declined' : 'nobody-to-ask';
}
