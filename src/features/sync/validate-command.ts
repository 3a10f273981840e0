import { relative, resolve, sep } from 'node:path';
import { saveCatalogNames, saveProjectNames } from '../../app/completion/save-names.ts';
import type { CommandContext, GlobalOptions } from '../../app/context.ts';
import { type ExitCode, exitCodes } from '../../app/exit-codes.ts';
import { printDiagnostics } from '../../app/output/print-diagnostics.ts';
import { listLabels } from '../../app/output/with-labels.ts';
import { writeReport } from '../../app/output/write-report.ts';
import { indexProject } from '../../app/project/index-project.ts';
import { openProjectFiles } from '../../app/project/project-files.ts';
import type { IndexedProject } from '../../engine/index/index-manifests.ts';
import { OperationalError } from '../../kit/operational-error.ts';
import { withOpened } from '../../kit/tasks/with-opened.ts';
import { count } from '../../kit/text/text-layout.ts';
import { toVisible } from '../../kit/text/visible-text.ts';
import { parsePath } from '../../model/address.ts';
import { type Diagnostic, hasErrors, isAudit } from '../../model/diagnostic/diagnostic.ts';
import { catalogFile } from '../../model/live/saved-catalog.ts';
import type { AccountEntry, ManifestIndex } from '../../model/manifest/manifest.ts';
import { blueprintFolder, fleetFolder, projectFile } from '../../model/manifest/project.ts';
import { policyFolder } from '../../model/plan/policy.ts';
import { formatCommand } from '../../model/report/advice/commands.ts';
import type { ValidatedAccount, ValidateReport } from '../../model/report/report-document.ts';
import {
  countSeverities,
  formatSeverities,
} from '../../reports/blocks/accounts/make-validated-blocks.ts';
import { type CatalogCheck, openCatalogCheck } from './open-catalog-check.ts';
import { openPolicyCheck, type PolicyCheck } from './open-policy-check.ts';

/** Diagnostics of manifests, grouped by account; those of no account are separate. */
type GroupedFindings = {
  readonly accounts: readonly ValidatedAccount[];
  readonly diagnostics: readonly Diagnostic[];
};

/** The end of a result without accounts, which may be in another folder. */
const whereManifestsAre =
  'Manifests are read from the folder accounts, or from those of spec.manifests in cyclectl.yaml.';

function formatOutdated({ directory, env: environment }: GlobalOptions): string {
  const command = formatCommand('catalog save', { directory, environment });
  return `Names and values are judged by ${catalogFile}. If the service has changed, run: ${command}`;
}

type ValidateOptions = GlobalOptions & {
  /** The only files to check, of those with accounts; all if empty. */
  readonly file: readonly string[];
  readonly allowEditedCycles?: boolean;
  /** The commit that tables of fleets are compared with. */
  readonly changedSince?: string;
};

/**
 * `cyclectl validate`: checks every manifest, and the worlds of embedded services, offline. Names
 * and values are judged by catalog.json and these worlds.
 */
export async function runValidate(
  context: CommandContext,
  options: ValidateOptions,
): Promise<ExitCode> {
  const { directory, allowEditedCycles = false } = options;
  const files = openProjectFiles(directory);
  const asked = toAskedPaths(options);
  const policies = await openPolicyCheck(context, directory);
  return withOpened(openCatalogCheck(files, directory, allowEditedCycles), async (catalogs) => {
    const walked = await indexProject(context, files, {
      makeCheck: async (project) => {
        const checks = [await catalogs.makeCheck(project), policies.makeCheck(project)];
        return async (meanings) => {
          const found = [];
          for (const check of checks) found.push(...(await check(meanings)));
          return found;
        };
      },
      isReadAgain: false,
      ...(asked === null ? {} : { isAsked: (path: string) => asked.has(path) }),
    });
    if (asked === null) {
      await saveProjectNames({ context, directory }, walked);
      await saveCatalogNames({ context, directory }, catalogs.saved);
    } else checkFound(asked, walked);
    const tables = await compareTables(context, options, walked);
    const ofPolicies = policies.listDiagnostics(walked.project);
    const others = [...catalogs.listDiagnostics(), ...ofPolicies, ...tables];
    return report(context, options, { walked, catalogs, policies, others });
  });
}

// Null for all: a mistake of a blueprint, a policy, a fleet or cyclectl.yaml can be in any account.
function toAskedPaths({ directory, file }: ValidateOptions): ReadonlySet<string> | null {
  const paths = file.map((each) =>
    relative(resolve(directory), resolve(each)).replaceAll(sep, '/'),
  );
  const isOfAll = (path: string) =>
    path === projectFile ||
    path.startsWith(`${blueprintFolder}/`) ||
    path.startsWith(`${policyFolder}/`) ||
    (path.startsWith(`${fleetFolder}/`) && /\.ya?ml$/.test(path));
  return paths.length === 0 || paths.some(isOfAll) ? null : new Set(paths);
}

function checkFound(asked: ReadonlySet<string>, { index }: IndexedProject): void {
  const { accounts, refused, diagnostics } = index;
  const known = new Set([
    ...[...accounts, ...refused].map(({ file }) => file),
    ...diagnostics.flatMap(({ at }) => at?.file ?? []),
  ]);
  for (const path of asked) {
    if (known.has(path)) continue;
    throw new OperationalError(`${toVisible(path)} has no account of the project`, {
      remedy: 'Name a file of a folder of manifests, or a table of a fleet.',
    });
  }
}

async function compareTables(
  { environment }: CommandContext,
  { directory, changedSince }: ValidateOptions,
  { project }: IndexedProject,
): Promise<readonly Diagnostic[]> {
  if (changedSince === undefined || project === null) return [];
  // Loads here, because it is seldom asked for and needs the packages of tables.
  const { openChanges } = await import('../ci/changed-since/open-changes.ts');
  const { checkTables } = await import('../ci/changed-since/check-tables.ts');
  const since = await openChanges(directory, changedSince, environment);
  return checkTables(since, openProjectFiles(directory), project.environments);
}

async function report(
  context: CommandContext,
  options: ValidateOptions,
  {
    walked,
    catalogs,
    policies,
    others,
  }: {
    readonly walked: IndexedProject;
    readonly catalogs: CatalogCheck;
    readonly policies: PolicyCheck;
    readonly others: readonly Diagnostic[];
  },
): Promise<ExitCode> {
  const { project } = walked;
  const index = { ...walked.index, diagnostics: [...walked.index.diagnostics, ...others] };
  const isValid = project !== null && !hasErrors(index.diagnostics);
  if (options.format === 'text') {
    const shown = index.diagnostics.filter((each) => !isAudit(each) && !policies.isUnchecked(each));
    await printDiagnostics(context, options.directory, shown);
    if (catalogs.hasFound()) context.terminal.log(formatOutdated(options));
  }
  context.reports.labels = listLabels([...index.accounts, ...index.refused]);
  const { accounts, diagnostics } = toGroupedFindings(index);
  const made: ValidateReport = {
    kind: 'validate',
    run: { accounts: accounts.length, diagnostics },
    accounts: () => accounts,
  };
  const verdict = ['Valid', formatSeverities(countSeverities(index.diagnostics))];
  const where = accounts.length > 0 ? '' : ` ${whereManifestsAre}`;
  const said = `${verdict.filter(Boolean).join(', ')}. ${count(accounts.length, 'account')}.${where}\n`;
  const text = isValid ? [said] : [];
  await writeReport(context, options, { report: made, text });
  return isValid ? exitCodes.ok : exitCodes.failed;
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
