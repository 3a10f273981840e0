import type { CommandContext, GlobalOptions } from '../../../app/context.ts';
import { type ExitCode, exitCodes } from '../../../app/exit-codes.ts';
import { formatCommitMessage } from '../../../app/git/format-commit-message.ts';
import { type CommitTarget, openFileCommit, writeCommit } from '../../../app/git/write-commit.ts';
import { printRefused } from '../../../app/output/print-diagnostics.ts';
import { openManifestFiles } from '../../../app/project/open-manifest-files.ts';
import { openProjectFiles } from '../../../app/project/project-files.ts';
import { indexManifests } from '../../../engine/index/index-manifests.ts';
import { loadTable, maxTableBytes } from '../../../engine/load/tables/load-table.ts';
import { withOverlay } from '../../../engine/load/with-overlay.ts';
import { count } from '../../../kit/text/text-layout.ts';
import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { Files } from '../../../model/ports.ts';
import { formatDocument } from '../../../reports/json/format-document.ts';
import { formatTable } from '../tables/format-tables.ts';
import { checkRows, type RowCounts } from './check-rows.ts';
import { findTable, type PulledTable } from './find-table.ts';
import { type Answer, type PullSource, readAnswer } from './read-answer.ts';

type PullOptions = GlobalOptions & {
  readonly fleet: string;
  readonly table?: string;
  readonly allowShrink?: number;
} & PullSource;

const orphaned =
  'An account whose row is gone is orphaned until it is destroyed; the next plan lists it.\n';

type Refused = { readonly refused: readonly Diagnostic[] };

/**
 * `cyclectl fleet pull FLEET --from SOURCE`: writes a table from outside the repository in its canonical form, and
 * commits it. Writes nothing unless the answer is whole and the project is valid with it.
 */
export async function runFleetPull(
  context: CommandContext,
  options: PullOptions,
): Promise<ExitCode> {
  const { directory, format } = options;
  const files = openProjectFiles(directory);
  const target = await findTable(files, options);
  if ('refused' in target) return printRefused(context, directory, target.refused);
  const { path, before } = target;
  const commitTarget = await openFileCommit(directory, path, context.environment);
  const answer = await readAnswer(context, directory, options);
  if ('refused' in answer) return printRefused(context, directory, [answer.refused]);
  const made = await makeTable(files, { target, answer, allowShrink: options.allowShrink });
  if ('refused' in made) return printRefused(context, directory, made.refused);
  const { text, counts } = made;
  const message = formatMessage(path, answer.source, counts);
  const commit =
    text === before ? null : await write(directory, { ...target, text }, { commitTarget, message });
  if (commit !== null && typeof commit !== 'string') {
    return printRefused(context, directory, [commit]);
  }
  const changes = formatCounts(counts);
  const result =
    commit === null
      ? `No change. ${path} has ${count(counts.rows, 'row')}.\n`
      : `Pulled ${path}: ${changes}. Committed ${commit.slice(0, 12)}.\n${counts.removed > 0 ? orphaned : ''}`;
  await context.terminal.out(
    format === 'json' ? formatDocument('fleet-pull', { table: path, ...counts, commit }) : result,
  );
  return exitCodes.ok;
}

/** Makes the canonical text of an answer, if the project is valid with it. */
async function makeTable(
  files: Files,
  {
    target: { path, at, fleet, table: now },
    answer,
    allowShrink,
  }: {
    readonly target: PulledTable;
    readonly answer: Answer;
    readonly allowShrink: number | undefined;
  },
): Promise<{ readonly text: string; readonly counts: RowCounts } | Refused> {
  const read = await loadTable(withOverlay(files, new Map([[path, answer.text]])), path, at);
  if (read.table === null) return { refused: [reportMistakes(path, read.diagnostics)] };
  const text = formatTable(read.table, answer.text, fleet.blueprint);
  if (Buffer.byteLength(text) > maxTableBytes) return { refused: [reportLarge()] };
  const { refused, counts } = checkRows(now, read.table, allowShrink);
  if (refused !== null) return { refused: [refused] };
  // Mistakes are reported by the lines of the answer; what is written is validated too.
  for (const each of [answer.text, text]) {
    const { index } = await indexManifests(withOverlay(files, new Map([[path, each]])), {
      isReadAgain: false,
    });
    const errors = index.diagnostics.filter(({ severity }) => severity === 'error');
    const [first] = errors;
    if (first === undefined) continue;
    return { refused: first.at?.file === path ? [reportMistakes(path, errors)] : errors };
  }
  return { text, counts };
}

/** Writes and commits the table; returns the commit, or why nothing was written. */
async function write(
  directory: string,
  { path, before, text }: Pick<PulledTable, 'path' | 'before'> & { readonly text: string },
  { commitTarget, message }: { readonly commitTarget: CommitTarget; readonly message: string },
): Promise<string | Diagnostic> {
  const manifests = openManifestFiles(directory);
  const isWritten = await (before === null
    ? manifests.create(path, text)
    : manifests.replace(path, { before, text }));
  if (!isWritten) {
    return reportError('file-in-the-way', {
      summary: `${path} changed meanwhile; nothing was written`,
      remedy: 'Run the command again.',
    });
  }
  try {
    return await writeCommit(commitTarget, message);
  } catch (error) {
    await (before === null
      ? manifests.remove(path, text)
      : manifests.replace(path, { before: text, text: before }));
    throw error;
  }
}

// A place in the answer would show a line of the file of now.
function reportMistakes(path: string, diagnostics: readonly Diagnostic[]): Diagnostic {
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  const [first] = errors;
  const row = first?.at?.file === path ? ` in line ${first.at.line}` : '';
  return reportError('pull-refused', {
    summary: `The pulled table has ${count(errors.length, 'mistake')}, such as${row}: ${first?.summary ?? ''}; nothing was written`,
    remedy: first?.remedy ?? 'Correct what the source exports.',
  });
}

function reportLarge(): Diagnostic {
  return reportError('pull-refused', {
    summary: 'The pulled table is larger than 16 MiB; nothing was written',
    remedy: 'Split it into several tables.',
  });
}

function formatMessage(path: string, source: string, counts: RowCounts): string {
  return formatCommitMessage({
    says: `Pull ${path}`,
    why: `The table comes from ${source}.`,
    items: [formatCounts(counts)],
    left: [],
  });
}

function formatCounts({ rows, added, changed, removed }: RowCounts): string {
  return `${count(rows, 'row')}, ${added} new, ${changed} changed, ${removed} gone`;
}
