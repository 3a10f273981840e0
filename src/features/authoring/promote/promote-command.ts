import type { CommandContext } from '../../../app/context.ts';
import { type ExitCode, toPromotionExitCode } from '../../../app/exit-codes.ts';
import {
  type BranchTarget,
  createBranchCommit,
  openBranch,
} from '../../../app/git/create-branch-commit.ts';
import { findRepository } from '../../../app/git/find-work-tree.ts';
import { formatCommitMessage } from '../../../app/git/format-commit-message.ts';
import type { IntoPlace } from '../../../app/options/option-values.ts';
import { printRepeat } from '../../../app/output/ask/print-repeat.ts';
import { printDiagnostics, printRefused } from '../../../app/output/print-diagnostics.ts';
import { makeFollow } from '../../../app/output/with-progress.ts';
import { openReadPorts } from '../../../app/ports/open-ports.ts';
import { checkNotLink } from '../../../app/project/make-own-folder.ts';
import {
  type EnvironmentMappingOptions,
  type OpenedMapping,
  openEnvironmentMapping,
} from '../../../app/project/open-environment-mapping.ts';
import type { ProjectRequest } from '../../../app/project/open-project.ts';
import { toRun } from '../../../app/project/to-run.ts';
import { openRunContext } from '../../../engine/run/open-run.ts';
import { readText } from '../../../kit/files/read-text.ts';
import { formatUnifiedPatch } from '../../../kit/files/unified-patch.ts';
import { writeFileAtomically } from '../../../kit/files/write-file.ts';
import { readMachine } from '../../../kit/machine.ts';
import { OperationalError, toFileError } from '../../../kit/operational-error.ts';
import { withOpened } from '../../../kit/tasks/with-opened.ts';
import { formatName, toLine } from '../../../kit/text/format-name.ts';
import { count, formatHanging } from '../../../kit/text/text-layout.ts';
import { toVisible } from '../../../kit/text/visible-text.ts';
import { parsePath, toFieldPath } from '../../../model/address.ts';
import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';
import { formatCommand } from '../../../model/report/advice/commands.ts';
import { formatPath } from '../../../reports/blocks/words/format-path.ts';
import { formatDocument } from '../../../reports/json/format-document.ts';
import { formatAccounts, makeChoice } from '../adopt-drift/shared-changes.ts';
import type { TargetAccounts } from './find-target-ids.ts';
import { type ConflictOptions, withConflicts } from './open-conflicts.ts';
import { promote } from './promote.ts';
import type { PromotedItem, PromoteRun, Promotion } from './promotion.ts';

/** Destination of the edits. */
type PromotionDestination = { readonly kind: 'branch' | 'file'; readonly name: string };

export type PromoteOptions = EnvironmentMappingOptions & {
  readonly out?: string;
  readonly branch?: string;
  readonly into?: readonly IntoPlace[];
} & ConflictOptions;

/** `cyclectl promote`: makes a patch of changes in one environment. Writes to no service. */
export async function runPromote(
  context: CommandContext,
  options: PromoteOptions,
): Promise<ExitCode> {
  const { out, branch, directory } = options;
  if (out !== undefined && branch !== undefined)
    return printRefused(context, options.directory, [conflictingOptions]);
  if (out !== undefined) await checkPatchPath(out);
  const target =
    branch === undefined
      ? null
      : await openBranch(directory, { branch, instead: 'use --out FILE' }, context.environment);
  const opened = await openEnvironmentMapping(context, options);
  if ('refused' in opened) return printRefused(context, options.directory, opened.refused);
  await printDiagnostics(context, directory, opened.project.diagnostics);
  const choice = makeChoice(context, options.into);
  const done = await withConflicts(context, options, (conflicts) =>
    observeAndPromote({ context, options, choice, conflicts }, opened),
  );
  if ('refused' in done) return printRefused(context, directory, done.refused);
  const unused = choice.reportUnused();
  if (unused.length > 0) return printRefused(context, directory, unused);
  const { promotion } = done;
  const answers = [...done.answers, ...choice.listAnswers()];
  if (answers.length > 0) printRepeat(context, answers);
  await printDiagnostics(context, directory, promotion.diagnostics);
  return deliver(context, options, { promotion, target });
}

