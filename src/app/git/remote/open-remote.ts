import { access, chmod, constants, readFile, writeFile } from 'node:fs/promises';
import { delimiter, join, resolve } from 'node:path';
import { findProgram } from '../../../kit/files/find-program.ts';
import { OperationalError, toFileError } from '../../../kit/operational-error.ts';
import { toVisible } from '../../../kit/text/visible-text.ts';
import type { GitRemote } from '../open-git.ts';
import { parseRepositoryUrl } from './parse-repository-url.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** A repository that is fetched, and how it is reached. */
export type RemoteOptions = {
  readonly repository: string;
  readonly tokenFile?: string;
  readonly knownHosts?: string;
  readonly sshKey?: string;
};

/** A repository that can be fetched. */
export type Remote = {
  readonly url: string;
  /** Variables of git for it, without any of the machine's own settings. */
  readonly environment: Environment;
  /** Makes what one call is given; reads the token again. Rejects with `OperationalError`. */
  readonly open: () => Promise<GitRemote>;
};

/** Where the programs and files of a remote are, besides its options. */
type Surroundings = {
  readonly environment: Environment;
  /** A private folder, for the program that answers git. */
  readonly folder: string;
  readonly stopping: AbortSignal;
};

/** Answers git's question for a user, and hands on the token from the pipe that cyclectl writes. */
const answers = `#!/bin/sh
case "$1" in
  Username*) echo x-access-token ;;
  *) cat <&3 ;;
esac
`;

const defaultPath = ['/usr/local/bin', '/usr/bin', '/bin'].join(delimiter);
/** Proxies and authorities, which only https and http need. */
const webVariables = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'GIT_SSL_CAINFO'];

/** Checks how a repository is reached, and prepares it. Rejects with `OperationalError`. */
export async function openRemote(
  options: RemoteOptions,
  surroundings: Surroundings,
): Promise<Remote> {
  const { environment, stopping } = surroundings;
  const { url, protocol } = parseRepositoryUrl(options.repository);
  checkUse(options, protocol);
  const isWeb = protocol === 'https' || protocol === 'http';
  const readToken = isWeb ? makeTokenReader(options, environment) : null;
  const variables = {
    ...(isWeb ? pickVariables(environment) : {}),
    ...(readToken === null ? {} : { GIT_ASKPASS: await writeAnswers(surroundings.folder) }),
    ...(protocol === 'ssh' ? await toSshVariables(options, surroundings) : {}),
  };
  const { PATH, TMPDIR } = environment;
  return {
    url,
    environment: { PATH, TMPDIR, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' },
    open: async () => ({ protocol, variables, token: (await readToken?.()) ?? null, stopping }),
  };
}

function checkUse(
  { tokenFile, knownHosts, sshKey }: RemoteOptions,
  protocol: GitRemote['protocol'],
): void {
  const isSsh = protocol === 'ssh';
  const isWeb = protocol === 'https' || protocol === 'http';
  const unused = [
    ...(tokenFile !== undefined && !isWeb ? ['--token-file'] : []),
    ...(knownHosts !== undefined && !isSsh ? ['--known-hosts'] : []),
    ...(sshKey !== undefined && !isSsh ? ['--ssh-key'] : []),
  ];
  if (unused.length > 0) {
    throw new OperationalError(`${unused.join(' and ')} is of no use for this --repository`, {
      remedy: 'A token is for https, and a key and known hosts are for ssh. Remove the option.',
    });
  }
  if (isSsh && (knownHosts === undefined || sshKey === undefined)) {
    throw new OperationalError('--repository is read by ssh, and its host or key is not named', {
      remedy:
        'Pass --known-hosts FILE with the public key of the host, and --ssh-key FILE with your private key.',
    });
  }
}

function makeTokenReader(
  { tokenFile }: RemoteOptions,
  { CYCLECTL_GIT_TOKEN: value }: Environment,
): (() => Promise<string>) | null {
  if (tokenFile !== undefined)
    return async () => toToken(await readText(tokenFile), '--token-file');
  if (value === undefined || value === '') return null;
  return async () => toToken(value, 'CYCLECTL_GIT_TOKEN');
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw toFileError('read', toVisible(path), error);
  }
}

// A line that git reads as a password, and nothing that it could read as more.
function toToken(text: string, origin: string): string {
  const token = text.trim();
  if (/^[\x21-\x7e]{1,8192}$/.test(token)) return token;
  throw new OperationalError(
    `${origin} has no token: it is empty, or has spaces or other characters`,
    {
      remedy: 'Write the token alone, on one line.',
    },
  );
}

function pickVariables(environment: Environment): Readonly<Record<string, string>> {
  const picked = Object.entries(environment).flatMap(([name, value]) =>
    value !== undefined && webVariables.includes(name.toUpperCase())
      ? [[name, value] as const]
      : [],
  );
  return Object.fromEntries(picked);
}

async function writeAnswers(folder: string): Promise<string> {
  const path = join(folder, 'askpass');
  await writeFile(path, answers, { mode: 0o700 });
  await chmod(path, 0o700);
  return path;
}

async function toSshVariables(
  { knownHosts = '', sshKey = '' }: RemoteOptions,
  { environment, folder }: Surroundings,
): Promise<Readonly<Record<string, string>>> {
  const path = environment.PATH ?? defaultPath;
  const program = await findProgram('ssh', { path, root: folder });
  if (program === null) {
    throw new OperationalError('ssh is not installed', {
      remedy: 'Install the OpenSSH client, or use https with a token.',
    });
  }
  const [hosts, key] = [await checkPath(knownHosts), await checkPath(sshKey)];
  const ssh = await checkPath(program);
  const settings = [
    ...['BatchMode=yes', 'StrictHostKeyChecking=yes', `UserKnownHostsFile=${hosts}`],
    ...['GlobalKnownHostsFile=/dev/null', 'UpdateHostKeys=no', 'IdentitiesOnly=yes'],
    ...['IdentityAgent=none', `IdentityFile=${key}`, 'PreferredAuthentications=publickey'],
    ...['ForwardAgent=no', 'ClearAllForwardings=yes', 'PermitLocalCommand=no', 'ConnectTimeout=30'],
  ];
  const words = [ssh, '-F', '/dev/null', ...settings.flatMap((each) => ['-o', each])];
  return { GIT_SSH_COMMAND: words.join(' '), GIT_SSH_VARIANT: 'ssh' };
}

/** Resolves the path of a file that is part of a command line of ssh. Rejects with `OperationalError`. */
async function checkPath(path: string): Promise<string> {
  const full = resolve(path);
  if (!/^[\w./@+,=-]+$/.test(full)) {
    throw new OperationalError(`ssh cannot be given the path ${toVisible(full)}`, {
      remedy: 'Use a path of letters, digits and the characters . / @ + , = - _ alone.',
    });
  }
  try {
    await access(full, constants.R_OK);
    return full;
  } catch (error) {
    throw toFileError('read', toVisible(path), error);
  }
}
