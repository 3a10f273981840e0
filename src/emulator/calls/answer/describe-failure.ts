import { toShortText } from '../../../kit/text/visible-text.ts';
import type { Incoming, Outgoing } from '../../http/outbound-client.ts';

const mask = '********';
const maxBodyLength = 20_000;
const maxReasonLength = 300;

/**
 * Exchange with a third party: status line, CRLF, body, blank line, request (SERVICE F [D], A.5
 * [R2]). Secrets are masked everywhere.
 */
export function describeExchange(
  request: Outgoing,
  reply: Incoming,
  secrets: readonly string[],
): string {
  const answer =
    reply.kind === 'lost'
      ? [formatExcerpt(reply.message, secrets)]
      : [
          `HTTP/1.1 ${`${reply.status} ${reply.statusText}`.trim()}`,
          formatExcerpt(reply.text, secrets),
        ];
  return [...answer, '', describeRequest(request, secrets)].join('\r\n');
}

/** A request as sent, with masked secrets. */
export function describeRequest(
  { method, url, headers, body }: Outgoing,
  secrets: readonly string[],
): string {
  return [
    `${method} ${formatExcerpt(url, secrets)} HTTP/1.1`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${formatExcerpt(value, secrets)}`),
    ...(body === null ? [] : ['', formatExcerpt(body, secrets)]),
  ].join('\r\n');
}

/** Truncates after masking, so that no part of a secret stays. */
function formatExcerpt(text: string, secrets: readonly string[]): string {
  return toShortText(redactSecrets(text, secrets), maxBodyLength);
}

/** One sentence, and the start of the third party's answer. */
export function describeReason(reason: string, said: string, secrets: readonly string[]): string {
  const shown = toShortText(redactSecrets(said.trim(), secrets), maxReasonLength);
  return shown === ''
    ? redactSecrets(reason, secrets)
    : `${redactSecrets(reason, secrets)}: ${shown}`;
}

/** Masks secrets, also as encoded in addresses, forms, JSON and XML; longest first. */
export function redactSecrets(text: string, secrets: readonly string[]): string {
  const forms = secrets.flatMap((secret) => [
    secret,
    encodeURIComponent(secret),
    new URLSearchParams({ a: secret }).toString().slice(2),
    JSON.stringify(secret).slice(1, -1),
    escapeXml(secret),
  ]);
  return [...new Set(forms)]
    .filter((form) => form !== '')
    .sort((left, right) => right.length - left.length)
    .reduce((masked, form) => masked.replaceAll(form, mask), text);
}

function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&apos;');
}
