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

/** Whole answer, or a text that says why there is none and names no address. */
export type RemoteAnswer =
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly contentType: string;
      readonly bytes: Buffer;
    }
  | { readonly kind: 'none'; readonly says: string };

/**
 * Reads a document by one GET. Follows no redirect, decompresses nothing, and refuses an answer that a cut connection
 * could end.
 */
export async function readRemote(options: RemoteDocument): Promise<RemoteAnswer> {
  const proxies = readProxies(options.environment);
  if (typeof proxies === 'string') return { kind: 'none', says: proxies };
  // Imported late, because a run without a request needs none.
  const { EnvHttpProxyAgent } = await import('undici');
  const { timeoutMs } = options;
  const agent = new EnvHttpProxyAgent({ ...proxies, allowH2: false, connectTimeout: timeoutMs });
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    return await read(agent, options, signal);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const code = 'code' in error && typeof error.code === 'string' ? ` (${error.code})` : '';
    const says = signal.aborted
      ? `there was no whole answer within ${timeoutMs / 1000} seconds`
      : `the connection failed or was cut${code}`;
    return { kind: 'none', says };
  } finally {
    await agent.destroy();
  }
}

async function read(
  agent: Dispatcher,
  { url, maxBytes }: RemoteDocument,
  signal: AbortSignal,
): Promise<RemoteAnswer> {
  const { statusCode, headers, body } = await agent.request({
    origin: url.origin,
    path: `${url.pathname}${url.search}`,
    method: 'GET',
    headers: { 'accept-encoding': 'identity', 'user-agent': 'cyclectl' },
    signal,
  });
  const one = (name: string) => [headers[name] ?? ''].flat().join(', ');
  const refuse = (says: string): RemoteAnswer => {
    // A body that is not read reports its end as an error.
    body.on('error', () => undefined).destroy();
    return { kind: 'none', says };
  };
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
