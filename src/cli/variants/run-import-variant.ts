import type { CommandContext } from '../../app/context.ts';
import type { ExitCode } from '../../app/exit-codes.ts';
import { printRefused } from '../../app/output/print-diagnostics.ts';
import type { ImportCycleOptions } from '../../features/authoring/cycle-files/import-cycle-command.ts';
import type { ImportTemplateOptions } from '../../features/authoring/templates/import-template-command.ts';
import { type Diagnostic, reportError } from '../../model/diagnostic/diagnostic.ts';

type Options = Omit<ImportCycleOptions, 'address'> &
  Omit<ImportTemplateOptions, 'asTemplate'> & {
    readonly address?: string;
    readonly asTemplate?: string;
  };

/** Runs `cyclectl import`: a cycle file into the project, or as a template into the service. */
export async function runImportVariant(
  context: CommandContext,
  options: Options,
): Promise<ExitCode> {
  const { address, asTemplate } = options;
  if (address !== undefined && asTemplate === undefined && options.sendAgain !== true) {
    const { runImportCycle } = await import(
      '../../features/authoring/cycle-files/import-cycle-command.ts'
    );
    return runImportCycle(context, { ...options, address });
  }
  if (address === undefined && asTemplate !== undefined) {
    const { runImportTemplate } = await import(
      '../../features/authoring/templates/import-template-command.ts'
    );
    return runImportTemplate(context, { ...options, asTemplate });
  }
  const refused: Diagnostic = reportError('wrong-usage', {
    summary:
      address === undefined
        ? 'Neither an address nor --as-template is given'
        : 'An address imports a cycle, and --as-template and --send-again a template; they cannot be combined',
    remedy:
      'Write ACCOUNT/cycles/KEY to import a cycle, or --as-template NAME to create a template.',
  });
  return printRefused(context, options.directory, [refused]);
}
