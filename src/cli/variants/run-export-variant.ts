import type { CommandContext } from '../../app/context.ts';
import type { ExitCode } from '../../app/exit-codes.ts';
import { printRefused } from '../../app/output/print-diagnostics.ts';
import type { ExportOptions } from '../../features/authoring/export/export-command.ts';
import { type Diagnostic, reportError } from '../../model/diagnostic/diagnostic.ts';

type Options = ExportOptions & {
  readonly address?: string;
  readonly template?: string;
  readonly out?: string;
};

/** Runs `cyclectl export`: a named cycle or template to a cycle file, else accounts to manifests. */
export async function runExportVariant(
  context: CommandContext,
  options: Options,
): Promise<ExitCode> {
  const { address, template, out } = options;
  const refused = checkChoice(options);
  if (refused !== null) return printRefused(context, options.directory, [refused]);
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
  const hasTemplate = options.secretsTemplate !== undefined;
  const choosesAccounts = [all, full, merge, foreign, hasTemplate, select.length > 0].includes(
    true,
  );
  if (address === undefined && template === undefined) {
    return out === undefined ? null : refuse('--out needs the address of a cycle, or --template');
  }
  if (address !== undefined && template !== undefined) {
    return refuse('An address and --template cannot be combined: a file holds one of them');
  }
  if (choosesAccounts)
    return refuse('A cycle or template and a choice of accounts cannot be combined');
  return out === undefined
    ? refuse('--out is missing: a cycle or template needs a file to write to')
    : null;
}

function refuse(summary: string): Diagnostic {
  const remedy =
    'For a cycle, write ACCOUNT/cycles/KEY --out cycles/KEY.cycle.json; for a template, --template NAME --out FILE; for accounts, --all or --select.';
  return reportError('wrong-usage', { summary, remedy });
}
