import type { Diagnostic } from '../model/diagnostic.ts';
import { type ExportOptions, runExportCommand } from './commands/export.ts';
import { runExportCycle } from './commands/export-cycle.ts';
import { runExportTemplate } from './commands/export-template.ts';
import type { CommandContext } from './context.ts';
import { type ExitCode, exitCodes } from './exit-codes.ts';
import { printDiagnostics } from './print-diagnostics.ts';

/** What `cyclectl export` takes: a cycle or a template and its file, or a choice of accounts. */
type Options = ExportOptions & {
  readonly address?: string;
  readonly template?: string;
  readonly out?: string;
};

/** `cyclectl export`: one cycle or template as a cycle file where it is named, else accounts as manifests. */
export async function chooseExport(context: CommandContext, options: Options): Promise<ExitCode> {
  const { address, template, out } = options;
  const refused = judgeChoice(options);
  if (refused !== null) {
    await printDiagnostics(context, options.directory, [refused]);
    return exitCodes.failed;
  }
  if (out === undefined) return runExportCommand(context, options);
  if (template !== undefined) return runExportTemplate(context, { ...options, template, out });
  return address === undefined
    ? runExportCommand(context, options)
    : runExportCycle(context, { ...options, address, out });
}

function judgeChoice(options: Options): Diagnostic | null {
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
