import { homedir } from 'node:os';
import { findProgram } from '../../kit/files/find-program.ts';
import { parseReading, type SecretReading } from '../secret-reading.ts';
import type { Environment } from './env-provider.ts';

/** What the operator lets manifests run, and what it is run with. */
export type ExecRights = {
  /** Programs by the name or absolute path that manifests name them by. */
  readonly allowed: ReadonlySet<string>;
  readonly environment: Environment;
  /** The project folder: nothing of it is run. */
  readonly root: string;
  /** Longest that a program may take. */
  readonly timeoutMs: number;
};

const maxBytes = 1024 * 1024;

/**
 * What a program prints, without one line end. No shell reads its arguments; it has no input and no
 * terminal, its errors are not read, and it is run in the home folder. It sees the operator's
 * environment without the variables of cyclectl itself. It must end by itself, without an error; else
 * it is killed with all that it began.
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
  // Loaded where it is needed: most runs read no program's output.
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
    // A group of its own, so that what it began can be ended with it.
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
    // Nothing of it is left, which is what is wanted.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
