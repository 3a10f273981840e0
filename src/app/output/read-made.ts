import type { ReportMetadata } from '../../model/report/report-document.ts';
import type { CommandContext } from '../context.ts';
import { readCommitLocation } from '../git/read-commit.ts';

/** When a report is made, by what, and from which state of a project's folder. */
export async function readMade(
  { version, environment }: Pick<CommandContext, 'version' | 'environment'>,
  directory: string,
): Promise<ReportMetadata> {
  const { commit, folder } = await readCommitLocation(directory, environment);
  return { at: new Date().toISOString(), tool: `cyclectl ${version}`, commit, folder };
}
