import type { CommandContext } from '../../app/context.ts';
import { type ExitCode, exitCodes } from '../../app/exit-codes.ts';
import { printDiagnostics } from '../../app/output/print-diagnostics.ts';
import type { ExportOptions } from '../../features/authoring/export/export-command.ts';
import type { Diagnostic } from '../../model/diagnostic/diagnostic.ts';

/** What `cyclectl export` takes: a cycle or a template and its file, or a choice of accounts. */
type Options = ExportOptions & {
  readonly address?: string;
  readonly template?: string;
  readonly out?: string;
};

/** `cyclectl export`: one cycle or template as a cycle file where it is named, else accounts as manifests. */
export async function runExportVariant(
  context: CommandContext,
  options: Options,
): Promise<ExitCode> {
  const { address, template, out } = options;
  const refused = checkChoice(options);
  if (refused !== null) {
    await printDiagnostics(context, options.directory, [refused]);
    return exitCodes.failed;
  }
  if (out !== undefined && template !== undefined) {
    const { runExportTemplate } = await import(
      '../../features/authoring/templates/export-template-command.ts'
    );
    return runExportTemplate(context, { ...options, template, out });
  }
  if (out !== undefined && address !== undefined) {
    const { runExportCycle } = await import(
      '../../features/authoring/cycle-files/export-cycle-command.ts'
    );
    return runExportCycle(context, { ...options, address, out });
  }
  const { runExportCommand } = await import('../../features/authoring/export/export-command.ts');
  return runExportCommand(context, options);
}

function checkChoice(options: Options): Diagnostic | null {
  const { address, template, out, all, full, merge, foreign, select } = options;
  const choosesAccounts = [all, full, merge, foreign, select.length > 0].includes(true);
  if (address === undefined && template === undefined) {
    return out === undefined
      ? null
      : refuse('--out is for one cycle or template, and none is named');
  }
  if (address !== undefined && template !== undefined) {
    return refuse('A cycle and a template are named, and one file has one of them');
  }
  if (choosesAccounts) return refuse('An address was given, and a choice of accounts beside it');
  return out === undefined ? refuse('No --out says where the cycle file is to be') : null;
}

function refuse(summary: string): Diagnostic {
  const remedy =
    'Write ACCOUNT/cycles/KEY --out cycles/KEY.cycle.json for a cycle, --template NAME --out FILE for a template; --all or --select for accounts.';
  return { code: 'wrong-usage', severity: 'error', summary, remedy };
}
