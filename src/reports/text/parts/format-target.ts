import { formatName } from '../../../kit/text/format-name.ts';
import { count, formatSpread } from '../../../kit/text/text-layout.ts';
import type { PlanTarget } from '../../../model/plan/plan.ts';
import type { RunCost } from '../../../model/report/report.ts';
import { formatPath } from '../../phrases/format-path.ts';
import type { Paint } from './paint.ts';

/** The first line of every report: command, target, number of accounts. */
export function formatTitle(
  text: string,
  frame: { readonly target: PlanTarget; readonly cost: RunCost; readonly accounts: number },
  paint: Paint,
): string {
  const size = `${count(frame.accounts, 'account')}, ${count(frame.cost.requests, 'request')}`;
  return formatSpread(paint.bold(`${text} ${formatTarget(frame.target)}`), size);
}

/** `prod  https://api.integration.example.com`, the target as every report names it. */
export function formatTarget(target: PlanTarget): string {
  const address = formatPath(target.address);
  const location = target.service === 'emulator' ? `embedded service, ${address}` : address;
  return `${formatName(target.environment)}  ${location}`;
}
