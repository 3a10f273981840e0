import { indexManifests } from '../../engine/index/index-manifests.ts';
import type { Diagnostic } from '../../model/diagnostic/diagnostic.ts';
import type { AccountEntry } from '../../model/manifest/manifest.ts';
import type { Environment } from '../../model/manifest/project.ts';
import type { Crossing } from '../../model/report/advice/crossing.ts';
import type { CommandContext, GlobalOptions } from '../context.ts';
import { chooseEnvironment, type Opening, openRun } from './open-run.ts';
import { openProjectFiles } from './project-files.ts';

/** What commands about two environments take beside the options of every command. */
export type CrossingOptions = GlobalOptions & { readonly from: string; readonly to: string };

/** Two environments of a project, and its accounts in the first one. */
export type OpenedCrossing = {
  readonly opening: Opening;
  readonly to: Environment;
  readonly crossing: Crossing;
  /** All accounts that manifests have, selected or not. */
  readonly all: readonly AccountEntry[];
};

/** Walks the manifests for two environments, or says why that cannot be done. */
export async function openCrossing(
  context: CommandContext,
  options: CrossingOptions,
): Promise<OpenedCrossing | { readonly refused: readonly Diagnostic[] }> {
  const { from, to } = options;
  if (options.env !== undefined) {
    return refuse('--environment was given beside --from and --to', 'Leave it out.');
  }
  if (from === to) {
    return refuse('--from and --to name the same environment', 'Name two.');
  }
  const opening = await openRun(context, { ...options, env: from });
  if ('refused' in opening) return opening;
  const target = chooseEnvironment(opening.project, to);
  if ('refused' in target) return target;
  const { index } = await indexManifests(openProjectFiles(options.directory));
  const variables = { from: opening.environment.variables, to: target.variables };
  return { opening, to: target, crossing: { from, to, variables }, all: index.accounts };
}

function refuse(summary: string, remedy: string): { readonly refused: readonly Diagnostic[] } {
  return { refused: [{ code: 'wrong-usage', severity: 'error', summary, remedy }] };
}
