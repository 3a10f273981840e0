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
