import { OperationalError } from '../../kit/operational-error.ts';
import type { Forge } from '../../model/report/forge.ts';
import { SecretValue } from '../../model/secret/secret.ts';
import { type ForgePlace, openForge } from '../../notify/forge/open-forge.ts';
import type { CommandContext } from '../context.ts';
import { checkTls } from './operator-bounds.ts';

type Variables = CommandContext['environment'];

/** Opens the GitHub or GitLab project of the job, from its variables. Throws `OperationalError`. */
export function openJobForge(context: Pick<CommandContext, 'environment' | 'timer'>): Forge {
  checkTls(context);
  const { environment, timer } = context;
  const ways = { environment, ...(timer === undefined ? {} : { timer }) };
  return openForge(findForge(environment), ways);
}

function findForge(variables: Variables): ForgePlace {
  const read = (name: string): string | null => variables[name] || null;
  const [repository, project] = [read('GITHUB_REPOSITORY'), read('CI_PROJECT_ID')];
  if (repository !== null) {
    checkName(repository, { variable: 'GITHUB_REPOSITORY', form: 'owner/name', parts: [2, 2] });
    const address = checkUrl(read('GITHUB_API_URL') ?? 'https://api.github.com');
    return { kind: 'github', address, repository, token: readToken(read, 'GITHUB_TOKEN') };
  }
  if (project !== null) {
    checkName(project, {
      variable: 'CI_PROJECT_ID',
      form: 'a number or group/name',
      parts: [1, 21],
    });
    const address = checkUrl(read('CI_API_V4_URL') ?? 'https://gitlab.com/api/v4');
    const token = readToken(read, 'GITLAB_TOKEN');
    return { kind: 'gitlab', address, repository: project, token };
  }
  throw new OperationalError('neither GITHUB_REPOSITORY nor CI_PROJECT_ID is set', {
    remedy: 'Run this in a job of GitHub or GitLab, or set the variables of such a job.',
  });
}

// It becomes a part of paths that are asked for.
function checkName(
  name: string,
  {
    variable,
    form,
    parts: [least, most],
  }: {
    readonly variable: string;
    readonly form: string;
    readonly parts: readonly [number, number];
  },
): void {
  const parts = name.split('/');
  const isName = parts.every((part) => /^[\w.-]+$/.test(part) && !/^\.\.?$/.test(part));
  if (isName && parts.length >= least && parts.length <= most) return;
  throw new OperationalError(`${variable} is not ${form}`, {
    remedy: 'Set it to the value of the job.',
  });
}

function readToken(read: (name: string) => string | null, name: string): SecretValue {
  const token = read(name);
  if (token === null) {
    throw new OperationalError(`${name} is not set`, {
      remedy: `Pass it to this step. It needs permission to write comments and issues.`,
    });
  }
  if (/^[!-~]+$/.test(token)) return new SecretValue(token);
  throw new OperationalError(`${name} contains characters that are not allowed in a header`, {
    remedy: 'Set it again, without spaces and line ends.',
  });
}

function checkUrl(address: string): string {
  const url = URL.parse(address);
  const isHere = url !== null && /^(127\.\d+\.\d+\.\d+|\[::1\]|localhost)$/.test(url.hostname);
  if (url !== null && (url.protocol === 'https:' || (url.protocol === 'http:' && isHere))) {
    return address;
  }
  throw new OperationalError('the address of the API does not use https', {
    remedy: 'Correct GITHUB_API_URL or CI_API_V4_URL.',
  });
}
