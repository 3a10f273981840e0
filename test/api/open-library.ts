import {
  type Project as LibraryProject,
  openProject,
  type ProjectOptions,
} from '../../src/index.ts';
import { HastyTimer } from '../service/open-for-test.ts';
import type { Project } from '../support/run-cyclectl.ts';

/** A project folder of a test, opened by the library; waits take no time. */
export function openLibrary(
  { directory, environment }: Pick<Project, 'directory' | 'environment'>,
  options: ProjectOptions = {},
): Promise<LibraryProject> {
  const timer = new HastyTimer();
  return openProject({ directory, environmentVariables: environment, timer, ...options });
}

/** The items of an iterable of either kind. */
export async function readAll<T>(items: Iterable<T> | AsyncIterable<T>): Promise<readonly T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** The text of pieces. */
export async function readText(pieces: AsyncIterable<string>): Promise<string> {
  return (await readAll(pieces)).join('');
}
