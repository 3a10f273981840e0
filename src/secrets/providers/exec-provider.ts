import { homedir } from 'node:os';
import { findProgram } from '../../kit/files/find-program.ts';
import { runGroup } from '../../kit/tasks/run-group.ts';
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
  const output = await runGroup({
    file,
    args,
    environment: toProgramEnvironment(environment),
    folder: homedir(),
    maxBytes,
    timeoutMs,
  });
  return output.kind === 'output' ? parseReading(output.bytes) : { lack: output.kind };
}

function toProgramEnvironment(environment: Environment): Record<string, string> {
  const passed = [...environment].flatMap(([name, value]) =>
    value === undefined || name.startsWith('CYCLECTL_') ? [] : [[name, value] as const],
  );
  return Object.fromEntries(passed);
}
