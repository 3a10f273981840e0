import { homedir } from 'node:os';
import { findProgram } from '../../kit/files/find-program.ts';
import { type GroupOutput, type GroupRun, runGroup } from '../../kit/tasks/run-group.ts';
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

/** How an allowed program is run. */
type AllowedRun = Omit<GroupRun, 'file' | 'environment' | 'folder'>;

const maxBytes = 1024 * 1024;

/** Output of a program, without one trailing line end. It has no input. */
export async function readProgram(
  rights: ExecRights,
  [program = '', ...args]: readonly string[],
): Promise<SecretReading> {
  const { timeoutMs } = rights;
  const output = await runAllowedProgram(rights, program, { args, maxBytes, timeoutMs });
  return output.kind === 'output' ? parseReading(output.bytes) : { lack: output.kind };
}

/**
 * Runs a program that the operator allows, without shell or terminal, in the home folder, without
 * the variables of cyclectl. On an error or timeout its process group is killed.
 */
export async function runAllowedProgram(
  { allowed, environment, root }: ExecRights,
  program: string,
  run: AllowedRun,
): Promise<GroupOutput | { readonly kind: 'not-allowed' }> {
  if (!allowed.has(program)) return { kind: 'not-allowed' };
  const file = await findProgram(program, { path: environment.get('PATH') ?? '', root });
  if (file === null) return { kind: 'no-program' };
  const variables = toProgramEnvironment(environment);
  return runGroup({ ...run, file, environment: variables, folder: homedir() });
}

function toProgramEnvironment(environment: Environment): Record<string, string> {
  const passed = [...environment].flatMap(([name, value]) =>
    value === undefined || name.startsWith('CYCLECTL_') ? [] : [[name, value] as const],
  );
  return Object.fromEntries(passed);
}
