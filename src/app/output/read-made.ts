import type { Made } from '../../model/report/report-document.ts';
import type { CommandContext } from '../context.ts';
import { readCommitPlace } from '../git/read-commit.ts';

/** When a report is made, by what, and from which state of a project's folder. */
export async function readMade(
  { version, environment }: Pick<CommandContext, 'version' | 'environment'>,
  directory: string,
): Promise<Made> {
  const { commit, folder } = await readCommitPlace(directory, environment);
  return { at: new Date().toISOString(), tool: `cyclectl ${version}`, commit, folder };
}
