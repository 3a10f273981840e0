import { count } from '../../kit/text-layout.ts';
import { hasErrors } from '../../model/diagnostic.ts';
import type { ValidateReport } from '../../model/report-document.ts';
import { groupFindings } from '../../pipeline/group-findings.ts';
import { indexManifests } from '../../pipeline/index-manifests.ts';
import type { CommandContext, GlobalOptions } from '../context.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { printDiagnostics } from '../print-diagnostics.ts';
import { openProjectFiles } from '../project-files.ts';
import { publishReport } from '../publish-report.ts';

/** `cyclectl validate`: every manifest, offline. */
export async function runValidate(
  context: CommandContext,
  options: GlobalOptions,
): Promise<ExitCode> {
  const { project, index } = await indexManifests(openProjectFiles(options.directory));
  const isValid = project !== null && !hasErrors(index.diagnostics);
  if (options.format === 'text') {
    await printDiagnostics(context, options.directory, index.diagnostics);
  }
  const { accounts, diagnostics } = groupFindings(index);
  const report: ValidateReport = {
    kind: 'validate',
    run: { accounts: accounts.length, diagnostics },
    accounts: () => accounts,
  };
  const text = isValid ? [`Valid. ${count(accounts.length, 'account')}.\n`] : [];
  await publishReport(context, options, { report, text });
  return isValid ? exitCodes.ok : exitCodes.failed;
}
