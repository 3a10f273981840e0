import { parseJson } from '../../http/body/parse-json.ts';
import type { Incoming, OutboundClient } from '../../http/outbound-client.ts';
import type { OauthCredential } from './credential.ts';
import type { OauthClient } from './oauth-client.ts';

/** Grant of a token request (RFC 6749). */
export type Grant =
  | {
      readonly grant_type: 'authorization_code';
      readonly code: string;
      readonly redirect_uri: string;
    }
  | { readonly grant_type: 'refresh_token'; readonly refresh_token: string }
  | { readonly grant_type: 'client_credentials' };

/** Tokens, or the reason for none, without secrets. */
export type TokenAnswer =
  | { readonly kind: 'granted'; readonly credential: OauthCredential }
  | { readonly kind: 'denied'; readonly reason: string };

/**
 * Requests tokens from an authorization server, with the client's credentials in the form. Keeps
 * the refresh token if the answer has none.
 */
export async function sendTokenRequest(
  outside: OutboundClient,
  client: OauthClient,
  { grant, nowMs }: { readonly grant: Grant; readonly nowMs: number },
): Promise<TokenAnswer> {
  const form = new URLSearchParams({
    ...grant,
    client_id: client.clientId,
    client_secret: client.clientSecret,
  });
  const incoming = await outside.send({
    method: 'POST',
    url: client.accessTokenUrl,
    headers: {
      Accept: 'application/json',
      'Content-Type': 'application/x-www-form-urlencoded',
    },
    body: form.toString(),
  });
  return readAnswer(incoming, grant, nowMs);
}

function readAnswer(incoming: Incoming, grant: Grant, nowMs: number): TokenAnswer {
  if (incoming.kind === 'lost') {
    return { kind: 'denied', reason: 'The authorization server gave no answer.' };
  }
  const json = parseObject(incoming.text);
  const token = json?.access_token;
  if (json === undefined || incoming.status !== 200 || typeof token !== 'string' || token === '') {
    const error = typeof json?.error === 'string' ? `: ${json.error}` : '';
    return {
      kind: 'denied',
      reason: `The authorization server answered ${incoming.status}${error}`,
    };
  }
  const credential = readTokens(json, nowMs);
  const kept = grant.grant_type === 'refresh_token' ? grant.refresh_token : null;
  return {
    kind: 'granted',
    credential: { ...credential, refreshToken: credential.refreshToken ?? kept },
  };
}

/** Reads the tokens of an answer; `refresh_token_expires_in` is a common extension. */
export function readTokens(json: object, nowMs: number): OauthCredential {
  const fields = json as Readonly<Record<string, unknown>>;
  const toText = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);
  return {
    accessToken: toText(fields.access_token),
    refreshToken: toText(fields.refresh_token),
    expiresAtMs: toInstant(fields.expires_in, nowMs),
    refreshExpiresAtMs: toInstant(fields.refresh_token_expires_in, nowMs),
  };
}

function toInstant(seconds: unknown, nowMs: number): number | null {
  const atMs = nowMs + Number(seconds ?? Number.NaN) * 1000;
  // A date beyond the calendar counts as no expiry.
  return Number.isNaN(new Date(atMs).getTime()) ? null : atMs;
}

/** An answer that is not JSON has no content; its status is reported. */
function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  const json = parseJson(text);
  return typeof json === 'object' && json !== null
    ? (json as Readonly<Record<string, unknown>>)
    : undefined;
}
