import { execa } from 'execa';
import type { Project } from './run-cyclectl.ts';

/** Author of commits in tests, independent of the machine's git configuration. */
export const person = {
  GIT_AUTHOR_NAME: 'A Person',
  GIT_AUTHOR_EMAIL: 'person@cyclectl.example',
  GIT_COMMITTER_NAME: 'A Person',
  GIT_COMMITTER_EMAIL: 'person@cyclectl.example',
  GIT_CONFIG_GLOBAL: '/dev/null',
};

/** Output of git in a folder. */
export async function git(directory: string, ...words: readonly string[]): Promise<string> {
  const { stdout } = await execa('git', words, { cwd: directory, env: person });
  return stdout;
}

/** Commits all that is there. */
export async function commit(
  { directory }: Pick<Project, 'directory'>,
  message: string,
): Promise<void> {
  await git(directory, 'add', '--all');
  await git(directory, 'commit', '--quiet', '--message', message);
}

/** The manifest of an account with little in it. */
export function smallAccount(key: string, spec = ''): string {
  return `apiVersion: cyclectl/v1\nkind: Account\nmetadata: {name: ${key}}\nspec:\n  id: ${key}-id\n${spec}`;
}
