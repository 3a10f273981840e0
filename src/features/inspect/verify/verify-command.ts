import type { CommandContext, GlobalOptions } from '../../../app/context.ts';
import { type ExitCode, judgeVerify } from '../../../app/exit-codes.ts';
import { openForCalling } from '../../../app/ports/wiring.ts';
import { type Opening, withOpening } from '../../../app/project/open-run.ts';
import { toRun } from '../../../app/project/to-run.ts';
import { type CheckedAccount, summariseChecks } from '../../../model/manifest/check.ts';
import type { VerifyFrame } from '../../../model/report/report.ts';
import { runVerify } from './run-verify.ts';
import { writeVerifyJson } from './write-verify-json.ts';
import { writeVerifyText } from './write-verify-text.ts';

/** `cyclectl verify`: makes the checks of installed connectors, so that a dead credential is found at once. */
export async function runVerifyCommand(
  context: CommandContext,
  options: GlobalOptions,
): Promise<ExitCode> {
  return withOpening(context, options, (opening) => verifyHere(context, options, opening));
}

async function verifyHere(
  context: CommandContext,
  options: GlobalOptions,
  opening: Opening,
): Promise<ExitCode> {
  const begun = performance.now();
  const { environment, selected, root } = opening;
  const place = await openForCalling({ root, environment, context, verbose: options.verbose });
  try {
    const run = { ...toRun(opening, place), caller: place.caller };
    const checked: CheckedAccount[] = [];
    let accounts = 0;
    for await (const account of runVerify(run)) {
      accounts += 1;
      if (account.kind === 'unread' || account.connectors.length > 0) checked.push(account);
    }
    const summary = summariseChecks(
      checked.flatMap((account) => (account.kind === 'checked' ? account.connectors : [])),
    );
    const unread = checked.filter(({ kind }) => kind === 'unread').length;
    const cost = { requests: place.requestCount(), durationMs: performance.now() - begun };
    const { skipped } = selected;
    const frame: VerifyFrame = { target: place.target, cost, accounts, unread, skipped, summary };
    const pieces =
      options.format === 'json'
        ? writeVerifyJson(frame, checked, context.told)
        : writeVerifyText(frame, checked, context.terminal.paint);
    for await (const piece of pieces) await context.terminal.out(piece);
    const { failed, notMade, notFound } = summary;
    return judgeVerify({ failed, notChecked: unread + notMade + notFound });
  } finally {
    await place.close();
  }
}
