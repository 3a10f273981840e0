import type { Dispatcher } from 'undici';
import { type ProxyEnvironment, readProxies } from './read-proxies.ts';

/** Address of a document, and how much of it is read. */
export type RemoteDocument = {
  readonly url: URL;
  readonly maxBytes: number;
  /** Time limit of the whole answer. */
  readonly timeoutMs: number;
  readonly environment: ProxyEnvironment;
};

type WholeAnswer = {
  readonly kind: 'answer';
  readonly status: number;
  readonly contentType: string;
  readonly bytes: Buffer;
};

/** Text that says why there is no answer and names no address; `untrusted`: by the certificate. */
type NoAnswer = { readonly kind: 'none' | 'untrusted'; readonly says: string };

/** Whole answer of a host, or why there is none. */
export type RemoteAnswer = (WholeAnswer | NoAnswer) & { readonly host: string };

const maxRedirects = 5;

/**
 * Reads a document by GET without credentials. Follows redirects from https to https, decompresses nothing, and refuses
 * an answer that a cut connection could end.
 */
export async function readRemote(options: RemoteDocument): Promise<RemoteAnswer> {
  let { url } = options;
  const proxies = readProxies(options.environment);
  if (typeof proxies === 'string') return { kind: 'none', says: proxies, host: url.host };
  // Imported late, because a run without a request needs none.
  const { EnvHttpProxyAgent } = await import('undici');
  const { timeoutMs } = options;
  const agent = new EnvHttpProxyAgent({ ...proxies, allowH2: false, connectTimeout: timeoutMs });
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
      const answer = await read(agent, { ...options, url }, signal);
      if (answer.kind !== 'redirect') return { ...answer, host: url.host };
      const next = toNextUrl(url, answer.location);
      if (typeof next === 'string') return { kind: 'none', says: next, host: url.host };
      url = next;
    }
    const says = `there were more than ${maxRedirects} redirects`;
    return { kind: 'none', says, host: url.host };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const code = 'code' in error && typeof error.code === 'string' ? error.code : null;
    return { ...toNoAnswer(code, signal.aborted ? timeoutMs : null), host: url.host };
  } finally {
    await agent.destroy();
  }
}

/** Address of a redirect, or why it is not followed. */
function toNextUrl(from: URL, location: string): URL | string {
  const next = URL.parse(location, from.href);
  if (next === null) return 'it redirects to no address';
  if (from.protocol !== 'https:' || next.protocol !== 'https:') {
    return 'it redirects, which is only followed from https to https';
  }
  const hasUser = next.username !== '' || next.password !== '';
  return hasUser ? 'it redirects to an address with a user or a password' : next;
}

function toNoAnswer(code: string | null, timeoutMs: number | null): NoAnswer {
  if (timeoutMs !== null) {
    return { kind: 'none', says: `there was no whole answer within ${timeoutMs / 1000} seconds` };
  }
  const shown = code === null ? '' : ` (${code})`;
  // Node has some thirty codes for a certificate, such as CERT_HAS_EXPIRED.
  return /CERT|UNABLE_TO_VERIFY/.test(shown)
    ? { kind: 'untrusted', says: `its certificate is not trusted${shown}` }
    : { kind: 'none', says: `the connection failed or was cut${shown}` };
}

async function read(
  agent: Dispatcher,
  { url, maxBytes }: RemoteDocument,
  signal: AbortSignal,
): Promise<WholeAnswer | NoAnswer | { readonly kind: 'redirect'; readonly location: string }> {
  const { statusCode, headers, body } = await agent.request({
    origin: url.origin,
    path: `${url.pathname}${url.search}`,
    method: 'GET',
    headers: { 'accept-encoding': 'identity', 'user-agent': 'cyclectl' },
    signal,
  });
  const one = (name: string) => [headers[name] ?? ''].flat().join(', ');
  // A body that is not read reports its end as an error.
  const drop = () => body.on('error', () => undefined).destroy();
  const refuse = (says: string): NoAnswer => {
    drop();
    return { kind: 'none', says };
  };
  const location = one('location');
  if ([301, 302, 303, 307, 308].includes(statusCode) && location !== '') {
    drop();
    return { kind: 'redirect', location };
  }
  const isWhole =
    headers['content-length'] !== undefined || /\bchunked\b/i.test(one('transfer-encoding'));
  const encoding = one('content-encoding');
  if (encoding !== '' && encoding !== 'identity') return refuse('the answer is compressed');
  if (statusCode === 200 && !isWhole) return refuse('the answer does not say how long it is');
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > maxBytes) return refuse(`the answer is larger than ${maxBytes / 2 ** 20} MiB`);
    chunks.push(chunk);
  }
  return {
    kind: 'answer',
    status: statusCode,
    contentType: one('content-type'),
    bytes: Buffer.concat(chunks),
  };
}
