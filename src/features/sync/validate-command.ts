import type { CommandContext, GlobalOptions } from '../../app/context.ts';
import { type ExitCode, exitCodes } from '../../app/exit-codes.ts';
import { printDiagnostics } from '../../app/output/print-diagnostics.ts';
import { writeReport } from '../../app/output/write-report.ts';
import { openProjectFiles } from '../../app/project/project-files.ts';
import { indexManifests } from '../../engine/index/index-manifests.ts';
import { count } from '../../kit/text/text-layout.ts';
import { type Diagnostic, hasErrors } from '../../model/diagnostic/diagnostic.ts';
import type { Project } from '../../model/manifest/project.ts';
import type { ValidateReport } from '../../model/report/report-document.ts';
import { toGroupedFindings } from './to-grouped-findings.ts';

/** `cyclectl validate`: checks every manifest, and the worlds of embedded services, offline. */
export async function runValidate(
  context: CommandContext,
  options: GlobalOptions,
): Promise<ExitCode> {
  const walked = await indexManifests(openProjectFiles(options.directory));
  const { project } = walked;
  const ofWorlds = project === null ? [] : await listWorldErrors(options.directory, project);
  const index = { ...walked.index, diagnostics: [...walked.index.diagnostics, ...ofWorlds] };
  const isValid = project !== null && !hasErrors(index.diagnostics);
  if (options.format === 'text') {
    await printDiagnostics(context, options.directory, index.diagnostics);
  }
  const { accounts, diagnostics } = toGroupedFindings(index);
  const report: ValidateReport = {
    kind: 'validate',
    run: { accounts: accounts.length, diagnostics },
    accounts: () => accounts,
  };
  const text = isValid ? [`Valid. ${count(accounts.length, 'account')}.\n`] : [];
  await writeReport(context, options, { report, text });
  return isValid ? exitCodes.ok : exitCodes.failed;
}

// Imports the emulator only for projects that use it.
async function listWorldErrors(
  directory: string,
  project: Project,
): Promise<readonly Diagnostic[]> {
  const services = [...project.environments.values()].map(({ service }) => service.kind);
  if (!services.includes('emulator')) return [];
  const { checkWorlds } = await import('../../app/ports/check-worlds.ts');
  return checkWorlds(directory, project);
}
