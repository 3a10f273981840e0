import type { CommandContext, GlobalOptions } from '../../app/context.ts';
import { type ExitCode, exitCodes } from '../../app/exit-codes.ts';
import { printDiagnostics, printRefused } from '../../app/output/print-diagnostics.ts';
import { type ProjectRequest, withProject } from '../../app/project/open-project.ts';
import { openProjectFiles } from '../../app/project/project-files.ts';
import { findDocument } from '../../engine/observe/find-document.ts';
import { formatNearest } from '../../kit/text/nearest.ts';
import { type Diagnostic, hasErrors, reportError } from '../../model/diagnostic/diagnostic.ts';
import { type AccountEntry, findIdInEnvironment } from '../../model/manifest/manifest.ts';
import { formatDocument } from '../../reports/json/format-document.ts';
import { formatRendered, toRendered } from './format-rendered.ts';

type RenderOptions = GlobalOptions & { readonly account?: string; readonly all?: boolean };

/**
 * `cyclectl render ACCOUNT`: prints the manifest that an account comes to in an environment, with
 * its layers merged and its placeholders resolved. `--all` prints all that `--select` names.
 */
export function runRender(context: CommandContext, options: RenderOptions): Promise<ExitCode> {
  return withProject(context, options, render);
}

async function render({
  context,
  options,
  project,
}: ProjectRequest<RenderOptions>): Promise<ExitCode> {
  const { directory, account, all = false, format } = options;
  const { environment, accounts, selected } = project;
  if ((account === undefined) === !all) return printRefused(context, directory, [askForOne()]);
  const here = accounts.filter((entry) => findIdInEnvironment(entry, environment.name) !== null);
  const entries = all ? selected.entries : here.filter(({ key }) => key === account);
  if (account !== undefined && entries.length === 0) {
    const unknown = reportUnknown(account, here, environment.name);
    return printRefused(context, directory, [unknown]);
  }
  const search = {
    files: openProjectFiles(directory),
    environment: environment.name,
    environments: project.project.environments,
  };
  const rendered = [];
  const found: Diagnostic[] = [...project.diagnostics];
  for (const entry of entries) {
    const { document, diagnostics } = await findDocument(search, entry);
    found.push(...diagnostics);
    if (document !== null) rendered.push(toRendered(document, environment.name));
  }
  await printDiagnostics(context, directory, found);
  const texts = rendered.map(formatRendered);
  await context.terminal.out(
    format === 'json' ? formatDocument('render', { accounts: rendered }) : texts.join('---\n'),
  );
  return hasErrors(found) ? exitCodes.failed : exitCodes.ok;
}

function askForOne(): Diagnostic {
  return reportError('wrong-usage', {
    summary: 'Name one account, or pass --all',
    remedy: 'Run cyclectl render NAME, or cyclectl render --all.',
  });
}

function reportUnknown(
  account: string,
  entries: readonly AccountEntry[],
  environment: string,
): Diagnostic {
  const names = entries.map(({ key }) => key);
  return reportError('selection-empty', {
    summary: `The manifests have no account ${account} in ${environment}`,
    remedy: formatNearest(account, names, 'accounts') ?? 'Write it in a table or a file.',
  });
}
