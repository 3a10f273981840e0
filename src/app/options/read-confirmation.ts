import type { Diagnostic } from '../../model/diagnostic/diagnostic.ts';
import type { CommandContext, GlobalOptions } from '../context.ts';
import { printDiagnostics } from '../output/print-diagnostics.ts';

/** Whether a person wants it, by `--yes` or when asked; says what became of it where not. */
export async function readConfirmation(
  context: CommandContext,
  options: GlobalOptions & { readonly yes?: boolean },
  asked: {
    readonly question: string;
    /** What is so where the answer is another, and where nobody can be asked. */
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
