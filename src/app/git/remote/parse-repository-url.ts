import { resolve } from 'node:path';
import { OperationalError } from '../../../kit/operational-error.ts';
import { toVisible } from '../../../kit/text/visible-text.ts';
import type { GitRemote } from '../open-git.ts';

/** The address of a repository that may be fetched. It has no password. */
export type RepositoryUrl = { readonly url: string; readonly protocol: GitRemote['protocol'] };

const forms =
  'Write https://HOST/PATH, ssh://USER@HOST/PATH, USER@HOST:PATH, file:///PATH, or the path of a repository: /PATH or ./PATH.';

/** Users that are tokens of a forge, which take the place of a password. */
const tokenUser = /^(?:gh[a-z]_|github_pat_|gl[a-z]+-)|^.{41,}$/;

/**
 * Reads the address of a repository. Refuses passwords, other transports, and all that git or ssh could take
 * for an option. Throws `OperationalError`.
 */
export function parseRepositoryUrl(text: string): RepositoryUrl {
  if (/^\.{0,2}\//.test(text) && isPlain(text)) return { url: resolve(text), protocol: 'file' };
  const short = /^(?:[\w][\w.-]*@)?[A-Za-z0-9][\w.-]*:(?!\/\/)[\w~/][\w./~+-]*$/;
  if (short.test(text)) return { url: text, protocol: 'ssh' };
  const url = URL.parse(text);
  if (url !== null && hasPassword(url)) {
    throw new OperationalError(`--repository has a password or a token in the URL of ${url.host}`, {
      remedy:
        'Remove it from the URL, and revoke it if others may have seen it. Set CYCLECTL_GIT_TOKEN or --token-file FILE.',
    });
  }
  if (url === null || !isPlain(text) || !text.includes('://') || !isComplete(url))
    throw toUrlError(url?.password === '' ? text : 'a URL');
  switch (url.protocol) {
    case 'https:':
      return { url: text, protocol: 'https' };
    case 'http:':
      if (isLoopback(url.hostname)) return { url: text, protocol: 'http' };
      throw new OperationalError(
        '--repository is read over http, which anyone on the way can change',
        {
          remedy: 'Write https:// instead of http://.',
        },
      );
    case 'ssh:':
      return { url: text, protocol: 'ssh' };
    case 'file:':
      return { url: text, protocol: 'file' };
    default:
      throw toUrlError(text);
  }
}

/** Reads the name of a branch, or the full name of a ref. Throws `OperationalError`. */
export function parseRef(name: string): string {
  const ref = name.startsWith('refs/') ? name : `refs/heads/${name}`;
  const parts = ref.split('/');
  const isRef =
    parts.length > 2 &&
    ref.length <= 250 &&
    parts.every((part) =>
      /^(?!\.|-)(?!.*(?:\.\.|@\{))[^\0-\x20\x7f~^:?*[\\]+(?<!\.lock|\.)$/.test(part),
    );
  if (isRef) return ref;
  throw new OperationalError(`--ref does not take ${toVisible(name)}`, {
    remedy: 'Write the name of a branch, such as main, or a full name, such as refs/tags/v1.',
  });
}

function toUrlError(text: string): OperationalError {
  return new OperationalError(`--repository does not take ${toVisible(text)}`, { remedy: forms });
}

function hasPassword({ protocol, username, password, search }: URL): boolean {
  return password !== '' || search !== '' || (protocol !== 'file:' && tokenUser.test(username));
}

function isComplete({ protocol, host, hostname, username, pathname, hash }: URL): boolean {
  const isFile = protocol === 'file:';
  const isHost = isFile ? host === '' : /^(?:[a-z0-9][\w.-]*|\[[0-9a-f:.]+\])$/i.test(hostname);
  const isUser = username === '' || /^\w[\w.%+-]*$/.test(username);
  return isHost && isUser && pathname.length > 1 && !pathname.startsWith('/-') && hash === '';
}

// Printable, and without what a shell or git reads as something else than a character.
function isPlain(text: string): boolean {
  return (
    /^[\x21-\x7e\u00a0-\uffff ]+$/u.test(text) && !/^[^/[]*::/.test(text) && !text.includes('\\')
  );
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host);
}
