import { execa } from 'execa';
import { Trouble } from '../kit/trouble.ts';
import { toVisible } from '../kit/visible-text.ts';

/** What git answers. */
export type GitAnswer = { readonly ok: boolean; readonly out: string; readonly says: string };

/** Asks git of one repository. `index` is a file that stands for its index. */
export type Git = (
  words: readonly string[],
  given?: { readonly input?: string; readonly index?: string },
) => Promise<GitAnswer>;

/** What git may know of its surroundings: where programs and settings are, and who commits. */
const known = [
  ...['PATH', 'HOME', 'XDG_CONFIG_HOME', 'USERPROFILE', 'SYSTEMROOT', 'TMPDIR', 'TEMP'],
  ...['GIT_AUTHOR_NAME', 'GIT_AUTHOR_EMAIL', 'GIT_AUTHOR_DATE', 'GIT_CONFIG_GLOBAL', 'EMAIL'],
  ...['GIT_COMMITTER_NAME', 'GIT_COMMITTER_EMAIL', 'GIT_COMMITTER_DATE'],
];

/** Nothing that the settings of a repository name is run, and nobody is asked. */
const quiet = [
  ...['-c', 'core.hooksPath=/dev/null', '-c', 'core.fsmonitor=false'],
  ...['-c', 'protocol.allow=never', '-c', 'user.useConfigOnly=true', '-c', 'gc.auto=0'],
];

/** A git that runs nothing of the repository's own. Secrets of the environment are not handed on. */
export function openGit(
  directory: string,
  environment: Readonly<Record<string, string | undefined>>,
): Git {
  const kept = Object.entries(environment).filter(([name]) => known.includes(name.toUpperCase()));
  return async (words, { input = '', index } = {}) => {
    const { exitCode, stdout, stderr, code } = await execa(
      'git',
      ['--no-pager', ...quiet, '-C', directory, ...words],
      {
        reject: false,
        stripFinalNewline: false,
        timeout: 60_000,
        input,
        extendEnv: false,
        env: {
          ...Object.fromEntries(kept),
          GIT_TERMINAL_PROMPT: '0',
          GIT_OPTIONAL_LOCKS: '0',
          GIT_NO_LAZY_FETCH: '1',
          LC_ALL: 'C',
          ...(index === undefined ? {} : { GIT_INDEX_FILE: index }),
        },
      },
    );
    if (code === 'ENOENT') {
      throw new Trouble('there is no git here', {
        remedy: 'Install git, or leave out the option that asks it.',
      });
    }
    return { ok: exitCode === 0, out: stdout, says: stderr.trim() };
  };
}

/** What git prints; throws `Trouble` where it does not do what it was asked. */
export async function askGit(git: Git, ...asked: Parameters<Git>): Promise<string> {
  const { ok, out, says } = await git(...asked);
  if (ok) return out;
  const [first = ''] = says.split('\n');
  throw new Trouble(`git ${toVisible(asked[0][0] ?? '')} failed: ${toVisible(first)}`, {
    remedy: 'Nothing was changed; see what git says, or leave out the option that asks it.',
  });
}
