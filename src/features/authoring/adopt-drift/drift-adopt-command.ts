import type { CommandContext, GlobalOptions } from '../../../app/context.ts';
import { type ExitCode, toPromotionExitCode } from '../../../app/exit-codes.ts';
import {
  type BranchTarget,
  createBranchCommit,
  openBranch,
} from '../../../app/git/create-branch-commit.ts';
import { printDiagnostics, printRefused } from '../../../app/output/print-diagnostics.ts';
import { openReadPorts } from '../../../app/ports/open-ports.ts';
import { openManifestFiles } from '../../../app/project/open-manifest-files.ts';
import { type ProjectContext, withProject } from '../../../app/project/open-project.ts';
import { toRun } from '../../../app/project/to-run.ts';
import { reportUnknownAddresses } from '../../../engine/diff/report-not-drifted.ts';
import { openRunContext } from '../../../engine/run/make-plan.ts';
import type { Address } from '../../../model/address.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type { FileEdit } from '../../../model/manifest/manifest-files.ts';
import { adoptDrift } from './adopt-drift.ts';
import type { DriftAdoption } from './drift-adoption.ts';
import { formatDriftAdoptionJson, formatDriftAdoptionText } from './format-drift-adoption.ts';
import { formatDriftAdoptionMessage } from './format-drift-adoption-message.ts';

export type DriftAdoptOptions = GlobalOptions & {
  /** Addresses as typed. */
  readonly address?: readonly string[];
  readonly branch?: string;
};

const instead = 'remove --branch to change the files in place';

/**
 * `cyclectl drift --adopt`: writes out-of-band changes into the manifests. Writes to no service.
 */
export async function runDriftAdopt(
  context: CommandContext,
  options: DriftAdoptOptions,
): Promise<ExitCode> {
  const { directory, branch, address = [] } = options;
  const target =
    branch === undefined
      ? null
      : await openBranch(directory, { branch, instead }, context.environment);
  return withProject(context, options, async (projectContext) => {
    await printDiagnostics(context, directory, projectContext.diagnostics);
    const addresses = [...new Set(address)] as readonly string[] as readonly Address[];
    const unknown = reportUnknownAddresses(addresses, projectContext.selected.entries);
    if (unknown.length > 0) {
      return await printRefused(context, directory, unknown);
    }
    const found = await observeAndAdopt(context, projectContext, {
      addresses,
      verbose: options.verbose,
    });
    return deliverFiles(context, options, { projectContext, found, target });
  });
}

async function observeAndAdopt(
  context: CommandContext,
  project: ProjectContext,
  { addresses, verbose }: { readonly addresses: readonly Address[]; readonly verbose: boolean },
): Promise<DriftAdoption> {
  const { environment, root } = project;
  const ports = await openReadPorts({ root, environment, context, verbose });
  try {
    const { entries, named, width, ...run } = toRun(project, ports);
    const looking = await openRunContext(run.context, named);
    return await adoptDrift({ context: looking, entries, all: project.accounts, addresses, width });
  } finally {
    await ports.close();
  }
}

async function deliverFiles(
  context: CommandContext,
  options: DriftAdoptOptions,
  {
    projectContext,
    found,
    target,
  }: {
    readonly projectContext: ProjectContext;
    readonly found: DriftAdoption;
    readonly target: BranchTarget | null;
  },
): Promise<ExitCode> {
  const { directory, format } = options;
  const environment = projectContext.environment.name;
  if (target !== null && found.files.length > 0) {
    await createBranchCommit(target, found.files, formatDriftAdoptionMessage(found, environment));
  }
  // Prints spans of the observed files, because lines shift when files are written.
  await printDiagnostics(context, directory, found.diagnostics);
  const { adoption, changed } =
    target === null ? await writeFiles(directory, found) : { adoption: found, changed: [] };
  await printDiagnostics(context, directory, changed);
  const at = { environment, directory, branch: target?.branch ?? null };
  await context.terminal.out(
    format === 'json'
      ? formatDriftAdoptionJson(adoption, at)
      : formatDriftAdoptionText(adoption, at),
  );
  return toPromotionExitCode(adoption);
}

// Skips a file that changed meanwhile and writes the others, because each is complete on its own.
async function writeFiles(
  directory: string,
  found: DriftAdoption,
): Promise<{ readonly adoption: DriftAdoption; readonly changed: readonly Diagnostic[] }> {
  const manifests = openManifestFiles(directory);
  const files: FileEdit[] = [];
  const changed: Diagnostic[] = [];
  for (const edit of found.files) {
    const { path, before, after: text } = edit;
    const isWritten = before !== null && (await manifests.replace(path, { before, text }));
    if (isWritten) files.push(edit);
    else changed.push(reportChanged(path));
  }
  const written = new Set(files.map(({ path }) => path));
  const adoption = {
    ...found,
    files,
    values: found.values.filter(({ file }) => written.has(file)),
    diagnostics: [...found.diagnostics, ...changed],
    incomplete: found.incomplete + changed.length,
  };
  return { adoption, changed };
}

function reportChanged(path: string): Diagnostic {
  const summary = `${path} changed while cyclectl ran, and was not written`;
  return { code: 'file-changed', severity: 'error', summary };
}
