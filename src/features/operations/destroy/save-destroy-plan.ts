import { type ExitCode, exitCodes } from '../../../app/exit-codes.ts';
import { printDiagnostics } from '../../../app/output/print-diagnostics.ts';
import { openTextFile } from '../../../app/run/open-text-file.ts';
import type { PlannedChange } from '../../../app/run/plan-change.ts';
import { writePlanReport } from '../../../app/run/plan-file.ts';
import { toVisible } from '../../../kit/text/visible-text.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type { TextFile } from '../../../model/ports.ts';
import { formatApplyCommand } from '../../../reports/blocks/words/format-plan-commands.ts';
import { checkConfirmed, readKeys } from './confirm-destroy.ts';
import type { Destroy } from './open-destroy.ts';

type PlannedDestroy = PlannedChange<Destroy> & {
  readonly options: { readonly confirm: readonly string[] };
};

/** Reports the plan of a destroy, and saves it once the keys of its accounts are confirmed. */
export async function saveDestroyPlan(planned: PlannedDestroy, out: string): Promise<ExitCode> {
  const { context, options, file, made } = planned;
  const { directory, confirm } = options;
  const isAsked = made.summary.operations > 0 && confirm.length === 0;
  const refused = planned.refused ?? checkGiven(planned);
  for (const refusal of refused) context.reported.add(refusal);
  const isRefused = planned.refused !== null || refused.length > 0;
  const isSaved = !isRefused && !isAsked;
  // Saves the file before output names it in a command.
  if (isSaved) await copyPlan(file, out);
  const next = isSaved
    ? ({ kind: 'apply', file: out, directory } as const)
    : ({ kind: isRefused ? 'refused' : 'none' } as const);
  await writePlanReport(file, { ...planned, next });
  await printDiagnostics(context, directory, refused);
  if (isRefused) return exitCodes.failed;
  if (isAsked) {
    const accounts = listAccounts(planned);
    const unconfirmed = checkConfirmed(accounts, await readKeys(context, accounts));
    await printDiagnostics(context, directory, unconfirmed);
    if (unconfirmed.length > 0) return exitCodes.failed;
    await copyPlan(file, out);
  }
  context.terminal.log(`Saved the plan to ${toVisible(out)}. Nothing was destroyed.`);
  if (isAsked) context.terminal.log(`To apply this plan: ${formatApplyCommand(directory, out)}`);
  return exitCodes.ok;
}

// Checks keys that were passed, or cannot be typed, before the report as data.
function checkGiven(planned: PlannedDestroy): readonly Diagnostic[] {
  const { options, made } = planned;
  const { confirm, format } = options;
  const isTyped = confirm.length === 0 && format === 'text';
  if (made.summary.operations === 0 || isTyped) return [];
  return checkConfirmed(listAccounts(planned), confirm.length === 0 ? null : confirm);
}

function listAccounts({ source }: PlannedDestroy): readonly string[] {
  return source.targets.map(({ account }) => account);
}

async function copyPlan(plan: TextFile, path: string): Promise<void> {
  const { file } = await openTextFile(path);
  await file.write(addLineEnds(plan.lines()));
}

async function* addLineEnds(lines: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const line of lines) yield `${line}\n`;
}
