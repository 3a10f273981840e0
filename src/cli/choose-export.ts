import type { Diagnostic } from '../model/diagnostic.ts';
import { type ExportOptions, runExportCommand } from './commands/export.ts';
import { runExportCycle } from './commands/export-cycle.ts';
import type { CommandContext } from './context.ts';
import { type ExitCode, exitCodes } from './exit-codes.ts';
import { printDiagnostics } from './print-diagnostics.ts';

/** What `cyclectl export` takes: an address and the file of its cycle, or a choice of accounts. */
type Options = ExportOptions & { readonly address?: string; readonly out?: string };

/** `cyclectl export`: one cycle as a cycle file where an address is given, else accounts as manifests. */
export async function chooseExport(context: CommandContext, options: Options): Promise<ExitCode> {
  const { address, out } = options;
  const refused = judgeChoice(options);
  if (refused !== null) {
    await printDiagnostics(context, options.directory, [refused]);
    return exitCodes.failed;
  }
  return address === undefined || out === undefined
    ? runExportCommand(context, options)
    : runExportCycle(context, { ...options, address, out });
}

function judgeChoice({ address, out, all, full, select }: Options): Diagnostic | null {
  const choosesAccounts = all === true || full === true || select.length > 0;
  if (address === undefined) {
    return out === undefined ? null : refuse('--out is for one cycle, and no address was given');
  }
  if (choosesAccounts) return refuse('An address was given, and a choice of accounts beside it');
  return out === undefined ? refuse('No --out says where the cycle file is to be') : null;
}

function refuse(summary: string): Diagnostic {
  const remedy =
    'Write ACCOUNT/cycles/KEY --out cycles/KEY.cycle.json for a cycle; --all or --select for accounts.';
  return { code: 'wrong-usage', severity: 'error', summary, remedy };
}
