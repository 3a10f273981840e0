import type { CommandContext, GlobalOptions } from '../../../app/context.ts';
import { type ExitCode, judgeStatus } from '../../../app/exit-codes.ts';
import { openForReading, systemClock } from '../../../app/ports/wiring.ts';
import { type Opening, withOpening } from '../../../app/project/open-run.ts';
import { toWholeRun } from '../../../app/project/to-run.ts';
import type { AccountStatus, StatusFrame } from '../../../model/report/status.ts';
import { summariseStatus } from '../../../model/report/status.ts';
import { runStatus } from './run-status.ts';
import { writeStatusJson } from './write-status-json.ts';
import { writeStatusText } from './write-status-text.ts';

/** `cyclectl status`: how the cycles are, what needs a person first. Nothing is written anywhere. */
export async function runStatusCommand(
  context: CommandContext,
  options: GlobalOptions,
): Promise<ExitCode> {
  return withOpening(context, options, (opening) => statusHere(context, options, opening));
}

async function statusHere(
  context: CommandContext,
  options: GlobalOptions,
  opening: Opening,
): Promise<ExitCode> {
  const begun = performance.now();
  const { environment, selected, root } = opening;
  const place = await openForReading({ root, environment, context, verbose: options.verbose });
  try {
    const now = systemClock.now();
    const accounts: AccountStatus[] = [];
    const { run, readOutsideGit } = toWholeRun(opening, place);
    for await (const account of runStatus({ ...run, now })) accounts.push(account);
    const outsideGit = await readOutsideGit();
    const unread = accounts.filter(({ kind }) => kind === 'unread').length;
    const frame: StatusFrame = {
      target: place.target,
      directory: options.directory,
      at: now,
      cost: { requests: place.requestCount(), durationMs: performance.now() - begun },
      accounts: accounts.length,
      unread,
      skipped: selected.skipped,
      outsideGit,
      summary: summariseStatus(accounts),
    };
    const pieces =
      options.format === 'json'
        ? writeStatusJson(frame, accounts, context.told)
        : writeStatusText(frame, accounts, context.terminal.paint);
    for await (const piece of pieces) await context.terminal.out(piece);
    return judgeStatus(frame);
  } finally {
    await place.close();
  }
}
