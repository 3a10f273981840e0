import type { Address } from '../../address.ts';
import { type Diagnostic, reportError } from '../../diagnostic/diagnostic.ts';
import { formatCommandAt, formatRunLine, formatStateCommand } from './commands.ts';

/** Reports a single run that may have taken place; `at` is its time, null for one that was to run at once. */
export function reportUnknownRun(
  address: Address,
  at: string | null,
  environment: string,
): Diagnostic {
  const when = at === null ? '' : ` at ${at}`;
  const command = formatStateCommand('settle', { environment, address });
  return reportError('single-run-unknown', {
    summary: `${address}: it is unknown if its single run${when} took place`,
    address,
    remedy: `It is not requested again. Check its runs in the console, then run ${command} done. After that it can run again.`,
  });
}

/** Reports a single run that is too near, or in progress, to be stopped. */
export function reportDueRun(address: Address, at: string): Diagnostic {
  return reportError('single-run-due', {
    summary: `${address}: its single run at ${at} is due or in progress, so it is not stopped`,
    address,
    remedy: 'It pauses itself after its run. To stop it at once, use the console.',
  });
}

/** Reports a start of a single run in a plan of before `cyclectl run`. `now` is ISO UTC. */
export function reportPlannedRun(
  address: Address,
  at: string,
  { environment, now }: { readonly environment: string; readonly now: string },
): Diagnostic {
  const isPast = Date.parse(at) <= Date.parse(now);
  const command = isPast
    ? formatCommandAt('run', address, { environment })
    : formatRunLine({ environment, address }, at);
  const past = isPast ? `Its time, ${at}, is past. ` : '';
  return reportError('single-run-written', {
    summary: `The plan starts ${address} for a single run, as earlier versions planned it`,
    address,
    remedy: `Nothing was done in its account. ${past}If the run is still to be requested: ${command}`,
  });
}
