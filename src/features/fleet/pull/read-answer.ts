import type { CommandContext } from '../../../app/context.ts';
import { readAddress } from '../../../app/ports/read-address.ts';
import { maxTableBytes } from '../../../engine/load/tables/load-table.ts';
import { findProgram } from '../../../kit/files/find-program.ts';
import { toText } from '../../../kit/files/folder.ts';
import { type GroupOutput, runGroup } from '../../../kit/tasks/run-group.ts';
import { toShortText, toVisible } from '../../../kit/text/visible-text.ts';
import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';

/** Source of a table outside the repository. */
export type PullSource = {
  readonly from: 'exec' | 'https';
  readonly url?: string;
  /** Program and its arguments. */
  readonly command: readonly string[];
};

/** Text of a table, and its source without anything that may be secret. */
export type Answer = { readonly text: string; readonly source: string };

type Refused = { readonly refused: Diagnostic };

const maxErrorBytes = 8192;
const maxErrorLines = 20;
const maxLineLength = 300;

const limits = { maxBytes: maxTableBytes, timeoutMs: 120_000 };

/** Reads the table that a source answers with: whole, of UTF-8 text, and not empty. */
export async function readAnswer(
  context: Pick<CommandContext, 'environment' | 'terminal'>,
  directory: string,
  source: PullSource,
): Promise<Answer | Refused> {
  const asked = checkSource(source);
  if (asked !== null) return { refused: asked };
  const read =
    source.from === 'https'
      ? await readUrl(context, source.url ?? '')
      : await readCommand(context, directory, source.command);
  if ('refused' in read) return read;
  const decoded = toText(read.bytes);
  if (!decoded.ok) {
    const remedy = 'Export the table as CSV, YAML or JSON in UTF-8.';
    return { refused: reportNoAnswer('the answer is not UTF-8 text', remedy) };
  }
  if (decoded.text.trim() === '') {
    return { refused: reportNoAnswer('the answer is empty', 'Correct what the source exports.') };
  }
  return { text: decoded.text, source: read.source };
}

function checkSource({ from, url, command }: PullSource): Diagnostic | null {
  const isRight =
    from === 'https'
      ? url !== undefined && command.length === 0
      : url === undefined && command.length > 0;
  if (isRight) return null;
  const remedy =
    from === 'https'
      ? 'Write --from https --url ADDRESS, without a command.'
      : 'Write --from exec -- PROGRAM ARGUMENTS, without --url.';
  return reportError('pull-failed', {
    summary: `--from ${from} lacks its source, or has two`,
    remedy,
  });
}

type Read = { readonly bytes: Uint8Array; readonly source: string };

async function readUrl(
  context: Pick<CommandContext, 'environment'>,
  url: string,
): Promise<Read | Refused> {
  const fetched = await readAddress(context, url, limits);
  if (fetched.ok) return { bytes: fetched.bytes, source: fetched.origin };
  return { refused: reportNoAnswer(fetched.says, fetched.remedy) };
}

async function readCommand(
  { environment, terminal }: Pick<CommandContext, 'environment' | 'terminal'>,
  directory: string,
  [program = '', ...args]: readonly string[],
): Promise<Read | Refused> {
  // A path that a person typed may be in the project; a name must not find a program of a branch.
  const file = program.includes('/')
    ? program
    : await findProgram(program, { path: environment.PATH ?? '', root: directory });
  let errors = Buffer.alloc(0);
  const onErrorOutput = (bytes: Uint8Array) => {
    errors = Buffer.concat([errors, bytes]).subarray(-maxErrorBytes);
  };
  const variables = toProgramEnvironment(environment);
  const output: GroupOutput =
    file === null
      ? { kind: 'no-program' }
      : await runGroup({ ...limits, file, args, environment: variables, onErrorOutput });
  const source = program.slice(program.lastIndexOf('/') + 1);
  if (output.kind === 'output') return { bytes: output.bytes, source };
  const says = `${source} ${formatEnd(output)}`;
  // After too much output, the last error is that of the pipe, which ended.
  const lines = output.kind === 'too-long' ? [] : toLastLines(errors);
  if (lines.length === 0) {
    const remedy = 'Run the command yourself to see why, and pull again.';
    return { refused: reportNoAnswer(says, remedy) };
  }
  terminal.log(`stderr of ${toVisible(source)} ends with:\n${lines.join('\n')}\n`);
  return { refused: reportNoAnswer(says, 'Correct what its stderr says above, and pull again.') };
}

// Keep these lines from reports and data, because a program may print a secret.
function toLastLines(errors: Buffer): readonly string[] {
  return errors
    .toString('utf8')
    .split(/[\r\n]+/)
    .filter((line) => line.trim() !== '')
    .slice(-maxErrorLines)
    .map((line) => `  ${toShortText(toVisible(line), maxLineLength)}`);
}

function toProgramEnvironment(environment: CommandContext['environment']): Record<string, string> {
  const passed = Object.entries(environment).flatMap(([name, value]) =>
    value === undefined || name.startsWith('CYCLECTL_') ? [] : [[name, value] as const],
  );
  return Object.fromEntries(passed);
}

const ends = {
  'no-program': 'is no program that can be run',
  'timed-out': `did not end within ${limits.timeoutMs / 1000} seconds`,
  'too-long': `printed more than ${limits.maxBytes / 2 ** 20} MiB`,
} as const;

function formatEnd(output: Exclude<GroupOutput, { readonly kind: 'output' }>): string {
  if (output.kind !== 'failed') return ends[output.kind];
  const { exitCode } = output;
  return exitCode === undefined ? 'was ended by a signal' : `ended with exit code ${exitCode}`;
}

function reportNoAnswer(says: string, remedy: string): Diagnostic {
  return reportError('pull-failed', {
    summary: `No table was pulled: ${says}; nothing was written`,
    remedy,
  });
}
