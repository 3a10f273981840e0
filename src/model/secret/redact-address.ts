import { isSecretName } from './secret-name.ts';

/** Replaces what is, or may be, a secret. */
export const redacted = '[secret]';

/** Names of a query by which an address is let in, beside those that are called as secrets are. */
const inQuery = /^(?:sig|signature|code|key|auth|sas)$/i;

/**
 * A web address without what lets in whoever has it: its user with the password, and what looks like a token in its
 * query. Any other text is as it was.
 */
export function redactAddress(text: string): string {
  if (!/^[a-z][a-z\d+.-]*:\/\//i.test(text)) return text;
  return text
    .replace(/^([^/]*:\/\/)[^/?#\s]*@/, `$1${redacted}@`)
    .replace(/(?<=[?&#;])[^=&#;]*=[^&#;]+/g, redactValue);
}

function redactValue(pair: string): string {
  const end = pair.indexOf('=');
  const [name, value] = [pair.slice(0, end), pair.slice(end + 1)];
  const letsIn = inQuery.test(name) || isSecretName(name) || isRandom(value);
  return letsIn ? `${name}=${redacted}` : pair;
}

function isRandom(value: string): boolean {
  return value.length >= 16 && /\d/.test(value) && /[a-z]/i.test(value);
}

/** Returns whether an address may contain a token: then it is a secret. */
export function hasPossibleToken(url: string): boolean {
  const parsed = URL.parse(url);
  if (parsed === null) return true;
  const { username, password, search, hash, pathname } = parsed;
  if (username + password + search + hash !== '') return true;
  return pathname
    .split(/[/;,:=.]/)
    .some((part) => part.length >= 16 && /\d/.test(part) && /[a-z]/i.test(part));
}
