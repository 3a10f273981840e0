import type { Made } from '../model/report-document.ts';
import type { CommandContext } from './context.ts';
import { readCommit, readFolder } from './read-commit.ts';

/** When a report is made, by what, and from which state of a project's folder. */
export async function readMade(
  { version }: Pick<CommandContext, 'version'>,
  directory: string,
): Promise<Made> {
  const [commit, folder] = await Promise.all([readCommit(directory), readFolder(directory)]);
  return { at: new Date().toISOString(), tool: `cyclectl ${version}`, commit, folder };
}
