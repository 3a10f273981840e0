import { machineTimer, type Timer } from '../kit/tasks/timer.ts';
import { checkOptions, projectShapes } from './check-options.ts';
import { CyclectlError } from './cyclectl-error.ts';
import type { ProjectOptions } from './options.ts';

/** A project that calls are about. It holds no resource: nothing is to be closed. */
export type Project = {
  readonly directory: string;
  /** The environment as it was named; null where it was not. */
  readonly environment: string | null;
  readonly select: readonly string[];
};

/** The other settings of a project; apart, because it has secrets, and a project may be logged. */
export type Surroundings = {
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly allowExec: readonly string[];
  readonly timer: Timer;
};

const surroundings = new WeakMap<Project, Surroundings>();

/**
 * Opens a project for calls. Manifests are read by each call, so that it sees what was edited. Throws
 * `CyclectlError` for wrong options.
 */
export async function openProject(options: ProjectOptions = {}): Promise<Project> {
  checkOptions('openProject', options, projectShapes);
  const { directory = '.', environment = null, select = [], allowExec = [] } = options;
  const { environmentVariables: variables = process.env, timer = machineTimer } = options;
  const project: Project = Object.freeze({ directory, environment, select: [...select] });
  surroundings.set(project, { variables, allowExec: [...allowExec], timer });
  return project;
}

/** The surroundings of a project. Throws `CyclectlError` for one that `openProject` has not made. */
export function readSurroundings(project: Project): Surroundings {
  const found = surroundings.get(project);
  if (found !== undefined) return found;
  throw new CyclectlError('the first argument is not a project', {
    code: 'wrong-usage',
    remedy: 'Pass the result of: await openProject()',
  });
}