const conflictingOptions: Diagnostic = reportError('wrong-usage', {
  summary: '--out and --branch cannot be combined',
  remedy: 'Pass one of them; without either, the patch goes to stdout.',
});

type PromoteRequest = Pick<PromoteRun, 'choice' | 'conflicts'> & {
  readonly context: CommandContext;
  readonly options: PromoteOptions;
};

async function observeAndPromote(
  { context, options, ...answers }: PromoteRequest,
  { project, to, environmentMapping }: OpenedMapping,
): Promise<Promotion> {
  return withOpened(openReadPorts({ context, options, project }), async (ports) => {
    const run = toRun(project, ports);
    const looking = await openRunContext(run.context, run.named);
    return promote({
      context: looking,
      entries: run.entries,
      all: project.accounts,
      environmentMapping,
      owner: readMachine().user,
      ...answers,
      readTarget: () => readTarget({ context, options, project: { ...project, environment: to } }),
      width: run.width,
      follow: makeFollow(context, ports),
    });
  });
}

// A target that cannot be opened keeps no change from the files.
async function readTarget(request: ProjectRequest<PromoteOptions>): Promise<TargetAccounts | null> {
  try {
    return await withOpened(openReadPorts(request), async ({ reader, store }) => {
      const listed = await reader.listAccounts();
      return { bindings: await store.listBindings(), accounts: listed.ok ? listed.value : null };
    });
  } catch (error) {
    if (!(error instanceof OperationalError)) throw error;
    const { name } = request.project.environment;
    request.context.terminal.log(toLine(`${name} was not read for missing ids: ${error.message}`));
    return null;
  }
}

type Delivery = { readonly promotion: Promotion; readonly target: BranchTarget | null };

async function deliver(
  context: CommandContext,
  options: PromoteOptions,
  { promotion, target }: Delivery,
): Promise<ExitCode> {
  const { out, log, isScreen } = context.terminal;
  const patch = formatPatch(promotion, options);
  const goal = patch === '' ? null : await writeDelivery(options, { promotion, target }, patch);
  for (const line of formatPromotionText(promotion, { ...options, goal })) log(line);
  if (options.format === 'json') await out(formatPromotionJson(promotion, { ...options, patch }));
  else if (goal === null && patch !== '') {
    // Escapes control characters on a screen, because a patch is taken from a file or pipe.
    await out(isScreen ? patch.split('\n').map(toVisible).join('\n') : patch);
  }
  return toPromotionExitCode(promotion);
}

// Names paths from the top of the repository, because git apply expects that.
function formatPatch({ files }: Promotion, { directory }: PromoteOptions): string {
  const { within } = findRepository(directory);
  return formatUnifiedPatch(
    files.map(({ path, ...texts }) => ({
      ...texts,
      path: within === '' ? path : `${within}/${path}`,
    })),
  );
}

/** Writes the change to its destination; null means stdout. */
async function writeDelivery(
  options: PromoteOptions,
  { promotion, target }: Delivery,
  patch: string,
): Promise<PromotionDestination | null> {
  if (target !== null) {
    await createBranchCommit(target, promotion.files, formatPromotionMessage(promotion, options));
    return { kind: 'branch', name: target.branch };
  }
  if (options.out === undefined) return null;
  await writePatch(options.out, patch);
  return { kind: 'file', name: options.out };
}

/** Formats the commit message of a promotion. */
function formatPromotionMessage(
  { carried, diagnostics }: Promotion,
  { from, to }: { readonly from: string; readonly to: string },
): string {
  return formatCommitMessage({
    says: `Promote changes from ${from} to ${to}`,
    why: `The service of ${from} was changed outside Git. The files now declare these values, so the next apply writes them to ${to}, and none reverts them in ${from}.`,
    items: formatPromoted(carried),
    left: diagnostics.map(({ address, summary }) =>
      address === undefined ? summary : `${address}: ${summary}`,
    ),
  });
}

