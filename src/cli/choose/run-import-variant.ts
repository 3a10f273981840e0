import type { CommandContext } from '../../app/context.ts';
import { type ExitCode, exitCodes } from '../../app/exit-codes.ts';
import { printDiagnostics } from '../../app/output/print-diagnostics.ts';
import type { ImportCycleOptions } from '../../features/authoring/cycle-files/import-cycle-command.ts';
import type { ImportTemplateOptions } from '../../features/authoring/templates/import-template-command.ts';
import type { Diagnostic } from '../../model/diagnostic/diagnostic.ts';

/** What `cyclectl import` takes: a cycle of a manifest, or the name of a new template. */
type Options = Omit<ImportCycleOptions, 'address'> &
  Omit<ImportTemplateOptions, 'asTemplate'> & {
    readonly address?: string;
    readonly asTemplate?: string;
  };

/** `cyclectl import`: a cycle file into the project, or a template of it into the console. */
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
    return importTemplate(context, { ...options, asTemplate });
  }
  const refused: Diagnostic = {
    code: 'wrong-usage',
    severity: 'error',
    summary:
      address === undefined
        ? 'It is not said what shall be made of the file'
        : 'An address is for a cycle, and --as-template and --send-again for a template',
    remedy: 'Write ACCOUNT/cycles/KEY for a cycle, or --as-template NAME for a template.',
  };
  await printDiagnostics(context, options.directory, [refused]);
  return exitCodes.failed;
}

async function importTemplate(
  context: CommandContext,
  options: ImportTemplateOptions,
): Promise<ExitCode> {
  const { checkTemplateName } = await import(
    '../../features/authoring/templates/check-template-name.ts'
  );
  const wrong = checkTemplateName(options.asTemplate);
  if (wrong.length > 0) {
    await printDiagnostics(context, options.directory, wrong);
    return exitCodes.failed;
  }
  const { runImportTemplate } = await import(
    '../../features/authoring/templates/import-template-command.ts'
  );
  return runImportTemplate(context, options);
}
