import { runProgram } from '../../../src/cli/run-program.ts';
import { openRecordedContext } from '../../support/run-in-process.ts';

/** Validates a project as a person does at a terminal, which saves its names. */
export async function validateAtTerminal(
  directory: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<number> {
  const { context } = openRecordedContext(environment);
  const terminal = { ...context.terminal, progress: 'screen' as const };
  const argv = ['-C', directory, 'validate'];
  return runProgram({ ...context, terminal }, { argv, endedBy: () => null });
}
