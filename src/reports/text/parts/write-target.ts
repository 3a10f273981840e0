import { count, spread } from '../../../kit/text/text-layout.ts';
import { writeName } from '../../../kit/text/write-name.ts';
import type { PlanTarget } from '../../../model/plan/plan.ts';
import type { RunCost } from '../../../model/report/report.ts';
import { writePath } from '../../words/write-path.ts';
import type { Paint } from './paint.ts';

/** The first line of every report: what it is, of which target, how much was looked at. */
export function writeTitle(
  says: string,
  frame: { readonly target: PlanTarget; readonly cost: RunCost; readonly accounts: number },
  paint: Paint,
): string {
  const size = `${count(frame.accounts, 'account')}, ${count(frame.cost.requests, 'request')}`;
  return spread(paint.bold(`${says} ${writeTarget(frame.target)}`), size);
}

/** `prod  https://api.integration.example.com`, the target as every report names it. */
export function writeTarget(target: PlanTarget): string {
  const address = writePath(target.address);
  const place = target.service === 'emulator' ? `embedded service, ${address}` : address;
  return `${writeName(target.environment)}  ${place}`;
}
