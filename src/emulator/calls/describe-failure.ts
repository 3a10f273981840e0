import type { Incoming, Outgoing } from '../outside.ts';

const mask = '********';
const longestBody = 20_000;

/**
 * What happened between the service and a third party: the status line, CRLF, the body, a blank
 * line, and the request (SERVICE F [D], A.5 [R2]). Secrets are masked wherever they stand.
 */
export function describeExchange(
  request: Outgoing | null,
  reply: Incoming | null,
  secrets: readonly string[],
): string {
  const answer =
    reply === null
      ? ''
      : reply.kind === 'lost'
        ? `${reply.message}\r\n`
        : `HTTP/1.1 ${`${reply.status} ${reply.statusText}`.trim()}\r\n${cut(reply.text)}`;
  const asked = request === null ? '' : `\r\n\r\n${writeRequest(request)}`;
  return maskSecrets(`${answer}${asked}`, secrets);
}

function writeRequest({ method, url, headers, body }: Outgoing): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const end = body === null ? [] : ['', cut(body)];
  return [`${method} ${url} HTTP/1.1`, ...lines, ...end].join('\r\n');
}

function cut(text: string): string {
  return text.length > longestBody ? `${text.slice(0, longestBody)}…` : text;
}

/** A text without secrets, also as addresses, forms, JSON and XML write them; longest first. */
export function maskSecrets(text: string, secrets: readonly string[]): string {
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
