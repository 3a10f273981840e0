import { hasErrors } from '../../model/diagnostic.ts';
import { indexManifests } from '../../pipeline/index-manifests.ts';
import { writeValidateJson } from '../../stages/report/write-validate-json.ts';
import type { CommandContext, GlobalOptions } from '../context.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { printDiagnostics } from '../print-diagnostics.ts';
import { openProjectFiles } from '../project-files.ts';

/** `cyclectl validate`: every manifest, offline. */
export async function runValidate(
  context: CommandContext,
  options: GlobalOptions,
): Promise<ExitCode> {
  const { project, index } = await indexManifests(openProjectFiles(options.directory));
  const isValid = project !== null && !hasErrors(index.diagnostics);
  if (options.format === 'json') {
    await context.terminal.out(writeValidateJson(index.diagnostics, index.accounts.length));
  } else {
    await printDiagnostics(context, options.directory, index.diagnostics);
    if (isValid) await context.terminal.out(`Valid. ${count(index.accounts.length, 'account')}.\n`);
  }
  return isValid ? exitCodes.ok : exitCodes.failed;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
