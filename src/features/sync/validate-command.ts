import type { CommandContext, GlobalOptions } from '../../app/context.ts';
import { type ExitCode, exitCodes } from '../../app/exit-codes.ts';
import { printDiagnostics } from '../../app/output/print-diagnostics.ts';
import { writeReport } from '../../app/output/write-report.ts';
import { openProjectFiles } from '../../app/project/project-files.ts';
import { indexManifests } from '../../engine/index/index-manifests.ts';
import { count } from '../../kit/text/text-layout.ts';
import { parsePath } from '../../model/address.ts';
import { type Diagnostic, hasErrors } from '../../model/diagnostic/diagnostic.ts';
import type { AccountEntry, ManifestIndex } from '../../model/manifest/manifest.ts';
import type { Project } from '../../model/manifest/project.ts';
import type { ValidatedAccount, ValidateReport } from '../../model/report/report-document.ts';

/** Diagnostics of manifests, grouped by account; those of no account are separate. */
type GroupedFindings = {
  readonly accounts: readonly ValidatedAccount[];
  readonly diagnostics: readonly Diagnostic[];
};

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

/**
 * Assigns each diagnostic to the account whose file or address it names, in order of names. In a
 * file shared by accounts, one without an address belongs to the project.
 */
export function toGroupedFindings({
  accounts,
  refused,
  diagnostics,
}: ManifestIndex): GroupedFindings {
  const entries = [...accounts, ...refused].sort(compareEntries);
  const found = new Map(entries.map((entry) => [entry, [] as Diagnostic[]]));
  const rest: Diagnostic[] = [];
  const findOwner = indexOwners(entries);
  for (const diagnostic of diagnostics) {
    const owner = findOwner(diagnostic);
    (owner === null ? rest : (found.get(owner) ?? rest)).push(diagnostic);
  }
  return {
    accounts: entries.map((entry) => ({
      account: entry.key,
      at: entry.at,
      diagnostics: found.get(entry) ?? [],
    })),
    diagnostics: rest,
  };
}

function indexOwners(
  entries: readonly AccountEntry[],
): (diagnostic: Diagnostic) => AccountEntry | null {
  const byFile = new Map<string, AccountEntry | null>();
  const byKey = new Map<string, AccountEntry>();
  for (const entry of entries) {
    byFile.set(entry.file, byFile.has(entry.file) ? null : entry);
    byKey.set(entry.key, byKey.get(entry.key) ?? entry);
  }
  return ({ at, address }) => {
    const own = at === undefined ? null : (byFile.get(at.file) ?? null);
    if (own !== null || address === undefined) return own;
    return byKey.get(parsePath(address)[0] ?? '') ?? null;
  };
}

function compareEntries(left: AccountEntry, right: AccountEntry): number {
  if (left.key !== right.key) return left.key < right.key ? -1 : 1;
  return left.file < right.file ? -1 : 1;
}
