import { runProgram } from '../../../src/cli/run-program.ts';
import type { Project } from '../../support/run-cyclectl.ts';
import { openRecordedContext } from '../../support/run-in-process.ts';

/** Runs a command on a terminal of so many columns; null: in a pipe. */
export async function runInColumns(
  { directory, environment }: Pick<Project, 'directory' | 'environment'>,
  columns: number | null,
  ...args: readonly string[]
) {
  const { context, out, said } = openRecordedContext(environment);
  const { paint } = context.terminal;
  const terminal = { ...context.terminal, columns, paint: { ...paint, columns: columns ?? 80 } };
  const argv = ['-C', directory, ...args];
  const exitCode = await runProgram({ ...context, terminal }, { argv, endedBy: () => null });
  return { exitCode, stdout: out(), stderr: said() };
}
