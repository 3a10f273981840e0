import type { ReportMetadata } from '../../model/report/report-document.ts';
import type { CommandContext } from '../context.ts';
import { readCommitLocation } from '../git/read-commit.ts';

/** The time, tool and commit of a report. */
export async function readMade(
  { version, environment }: Pick<CommandContext, 'version' | 'environment'>,
  directory: string,
): Promise<ReportMetadata> {
  const { commit, folder } = await readCommitLocation(directory, environment);
  return { at: new Date().toISOString(), tool: `cyclectl ${version}`, commit, folder };
}
