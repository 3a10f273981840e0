import { truncateText } from '../../../kit/text/truncate-text.ts';
import type { Incoming, Outgoing } from '../../http/outbound-client.ts';

const mask = '********';
const maxBodyLength = 20_000;
const maxReasonLength = 300;

/**
 * What happened between the service and a third party: the status line, CRLF, the body, a blank
 * line, and the request (SERVICE F [D], A.5 [R2]). Secrets are masked wherever they stand.
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

/** A request as it was sent, with its secrets masked. */
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

/** Cuts a text after it was masked, so that no part of a secret stays. */
function formatExcerpt(text: string, secrets: readonly string[]): string {
  return truncateText(redactSecrets(text, secrets), maxBodyLength);
}

/** One sentence and the beginning of what a third party said. */
export function describeReason(reason: string, said: string, secrets: readonly string[]): string {
  const shown = truncateText(redactSecrets(said.trim(), secrets), maxReasonLength);
  return shown === ''
    ? redactSecrets(reason, secrets)
    : `${redactSecrets(reason, secrets)}: ${shown}`;
}

/** A text without secrets, also as addresses, forms, JSON and XML write them; longest first. */
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
