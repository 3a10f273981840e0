import { delimiter, isAbsolute, resolve } from 'node:path';
import { isBeneath } from '../../kit/files/inside-folder.ts';
import { resolveReal } from './find-work-tree.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Variables with the author, and with the paths of the machine's own files. */
const passedVariables = [
  ...['SYSTEMROOT', 'TMPDIR', 'TEMP', 'EMAIL', 'GIT_CONFIG_NOSYSTEM'],
  ...['GIT_AUTHOR_NAME', 'GIT_AUTHOR_EMAIL', 'GIT_AUTHOR_DATE'],
  ...['GIT_COMMITTER_NAME', 'GIT_COMMITTER_EMAIL', 'GIT_COMMITTER_DATE'],
];

/** Variables with the paths of git's own settings. */
const configVariables = [
  ...['HOME', 'XDG_CONFIG_HOME', 'USERPROFILE'],
  ...['GIT_CONFIG_GLOBAL', 'GIT_CONFIG_SYSTEM'],
];

const defaultPath = ['/usr/local/bin', '/usr/bin', '/bin'].join(delimiter);

/**
 * Makes the environment of git: no secrets, no other variables of the job, no settings or programs
 * from inside `bound`, where a branch writes.
 */
export function toGitEnvironment(
  environment: Environment,
  bound: string,
): Readonly<Record<string, string>> & { readonly PATH: string } {
  const isOutside = (path: string) =>
    isAbsolute(path) && !isBeneath(bound, resolveReal(path) ?? resolve(path));
  const kept = Object.entries(environment).flatMap(([name, value]) => {
    const upper = name.toUpperCase();
    if (value === undefined) return [];
    if (passedVariables.includes(upper)) return [[name, value] as const];
    return configVariables.includes(upper) && isOutside(value) ? [[name, value] as const] : [];
  });
  const path = environment.PATH ?? defaultPath;
  return {
    ...Object.fromEntries(kept),
    PATH: path.split(delimiter).filter(isOutside).join(delimiter),
    // Forbids every transport, also for missing objects of a partial clone.
    GIT_ALLOW_PROTOCOL: 'none',
    GIT_NO_LAZY_FETCH: '1',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    // Disables traces, because settings of the machine may include files of the checkout.
    GIT_TRACE2: '0',
    GIT_TRACE2_EVENT: '0',
    GIT_TRACE2_PERF: '0',
    LC_ALL: 'C',
  };
}
