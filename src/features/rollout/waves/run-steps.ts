import { type CommandContext, type GlobalOptions, readBegun } from '../../../app/context.ts';
import type { ExitCode } from '../../../app/exit-codes.ts';
import { OperationalError } from '../../../kit/operational-error.ts';
import { machineTimer } from '../../../kit/tasks/timer.ts';
import { waitAtMost } from '../../../kit/tasks/wait-at-most.ts';

export type WaitOptions = {
  /** Takes steps until none can follow by itself. */
  readonly wait?: boolean;
  /** With `wait`: milliseconds after which no further step begins. */
  readonly timeout?: number;
};

/** A step with its exit code. `follows`: what comes next, `nothing` if the rollout is over or a person is asked. */
export type StepResult = {
  readonly code: ExitCode;
  readonly follows: 'step' | 'wait' | 'nothing';
};

/** Time in which evidence can change: no cycle runs more often. */
const restMs = 300_000;

/** Takes a step; with `--wait` also those that follow, and waits where one needs evidence and time is left. */
export async function runSteps(
  context: CommandContext,
  options: WaitOptions & Pick<GlobalOptions, 'format'>,
  takeStep: (context: CommandContext) => Promise<StepResult>,
): Promise<ExitCode> {
  checkOptions(options);
  const { timer = machineTimer, stopping } = context;
  const { wait, timeout = Number.POSITIVE_INFINITY } = options;
  const endsAtMs = timer.nowMs() + timeout;
  // Each step has its own requests, and so its own time.
  for (let step = context; ; step = { ...context, begun: readBegun() }) {
    const { code, follows } = await takeStep(step);
    if (wait !== true || follows === 'nothing' || stopping.aborted) return code;
    const restsMs = follows === 'wait' ? restMs : 0;
    if (timer.nowMs() + restsMs >= endsAtMs) {
      context.terminal.log(
        'The rollout is open: the next step would begin after --timeout. To go on, run the command again.',
      );
      return code;
    }
    if (restsMs === 0) continue;
    context.terminal.log('Looks again in 5 minutes.');
    await waitAtMost(restsMs, stopping, timer);
    if (stopping.aborted) return code;
  }
}

function checkOptions({ wait, timeout, format }: WaitOptions & Pick<GlobalOptions, 'format'>) {
  if (timeout !== undefined && wait !== true) {
    throw new OperationalError('--timeout needs --wait', {
      remedy: 'Add --wait, or remove --timeout: one step ends by itself.',
    });
  }
  if (wait === true && format === 'json') {
    throw new OperationalError(
      '--wait takes several steps, and --format json prints one document',
      {
        remedy: 'Remove one of them; cyclectl rollout status --format json shows the rollout.',
      },
    );
  }
}
