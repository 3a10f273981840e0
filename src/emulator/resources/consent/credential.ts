import { parseJson } from '../../http/body/parse-json.ts';

/**
 * AuthValue of an OAuth connector: JSON text with AccessToken, RefreshToken, Expires and
 * RefreshExpires (SERVICE D [D]). Times are milliseconds since 1970; null if unknown.
 */
export interface OauthCredential {
  readonly accessToken: string | null;
  readonly refreshToken: string | null;
  readonly expiresAtMs: number | null;
  readonly refreshExpiresAtMs: number | null;
}

/** Parses an AuthValue of the service, or of a caller's own flow. */
export function parseCredential(authValue: string | null): OauthCredential | undefined {
  if (authValue === null || !authValue.trimStart().startsWith('{')) {
    return undefined;
  }
  const json = parseJson(authValue);
  if (json === undefined) {
    // A caller may send any text; one that is not JSON has no tokens.
    return undefined;
  }
  const fields = json as Readonly<Record<string, unknown>>;
  return {
    accessToken: readText(fields.AccessToken),
    refreshToken: readText(fields.RefreshToken),
    expiresAtMs: readTime(fields.Expires),
    refreshExpiresAtMs: readTime(fields.RefreshExpires),
  };
}

/** The AuthValue of a credential. */
export function formatCredential(credential: OauthCredential): string {
  const toTime = (atMs: number | null) => (atMs === null ? null : new Date(atMs).toISOString());
  return JSON.stringify({
    AccessToken: credential.accessToken,
    RefreshToken: credential.refreshToken,
    Expires: toTime(credential.expiresAtMs),
    RefreshExpires: toTime(credential.refreshExpiresAtMs),
  });
}

function readText(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function readTime(value: unknown): number | null {
  const atMs = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(atMs) ? null : atMs;
}
