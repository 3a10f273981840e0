import { delimiter, dirname, isAbsolute, resolve, sep } from 'node:path';
import { findProgram } from '../../kit/files/find-program.ts';
import { isBeneath } from '../../kit/files/inside-folder.ts';
import { OperationalError } from '../../kit/operational-error.ts';
import { toVisible } from '../../kit/text/visible-text.ts';
import { findWorkTree, resolveReal, type WorkTree } from './find-work-tree.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Variables with the author, and with the paths of the machine's own files. */
const passedVariables = [
  ...['SYSTEMROOT', 'TMPDIR', 'TEMP', 'EMAIL', 'GIT_CONFIG_NOSYSTEM'],
  ...['GIT_AUTHOR_NAME', 'GIT_AUTHOR_EMAIL', 'GIT_AUTHOR_DATE'],
  ...['GIT_COMMITTER_NAME', 'GIT_COMMITTER_EMAIL', 'GIT_COMMITTER_DATE'],
];

/** Variables with the paths of git's own settings. */
const configVariables = [
  ...['HOME', 'XDG_CONFIG_HOME', 'USERPROFILE'],
  ...['GIT_CONFIG_GLOBAL', 'GIT_CONFIG_SYSTEM'],
];

const defaultPath = ['/usr/local/bin', '/usr/bin', '/bin'].join(delimiter);

/** The answer of git. */
export type GitAnswer = { readonly ok: boolean; readonly out: string; readonly stderr: string };

/** Another repository that one call of git may reach, by one protocol and with nothing of the machine's own settings. */
export type GitRemote = {
  readonly protocol: 'https' | 'http' | 'ssh' | 'file';
  readonly variables: Readonly<Record<string, string>>;
  /** Read by the program of GIT_ASKPASS from descriptor 3; null without one. */
  readonly token: string | null;
  /** Ends the call when it is aborted. */
  readonly stopping: AbortSignal;
};

/** Parts of a call of git: `index` is a file in place of its index; `settings` are for this call alone. */
type GitGiven = {
  readonly input?: string;
  readonly index?: string;
  readonly settings?: readonly (readonly [string, string])[];
  readonly remote?: GitRemote;
};

/** Asks git of one repository. Without `remote`, it reaches no other. */
export type Git = (words: readonly string[], given?: GitGiven) => Promise<GitAnswer>;

/** A repository that git may be asked of. */
export type Repository = {
  readonly git: Git;
  readonly top: string;
  /** The opened folder relative to the top, ending with `/`; empty at the top. */
  readonly prefix: string;
};

/** The reason why git is unavailable. `says` is git's own message, if any. */
export type GitUnavailable = {
  readonly lack: 'no-git' | 'no-repository' | 'not-read';
  readonly stderr: string;
};

/**
 * Switches that keep git from running or fetching programs of its settings. Filters have no such
 * switch.
 */
const switches = [
  ...['--no-pager', '-c', 'safe.bareRepository=explicit'],
  ...['-c', 'core.hooksPath=/dev/null', '-c', 'core.fsmonitor=false'],
  ...['-c', 'core.sshCommand=false', '-c', 'core.askPass=', '-c', 'credential.helper='],
  ...['-c', 'protocol.allow=never', '-c', 'commit.gpgSign=false'],
  ...['-c', 'user.useConfigOnly=true', '-c', 'gc.auto=0', '-c', 'maintenance.auto=false'],
];

/** Commands that run programs of settings and attributes for a difference. */
const diffCommands: ReadonlySet<string> = new Set([
  'diff',
  'diff-index',
  'diff-files',
  'diff-tree',
]);

/** Longest time of a call, and of one that reaches another repository. */
const [callMs, remoteMs] = [60_000, 600_000];

type GitRun = (
  args: readonly string[],
  given?: {
    readonly input?: string;
    readonly env?: Readonly<Record<string, string>>;
    readonly remote?: GitRemote | undefined;
  },
) => Promise<GitAnswer & { readonly exitCode: number | undefined }>;

/**
 * Opens the repository of a folder, by its `.git`, so that files of a branch cannot pose as one.
 * Every call of git goes through here. Filters of a branch are disabled.
 */
