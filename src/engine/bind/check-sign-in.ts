import { formatName, formatQuoted } from '../../kit/text/format-name.ts';
import { toFieldAddress, toFieldPath } from '../../model/address.ts';
import type { DesiredAuth, DesiredConnector } from '../../model/desired/desired.ts';
import { type Diagnostic, reportWarning } from '../../model/diagnostic/diagnostic.ts';
import type { ConnectorRelease } from '../../model/live/live.ts';

/** Path of the warning, which is that of the credential. */
export const signInPath = toFieldPath('auth');

/** The line that a type of the service needs (SERVICE B, AuthType [D]). */
export const authLines: ReadonlyMap<string, string> = new Map([
  ['ApiKey', 'auth: {apiKey: {env: NAME}}'],
  ['Basic', 'auth: {basic: {username: NAME, password: {env: NAME}}}'],
  ['OAuth1', 'auth: {oauth: {user: NAME}}'],
  ['OAuth2', 'auth: {oauth: {user: NAME}}'],
  ['None', 'auth: none'],
  ['AuthFields', 'auth: none'],
]);

type Kind = 'api-key' | 'basic' | 'oauth' | 'none';

const kinds: Readonly<Record<Kind, { readonly types: readonly string[]; readonly says: string }>> =
  {
    'api-key': { types: ['ApiKey'], says: 'an API key' },
    basic: { types: ['Basic'], says: 'a user name and a password' },
    oauth: { types: ['OAuth1', 'OAuth2'], says: 'the consent of a person' },
    none: { types: ['None', 'AuthFields'], says: 'auth: none' },
  };

/**
 * Warns of a sign-in of a kind that the connector does not offer, or of none where it needs one. The
 * service takes any credential. Says nothing of a type that it does not know.
 */
export function checkSignIn(
  connector: DesiredConnector,
  release: ConnectorRelease,
): Diagnostic | null {
  const { authentication, auth, fields } = connector;
  const offered = release.authentications.filter(
    ({ name }) => authentication === null || name === authentication,
  );
  const types = [...new Set(offered.map(({ type }) => type))];
  if (types.length === 0 || types.some((type) => !authLines.has(type))) return null;
  const written = new Set(types.flatMap((type) => authLines.get(type) ?? []));
  const remedy = `Write ${[...written].join(', or ')}.`;
  const address = toFieldAddress(connector.address, signInPath);
  const at = fields.get(signInPath)?.at ?? connector.at;
  const name = formatQuoted(release.name);
  // Properties may sign in by OAuth, without a person.
  const hasProperties = [...fields.keys()].some((path) => path.startsWith('properties/'));
  const isByProperties = hasProperties && types.some((type) => type.startsWith('OAuth'));
  if (isByProperties && (auth.kind === 'unmanaged' || auth.kind === 'none')) return null;
  if (auth.kind === 'unmanaged') {
    if (types.some((type) => kinds.none.types.includes(type))) return null;
    return reportWarning('sign-in-missing', {
      summary: `${name} signs in with ${types.map(formatName).join(' or ')}, and the manifest has no auth`,
      at,
      address,
      remedy: `${remedy} Or sign it in in the console: its cycles stay paused until then.`,
    });
  }
  const kind = toKind(auth);
  if (kind === null || types.some((type) => kinds[kind].types.includes(type))) return null;
  return reportWarning('sign-in-not-offered', {
    summary: `${name} signs in with ${types.map(formatName).join(' or ')}, and the manifest has ${kinds[kind].says}`,
    at,
    address,
    remedy,
  });
}

// A raw value is of any type.
function toKind(auth: Exclude<DesiredAuth, { readonly kind: 'unmanaged' }>): Kind | null {
  if (auth.kind !== 'value') return auth.kind;
  return auth.form.kind === 'raw' ? null : auth.form.kind;
}
