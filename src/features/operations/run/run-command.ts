import type { CommandContext } from '../../../app/context.ts';
import type { ExitCode } from '../../../app/exit-codes.ts';
import { systemClock } from '../../../app/ports/open-ports.ts';
import { withSelectedProject } from '../../../app/project/open-project.ts';
import type { ChangeOptions } from '../../../app/run/change-source.ts';
import { planChange } from '../../../app/run/plan-change.ts';
import { readApproval } from '../../../app/run/read-approval.ts';
import { runChange } from '../../../app/run/run-change.ts';
import { OperationalError } from '../../../kit/operational-error.ts';
import { formatArgument } from '../../../kit/text/format-name.ts';
import { formatPlanCommands } from '../../../reports/blocks/words/format-plan-commands.ts';
import { openRuns, type RunWish } from './open-runs.ts';

export type RunOptions = ChangeOptions &
  RunWish & {
    /** Path to save the plan to, instead of a start. */
    readonly out?: string;
    readonly yes?: boolean;
  };

/**
 * `cyclectl run ADDRESS…`: runs paused cycles once, now or at a time, or cancels single runs that
 * wait. Plans, asks and starts, or saves the plan for `cyclectl apply`.
 */
export async function runRun(context: CommandContext, options: RunOptions): Promise<ExitCode> {
  checkOptions(options, systemClock.now());
  const { directory, select, address, at, cancel } = options;
  return withSelectedProject({ context, options, use: 'accounts' }, (request) => {
    if (options.out !== undefined)
      return planChange(request, async (ports) => openRuns(request, ports));
    return runChange(request, async (ports) => {
      const { plan, ...runs } = openRuns(request, ports);
      const place = { directory, environment: request.project.environment.name, select };
      const instead = formatPlanCommands('run', place, [
        ...address.map(formatArgument),
        ...(at === undefined ? [] : [`--at ${formatArgument(at)}`]),
        ...(cancel === true ? ['--cancel'] : []),
      ]);
      const confirm =
        options.yes === true ? null : () => readApproval(context, 'save it with --out FILE');
      return { ...runs, plan: { ...plan, instead, confirm } };
    });
  });
}

function checkOptions({ address, select, at, cancel, wait, out }: RunOptions, now: string): void {
  const isNamed = address.length > 0;
  if (isNamed === select.length > 0)
    throw new OperationalError(
      isNamed ? 'run takes addresses or --select, not both' : 'run needs the cycles to run',
      { remedy: 'Pass the address of each cycle, or --select WHAT for cycles of some accounts.' },
    );
  if (cancel === true && (at !== undefined || wait === true))
    throw new OperationalError('--cancel takes neither --at nor --wait', {
      remedy: 'Remove them: it cancels the single run that waits.',
    });
  if (out !== undefined && wait === true)
    throw new OperationalError('--out starts nothing, so there is nothing to wait for', {
      remedy: 'Remove --wait, or --out.',
    });
  if (at === undefined || Date.parse(at) > Date.parse(now)) return;
  throw new OperationalError(`--at ${at} is past: it is ${now}`, {
    remedy: 'Pass a later time, or leave --at out to run it now.',
  });
}
