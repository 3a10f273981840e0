import { type Diagnostic, reportError } from '../../model/diagnostic/diagnostic.ts';
import type { Environment } from '../../model/manifest/project.ts';
import type { EnvironmentMapping } from '../../model/report/advice/environment-mapping.ts';
import type { CommandContext, GlobalOptions } from '../context.ts';
import { openProjectContext, type ProjectContext, selectEnvironment } from './open-project.ts';

/** Options of commands about two environments. */
export type EnvironmentMappingOptions = GlobalOptions & {
  readonly from: string;
  readonly to: string;
};

/** Two environments of a project, and its accounts in the first one. */
export type OpenedMapping = {
  readonly project: ProjectContext;
  readonly to: Environment;
  readonly environmentMapping: EnvironmentMapping;
};

/** Reads the manifests for two environments, or reports why not. */
export async function openEnvironmentMapping(
  context: CommandContext,
  options: EnvironmentMappingOptions,
): Promise<OpenedMapping | { readonly refused: readonly Diagnostic[] }> {
  const { from, to } = options;
  if (options.env !== undefined) {
    return refuse('--environment cannot be used with --from and --to', 'Remove it.');
  }
  if (from === to) {
    return refuse('--from and --to name the same environment', 'Name two different environments.');
  }
  const project = await openProjectContext(context, { ...options, env: from });
  if ('refused' in project) return project;
  const target = selectEnvironment(project.project, to);
  if ('refused' in target) return target;
  const variables = { from: project.environment.variables, to: target.variables };
  return {
    project,
    to: target,
    environmentMapping: { from, to, variables },
  };
}

function refuse(summary: string, remedy: string): { readonly refused: readonly Diagnostic[] } {
  return { refused: [reportError('wrong-usage', { summary, remedy })] };
}
