import { count, spread, wrapIndented, writeDuration } from '../../kit/text-layout.ts';
import { toVisible } from '../../kit/visible-text.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { AccountOutcome, OperationResult } from '../../model/outcome.ts';
import { isSuccess } from '../../model/outcome.ts';
import type { ApplyFrame } from '../../model/report.ts';
import type { Paint } from './paint.ts';
import { writeDiagnosticBlock } from './write-diagnostic-block.ts';
import { writeTarget } from './write-plan-text.ts';

/** What became of an apply, for people; what needs a person first. */
export function* writeApplyText(
  frame: ApplyFrame,
  outcomes: readonly AccountOutcome[],
  paint: Paint,
): Generator<string, void, undefined> {
  yield `${paint.bold(`Applied to ${writeTarget(frame.target)}`)}\n`;
  const failed = outcomes.filter((outcome) => !isSuccess(outcome));
  const urgentFirst = [...failed].sort(
    (left, right) => Number(isUrgent(right)) - Number(isUrgent(left)),
  );
  for (const outcome of urgentFirst) yield `\n${writeFailed(outcome, paint)}\n`;
  yield `\n${wrapIndented(writeEnd(frame, outcomes, failed.length), 0)}\n`;
}

/** One line for an account that is finished. */
export function writeAccountLine(outcome: AccountOutcome): string {
  const name = toVisible(outcome.account);
  const done = countResults([outcome], 'done');
  const waiting = countResults([outcome], 'waiting');
  const waits = waiting === 0 ? '' : `, ${waiting} waiting for a person`;
  if (isSuccess(outcome)) return `${name}: done, ${count(done, 'request')}${waits}`;
  const skipped = countResults([outcome], 'skipped');
  return `${name}: FAILED after ${count(done, 'request')}${skipped === 0 ? '' : `, ${skipped} left out`}`;
}

function listDiagnostics(outcome: AccountOutcome): Diagnostic[] {
  return [...outcome.outcomes.flatMap((item) => item.diagnostics), ...outcome.diagnostics];
}

function isUrgent(outcome: AccountOutcome): boolean {
  return listDiagnostics(outcome).some((diagnostic) => diagnostic.code === 'left-paused');
}

function writeFailed(outcome: AccountOutcome, paint: Paint): string {
  const diagnostics = listDiagnostics(outcome).sort(
    (left, right) => Number(right.code === 'left-paused') - Number(left.code === 'left-paused'),
  );
  const done = countResults([outcome], 'done');
  const skipped = outcome.outcomes.filter((item) => item.result === 'skipped');
  return [
    spread(
      paint.bold(toVisible(outcome.account)),
      paint.red(done === 0 ? 'NOTHING WAS DONE' : `FAILED after ${count(done, 'request')}`),
    ),
    ...diagnostics.map((diagnostic) => writeDiagnosticBlock(diagnostic, paint)),
    ...(skipped.length === 0
      ? []
      : [
          wrapIndented(
            `left out: ${skipped.map((item) => toVisible(`${item.operation.address} ${item.operation.does}`)).join('; ')}`,
            4,
          ),
        ]),
  ].join('\n');
}

function countResults(outcomes: readonly AccountOutcome[], result: OperationResult): number {
  return outcomes.flatMap((outcome) => outcome.outcomes).filter((item) => item.result === result)
    .length;
}

function writeEnd(frame: ApplyFrame, outcomes: readonly AccountOutcome[], failed: number): string {
  const cost = `${count(frame.cost.requests, 'request')}, ${writeDuration(frame.cost.durationMs)}.`;
  const notPlanned =
    frame.notPlanned === 0 ? '' : ` ${count(frame.notPlanned, 'account')} could not be planned.`;
  const done = countResults(outcomes, 'done');
  const waiting = countResults(outcomes, 'waiting');
  const waits =
    waiting === 0
      ? ''
      : ` ${count(waiting, 'cycle')} ${waiting === 1 ? 'waits' : 'wait'} for a person.`;
  if (failed > 0) {
    return `${count(failed, 'account')} of ${outcomes.length} failed; ${count(done, 'request')} done.${waits}${notPlanned} ${cost}`;
  }
  if (done === 0) return `Nothing to do.${waits}${notPlanned} ${cost}`;
  return `Done and verified: ${count(done, 'request')} in ${count(outcomes.length, 'account')}.${waits}${notPlanned} ${cost}`;
}
