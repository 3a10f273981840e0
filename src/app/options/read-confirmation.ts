import type { Diagnostic } from '../../model/diagnostic/diagnostic.ts';
import type { CommandContext, GlobalOptions } from '../context.ts';
import { printDiagnostics } from '../output/print-diagnostics.ts';

/** Returns whether a person confirmed, by `--yes` or on request; reports why if not. */
export async function readConfirmation(
  context: CommandContext,
  options: GlobalOptions & { readonly yes?: boolean },
  asked: {
    readonly question: string;
    /** The diagnostic if the answer is no, or if there is no terminal. */
    readonly otherwise: Pick<Diagnostic, 'summary' | 'address'>;
  },
): Promise<boolean> {
  if (options.yes === true) return true;
  if ((await context.terminal.ask.confirm(asked.question)) === 'yes') return true;
  await printDiagnostics(context, options.directory, [
    { code: 'not-confirmed', severity: 'error', ...asked.otherwise },
  ]);
  return false;
}
