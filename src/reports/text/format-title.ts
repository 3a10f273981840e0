import { count, formatSpread } from '../../kit/text/text-layout.ts';
import type { PlanTarget } from '../../model/plan/plan.ts';
import type { RunCost } from '../../model/report/report.ts';
import { formatTarget } from '../blocks/words/format-target.ts';
import type { Paint } from './paint.ts';

/** The first line of a report: title, target, number of accounts. */
export function formatTitle(
  text: string,
  frame: { readonly target: PlanTarget; readonly cost: RunCost; readonly accounts: number },
  paint: Paint,
): string {
  const size = `${count(frame.accounts, 'account')}, ${count(frame.cost.requests, 'request')}`;
  return formatSpread(paint.bold(`${text} ${formatTarget(frame.target)}`), size, paint.columns);
}
