import type { CommandContext, GlobalOptions } from '../../../app/context.ts';
import { type ExitCode, toPromotionExitCode } from '../../../app/exit-codes.ts';
import {
  type BranchTarget,
  createBranchCommit,
  openBranch,
} from '../../../app/git/create-branch-commit.ts';
import { formatCommitMessage } from '../../../app/git/format-commit-message.ts';
import type { IntoPlace } from '../../../app/options/option-values.ts';
import { printRepeat } from '../../../app/output/ask/print-repeat.ts';
import { printDiagnostics, printRefused } from '../../../app/output/print-diagnostics.ts';
import { withNoQuestions } from '../../../app/output/terminal.ts';
import { makeFollow } from '../../../app/output/with-progress.ts';
import { openReadPorts } from '../../../app/ports/open-ports.ts';
import { openManifestFiles } from '../../../app/project/open-manifest-files.ts';
import {
  type ProjectContext,
  type ProjectRequest,
  withProject,
} from '../../../app/project/open-project.ts';
import { toRun } from '../../../app/project/to-run.ts';
import { reportUnknownAccounts } from '../../../engine/diff/check-drift-addresses.ts';
import { openRunContext } from '../../../engine/run/open-run.ts';
import type { TextChange } from '../../../kit/files/unified-patch.ts';
import { readMachine } from '../../../kit/machine.ts';
import { withOpened } from '../../../kit/tasks/with-opened.ts';
import { formatName, toLine } from '../../../kit/text/format-name.ts';
import { count, formatHanging, formatParagraph } from '../../../kit/text/text-layout.ts';
import type { Address } from '../../../model/address.ts';
import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';
import { formatCommand } from '../../../model/report/advice/commands.ts';
import { formatDocument } from '../../../reports/json/format-document.ts';
import type { Choice } from '../../fleet/rows/make-shared-edits.ts';
import { adoptDrift } from './adopt-drift.ts';
import type { DriftAdoption } from './drift-adoption.ts';
import { formatAdopted } from './format-adopted.ts';
import { makeChoice } from './shared-changes.ts';

/** Observed environment, and the destination of the edits. */
type AdoptionPlace = {
  readonly environment: string;
  /** Project folder as typed. */
  readonly directory: string;
  /** New branch; null for edits in place. */
  readonly branch: string | null;
};

export type DriftAdoptOptions = GlobalOptions & {
  /** Addresses as typed. */
  readonly address?: readonly string[];
  readonly branch?: string;
  readonly into?: readonly IntoPlace[];
  /** True to ask nothing. */
  readonly yes?: boolean;
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
  return withProject(context, options, async (request) => {
    const { project } = request;
    await printDiagnostics(context, directory, project.diagnostics);
    const addresses = [...new Set(address)] as readonly string[] as readonly Address[];
    const unknown = reportUnknownAccounts(
      addresses,
      project.selected.entries,
      project.environment.name,
    );
    if (unknown.length > 0) return printRefused(context, directory, unknown);
    const choice = makeChoice(toAsking(context, options), options.into);
    const found = await observeAndAdopt(request, addresses, choice);
    const unused = choice.reportUnused();
    if (unused.length > 0) return printRefused(context, directory, unused);
    const answers = choice.listAnswers();
    if (answers.length > 0) printRepeat(context, answers);
    return deliverFiles(context, options, { project, found, target });
  });
}

function toAsking(context: CommandContext, { yes }: DriftAdoptOptions): CommandContext {
  if (yes !== true) return context;
  return { ...context, terminal: withNoQuestions(context.terminal, '--yes asks nothing') };
}

async function observeAndAdopt(
  request: ProjectRequest,
  addresses: readonly Address[],
  choice: Choice,
): Promise<DriftAdoption> {
  const { context, project } = request;
  return withOpened(openReadPorts(request), async (ports) => {
    const { entries, named, width, ...run } = toRun(project, ports);
    const looking = await openRunContext(run.context, named);
    const owner = readMachine().user;
    const all = project.accounts;
    const follow = makeFollow(context, ports);
    const drifted = { context: looking, entries, all, addresses };
    return adoptDrift({ ...drifted, width, owner, choice, follow });
  });
}

async function deliverFiles(
  context: CommandContext,
  options: DriftAdoptOptions,
  {
    project,
    found,
    target,
  }: {
    readonly project: ProjectContext;
    readonly found: DriftAdoption;
    readonly target: BranchTarget | null;
  },
): Promise<ExitCode> {
  const { directory, format } = options;
  const environment = project.environment.name;
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
  const files: TextChange[] = [];
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
  return reportError('file-changed', { summary });
}

/** Formats the commit message of adopted drift. */
function formatDriftAdoptionMessage(
  { values, diagnostics }: DriftAdoption,
  environment: string,
): string {
  return formatCommitMessage({
    says: `Adopt changes made in ${environment}`,
    why: `The service of ${environment} was changed outside Git since the last apply. The files now declare these values, so the next apply keeps them.`,
    items: formatAdopted(values),
    left: diagnostics.map(({ address, summary }) =>
      address === undefined || summary.startsWith(address) ? summary : `${address}: ${summary}`,
    ),
  });
}

/** Formats adopted drift, a line each, and the next steps. */
function formatDriftAdoptionText(adoption: DriftAdoption, at: AdoptionPlace): string {
  const { files, values, accounts, incomplete, alsoIn } = adoption;
  const { environment, branch } = at;
  const looked = `${count(accounts, 'account')} of ${environment} ${accounts === 1 ? 'was' : 'were'} compared; nothing was sent.`;
  const left = incomplete === 0 ? '' : ` ${count(incomplete, 'account')} not adopted in full.`;
  if (files.length === 0) return `${toLine(`Nothing was written. ${looked}${left}`)}\n`;
  const changed = count(files.length, 'file');
  const where =
    branch === null
      ? `${changed} changed. To see what a plan still has, and to record the written values:`
      : `One commit on the new branch ${formatName(branch)} changes ${changed}; the working tree is unchanged. Review and merge it; then:`;
  return [
    ...formatAdopted(values).map((line) => formatHanging(`~ ${toLine(line)}`, 2)),
    toLine(`${looked}${left}`),
    ...(alsoIn.length === 0
      ? []
      : [toLine(`The files also apply to ${alsoIn.join(', ')}: review that plan too.`)]),
    formatParagraph(where, 0),
    `  ${formatCommand('plan', at)}`,
    `  ${formatCommand('apply', at)}`,
    '',
  ].join('\n');
}

/** Formats the result as data. */
function formatDriftAdoptionJson(
  { files, ...adoption }: DriftAdoption,
  { environment, branch }: AdoptionPlace,
): string {
  const paths = files.map(({ path }) => path);
  return formatDocument('drift-adopt', {
    run: { environment, branch, ...adoption, files: paths },
  });
}