export async function openRepository(
  directory: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Repository | GitUnavailable> {
  const tree = findWorkTree(directory);
  if (tree === null) return { lack: 'no-repository', stderr: '' };
  const { top, gitDir, prefix } = tree;
  const env = toGitEnvironment(environment, tree.bound);
  const program = await findProgram('git', { path: env.PATH, root: tree.bound });
  if (program === null) return { lack: 'no-git', stderr: '' };
  const run = toRun(program, env);
  const owned = await run(['-C', top, 'rev-parse', '--absolute-git-dir'], {
    env: { GIT_CEILING_DIRECTORIES: dirname(top) },
  });
  if (!owned.ok || resolveReal(owned.out.replace(/\r?\n$/, '')) !== gitDir) {
    return { lack: 'not-read', stderr: owned.stderr };
  }
  const at = [`--git-dir=${gitDir}`, `--work-tree=${top}`, '-C', resolve(top, prefix)];
  const filters = await listBranchFilters(run, at, tree);
  if (typeof filters === 'string') return { lack: 'not-read', stderr: filters };
  const off = filters.flatMap((name) => [
    ...['clean', 'smudge', 'process'].map((key) => [`${name}.${key}`, ''] as const),
    [`${name}.required`, 'false'] as const,
  ]);
  const git: Git = (
    [command = '', ...words],
    { input = '', index, settings = [], remote } = {},
  ) => {
    const plain = diffCommands.has(command) ? ['--no-ext-diff', '--no-textconv'] : [];
    const own = toSettings([...off, ...settings]);
    const env = { ...own, ...(index === undefined ? {} : { GIT_INDEX_FILE: index }) };
    return run([...at, command, ...plain, ...words], { input, env, remote });
  };
  return { git, top, prefix };
}

/** Creates an empty repository in a folder that does not exist, without the machine's templates. Throws `OperationalError`. */
export async function createRepository(folder: string, environment: Environment): Promise<void> {
  const env = toGitEnvironment(environment, folder);
  const program = await findProgram('git', { path: env.PATH, root: dirname(folder) });
  if (program === null) throw toNoGitError();
  const made = await toRun(program, env)(['init', '--quiet', '--template=', '--', folder]);
  if (made.ok) return;
  throw new OperationalError(`git init failed: ${toVisible(made.stderr.split('\n')[0] ?? '')}`, {
    remedy: 'Check the folder for temporary files (TMPDIR) and its free space.',
  });
}

/**
 * Opens the repository of a folder for a command that requires one. Throws `OperationalError` that names
 * `instead`.
 */
export async function openRequiredRepository(
  directory: string,
  environment: Readonly<Record<string, string | undefined>>,
  remedy: string,
): Promise<Repository> {
  const opened = await openRepository(directory, environment);
  if (!('lack' in opened)) return opened;
  const shown = toVisible(directory);
  const [text = ''] = opened.stderr.split('\n');
  switch (opened.lack) {
    case 'no-git':
      throw toNoGitError();
    case 'no-repository':
      throw new OperationalError(`${shown} is not in a git repository`, { remedy });
    case 'not-read':
      throw new OperationalError(
        `${shown} is not in a git repository that git can read: ${toVisible(text)}`,
        {
          remedy: text.includes('dubious ownership')
            ? 'If you trust its owner, let git read it: git config --global --add safe.directory FOLDER'
            : remedy,
        },
      );
  }
}

function toNoGitError(): OperationalError {
  return new OperationalError('git is not installed', {
    remedy: 'Install git, or remove the option that needs it.',
  });
}

function toRun(program: string, surroundings: Readonly<Record<string, string>>): GitRun {
  return async (args, { input = '', env = {}, remote } = {}) => {
    // Imported late because most runs are in no repository, or ask for nothing of it.
    const { execa } = await import('execa');
    const { exitCode, stdout, stderr } = await execa(program, [...switches, ...args], {
      reject: false,
      stripFinalNewline: false,
      timeout: remote === undefined ? callMs : remoteMs,
      input,
      extendEnv: false,
      env: { ...surroundings, ...env, ...toRemoteEnvironment(remote) },
      ...(remote === undefined ? {} : { cancelSignal: remote.stopping }),
      ...(typeof remote?.token === 'string' ? toTokenPipe(remote.token) : {}),
    });
    return { ok: exitCode === 0, out: stdout, stderr: stderr.trim(), exitCode };
  };
}

// The one protocol that this call may speak, in place of none.
function toRemoteEnvironment(remote: GitRemote | undefined): Readonly<Record<string, string>> {
  if (remote === undefined) return {};
  return { ...remote.variables, GIT_ALLOW_PROTOCOL: remote.protocol };
}

// A pipe, because arguments, variables and files of a process can be read from outside.
function toTokenPipe(token: string) {
  const text = new TextEncoder().encode(`${token}\n`);
  return { stdio: ['pipe', 'pipe', 'pipe', text] } as const;
}

/**
 * Filters (`filter.NAME`) in settings that a branch can write, because other settings may include
 * such a file. Returns a text if git does not read the settings.
 */
async function listBranchFilters(
  run: GitRun,
  at: readonly string[],
  { top, bound }: WorkTree,
): Promise<readonly string[] | string> {
  const words = [
    'config',
    '-z',
    '--show-origin',
    '--name-only',
    '--get-regexp',
    String.raw`^filter\.`,
  ];
  const { exitCode, out, stderr: text } = await run([...at, ...words]);
  // 1: not found.
  if (exitCode === 1) return [];
  if (exitCode !== 0) return text;
  const parts = out.split('\0');
  const names = new Set<string>();
  for (let index = 0; index + 1 < parts.length; index += 2) {
    const [origin = '', key = ''] = parts.slice(index);
    const file = resolve(top, origin.replace(/^file:/, ''));
    const real = resolveReal(file) ?? file;
    const isOfBranch =
      isBeneath(bound, real) && !real.slice(bound.length).split(sep).includes('.git');
    if (isOfBranch) names.add(key.slice(0, key.lastIndexOf('.')));
  }
  return [...names];
}

// Handed on as variables: the name of a filter may have any character in it.
function toSettings(settings: readonly (readonly [string, string])[]): Record<string, string> {
  return Object.fromEntries([
    ['GIT_CONFIG_COUNT', String(settings.length)],
    ...settings.flatMap(([key, value], at) => [
      [`GIT_CONFIG_KEY_${at}`, key],
      [`GIT_CONFIG_VALUE_${at}`, value],
    ]),
  ]);
}

/** The output of git; throws `OperationalError` if it fails. */
export async function runGit(git: Git, ...asked: Parameters<Git>): Promise<string> {
  const { ok, out, stderr: text } = await git(...asked);
  if (ok) return out;
  const [first = ''] = text.split('\n');
  throw new OperationalError(`git ${toVisible(asked[0][0] ?? '')} failed: ${toVisible(first)}`, {
    remedy:
      'Nothing was changed. Fix the cause that git reports, or remove the option that needs git.',
  });
}

/**
 * Makes the environment of git: no secrets, no other variables of the job, no settings or programs
 * from inside `bound`, where a branch writes.
 */
function toGitEnvironment(
  environment: Environment,
  bound: string,
): Readonly<Record<string, string>> & { readonly PATH: string } {
  const isOutside = (path: string) =>
    isAbsolute(path) && !isBeneath(bound, resolveReal(path) ?? resolve(path));
  const kept = Object.entries(environment).flatMap(([name, value]) => {
    const upper = name.toUpperCase();
    if (value === undefined) return [];
    if (passedVariables.includes(upper)) return [[name, value] as const];
    return configVariables.includes(upper) && isOutside(value) ? [[name, value] as const] : [];
  });
  const path = environment.PATH ?? defaultPath;
  return {
    ...Object.fromEntries(kept),
    PATH: path.split(delimiter).filter(isOutside).join(delimiter),
    // Forbids every transport, also for missing objects of a partial clone.
    GIT_ALLOW_PROTOCOL: 'none',
    GIT_NO_LAZY_FETCH: '1',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    // Disables traces, because settings of the machine may include files of the checkout.
    GIT_TRACE2: '0',
    GIT_TRACE2_EVENT: '0',
    GIT_TRACE2_PERF: '0',
    LC_ALL: 'C',
  };
}
