import { homedir } from 'node:os';
import { findProgram } from '../../kit/files/find-program.ts';
import { type Environment, parseReading, type SecretReading } from './file-provider.ts';

/** Programs that the operator lets manifests run, and their environment. */
export type ExecRights = {
  /** Names or absolute paths, as manifests write them. */
  readonly allowed: ReadonlySet<string>;
  readonly environment: Environment;
  /** Project folder; no program in it is run. */
  readonly root: string;
  /** Time limit of a program. */
  readonly timeoutMs: number;
};

const maxBytes = 1024 * 1024;

/**
 * Output of a program, without one trailing line end. Runs without shell, input or terminal, in the
 * home folder, without the variables of cyclectl. On an error or timeout its process group is
 * killed.
 */
export async function readProgram(
  rights: ExecRights,
  [program = '', ...args]: readonly string[],
): Promise<SecretReading> {
  const { allowed, environment, root } = rights;
  if (!allowed.has(program)) return { lack: 'not-allowed' };
  const file = await findProgram(program, { path: environment.get('PATH') ?? '', root });
  if (file === null) return { lack: 'no-program' };
  return run(rights, file, args);
}

async function run(
  { environment, timeoutMs }: ExecRights,
  file: string,
  args: readonly string[],
): Promise<SecretReading> {
  // Import late because most runs start no program.
  const { execa } = await import('execa');
  const running = execa(file, args, {
    env: toProgramEnvironment(environment),
    extendEnv: false,
    cwd: homedir(),
    stdin: 'ignore',
    stderr: 'ignore',
    encoding: 'buffer',
    stripFinalNewline: false,
    maxBuffer: maxBytes,
    reject: false,
    // Start a process group, so that its children can be killed with it.
    detached: true,
  });
  let isLate = false;
  const endGroup = () => killGroup(running.pid);
  const timer = setTimeout(() => {
    isLate = true;
    endGroup();
  }, timeoutMs);
  process.once('exit', endGroup);
  try {
    const result = await running;
    if (isLate) return { lack: 'timed-out' };
    if (result.isMaxBuffer) return { lack: 'too-long' };
    if (result.exitCode === undefined && result.signal === undefined) return { lack: 'no-program' };
    return result.failed ? { lack: 'failed' } : parseReading(result.stdout);
  } finally {
    clearTimeout(timer);
    process.removeListener('exit', endGroup);
    endGroup();
  }
}

function toProgramEnvironment(environment: Environment): Record<string, string> {
  const passed = [...environment].flatMap(([name, value]) =>
    value === undefined || name.startsWith('CYCLECTL_') ? [] : [[name, value] as const],
  );
  return Object.fromEntries(passed);
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    // ESRCH means that the group has ended already.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