/** Refuses a path that is a link or has other content than a patch. Throws `OperationalError`. */
async function checkPatchPath(path: string): Promise<void> {
  await checkNotLink(path);
  const text = await readExisting(path);
  if (text === '' || text.startsWith('diff --git ')) return;
  throw new OperationalError(`${toVisible(path)} exists and is not a patch`, {
    remedy: 'Pass another file with --out, or remove that one first.',
  });
}

async function readExisting(path: string): Promise<string> {
  try {
    return await readText(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw toFileError('read', path, error);
  }
}

/** Writes a patch atomically. Throws `OperationalError`. */
function writePatch(path: string, text: string): Promise<void> {
  return writeFileAtomically({ path, text, mode: 0o644 });
}

/** Formats promoted and refused changes, a line each, and the next steps. */
function formatPromotionText(
  promotion: Promotion,
  at: {
    readonly from: string;
    readonly to: string;
    /** Project folder as typed. */
    readonly directory: string;
    readonly goal: PromotionDestination | null;
  },
): readonly string[] {
  const { carried, files, accounts, incomplete, unmanaged = 0 } = promotion;
  const { from, to, directory, goal } = at;
  const read = `${count(accounts, 'account')} of ${from} ${accounts === 1 ? 'was' : 'were'} compared`;
  const left = incomplete === 0 ? '' : ` ${count(incomplete, 'account')} not promoted in full.`;
  const leftOut = unmanaged === 0 ? [] : [formatLeftOut(unmanaged, { directory, from })];
  if (files.length === 0) {
    return [toLine(`${read}; no file needs a change for ${to}.${left}`), ...leftOut];
  }
  const plan = formatCommand('plan', { directory, environment: to });
  const changed = count(files.length, 'file');
  const review =
    goal?.kind === 'branch'
      ? `One commit on the new branch ${formatName(goal.name)} changes ${changed}; the working tree is unchanged. Review and merge it`
      : `${goal === null ? 'The patch' : formatName(goal.name)} changes ${changed}. Review it, apply it with git apply and commit it`;
  return [
    ...formatPromoted(carried).map((line) => formatHanging(`+ ${toLine(line)}`, 2)),
    toLine(`${read}; nothing was sent.${left}`),
    toLine(`${review}; then: ${plan}`),
    ...leftOut,
  ];
}

function formatLeftOut(
  unmanaged: number,
  { directory, from }: { readonly directory: string; readonly from: string },
): string {
  const drift = formatCommand('drift', { directory, environment: from });
  return toLine(
    `${count(unmanaged, 'unmanaged change')} of ${from} left out, because no manifest manages them. To list them: ${drift}`,
  );
}

/** Formats promoted changes; equal ones of several accounts in one place once. */
function formatPromoted(carried: readonly PromotedItem[]): readonly string[] {
  const lines = carried.map(({ address, account, file, says: text }) => {
    const [, ...names] = parsePath(address);
    const place = text === null ? formatPath(file) : `${formatPath(file)}: ${text}`;
    return { address, account, place, path: toFieldPath(...names) };
  });
  const groups = Map.groupBy(lines, ({ path, place }) => `${path} in ${place}`);
  return [...groups].flatMap(([text, own]) => {
    const accounts = new Set(own.map(({ account }) => account));
    if (accounts.size === 1) return own.map(({ address, place }) => `${address} in ${place}`);
    return `${formatAccounts([...accounts])}: ${text}`;
  });
}

/** Formats the result as data, with the patch. */
function formatPromotionJson(
  { files, ...promotion }: Promotion,
  { from, to, patch }: { readonly from: string; readonly to: string; readonly patch: string },
): string {
  const paths = files.map(({ path, before }) => ({ path, isNew: before === null }));
  return formatDocument('promote', { run: { from, to, ...promotion, files: paths, patch } });
}
