import type { CommandContext, GlobalOptions } from '../../app/context.ts';
import { type ExitCode, exitCodes } from '../../app/exit-codes.ts';
import { printDiagnostics, printRefused } from '../../app/output/print-diagnostics.ts';
import { type ProjectRequest, withProject } from '../../app/project/open-project.ts';
import { openProjectFiles } from '../../app/project/project-files.ts';
import { findEntryHere } from '../../engine/index/find-entry.ts';
import { findDocument } from '../../engine/observe/find-document.ts';
import { type Diagnostic, hasErrors, reportError } from '../../model/diagnostic/diagnostic.ts';
import { formatDocument } from '../../reports/json/format-document.ts';
import { runEject } from './eject/eject-command.ts';
import { formatRendered, toRendered } from './format-rendered.ts';

type RenderOptions = GlobalOptions & {
  readonly account?: string;
  readonly all?: boolean;
  readonly eject?: boolean;
};

/**
 * `cyclectl render ACCOUNT`: prints the manifest that an account comes to in an environment,
 * `--all` those of all that `--select` names. `--eject` writes the manifest as a file.
 */
export function runRender(context: CommandContext, options: RenderOptions): Promise<ExitCode> {
  return withProject(context, options, render);
}

async function render(request: ProjectRequest<RenderOptions>): Promise<ExitCode> {
  const { context, options, project } = request;
  const { directory, account, all = false, eject = false, format } = options;
  const { environment, selected } = project;
  if ((account === undefined) === !all) return printRefused(context, directory, [askForOne()]);
  const found = account === undefined ? null : findEntryHere(project, account);
  if (found !== null && 'refused' in found) return printRefused(context, directory, found.refused);
  if (eject && found !== null) return runEject(request, found.entry);
  const entries = found === null ? selected.entries : [found.entry];
  const search = {
    files: openProjectFiles(directory),
    environment: environment.name,
    environments: project.project.environments,
  };
  const rendered = [];
  const reported: Diagnostic[] = [...project.diagnostics];
  for (const entry of entries) {
    const { document, diagnostics } = await findDocument(search, entry);
    reported.push(...diagnostics);
    if (document !== null) rendered.push(toRendered(document, environment.name));
  }
  await printDiagnostics(context, directory, reported);
  const texts = rendered.map(formatRendered);
  await context.terminal.out(
    format === 'json' ? formatDocument('render', { accounts: rendered }) : texts.join('---\n'),
  );
  return hasErrors(reported) ? exitCodes.failed : exitCodes.ok;
}

function askForOne(): Diagnostic {
  return reportError('wrong-usage', {
    summary: 'Name one account, or pass --all',
    remedy: 'Run cyclectl render NAME, or cyclectl render --all.',
  });
}
