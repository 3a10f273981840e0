import { readRemote } from '../../wire/read-remote.ts';
import type { CommandContext } from '../context.ts';
import { checkTls } from './operator-bounds.ts';

/** Bytes of a document, or why there are none. */
export type AddressReading =
  | { readonly ok: true; readonly bytes: Uint8Array; readonly origin: string }
  | { readonly ok: false; readonly says: string; readonly remedy: string };

const loopback: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

const complete = 'Open the address yourself, and correct what it answers.';

const trust =
  'Correct the certificate. If its authority is private, set NODE_EXTRA_CA_CERTS to the file of that authority.';

/**
 * Reads a document from an https address; http only from this machine. A reason names the host alone, because
 * the rest may be a token. Throws `OperationalError` where no certificate would be checked.
 */
export async function readAddress(
  context: Pick<CommandContext, 'environment'>,
  address: string,
  limits: { readonly maxBytes: number; readonly timeoutMs: number },
): Promise<AddressReading> {
  const url = URL.parse(address);
  const isHttps = url?.protocol === 'https:';
  const isLocal = url?.protocol === 'http:' && loopback.has(url.hostname);
  if (url === null || !(isHttps || isLocal)) {
    const remedy = 'Pass --url an https address; http only works for localhost.';
    return { ok: false, says: 'the address is not https', remedy };
  }
  if (url.username !== '' || url.password !== '') {
    const remedy = 'Use --from exec with a program that signs in, such as curl with a netrc file.';
    return { ok: false, says: 'the address has a user or a password', remedy };
  }
  if (isHttps) checkTls(context);
  const { environment } = context;
  const fetched = await readRemote({ ...limits, url, environment });
  const { host } = fetched;
  if (fetched.kind !== 'answer') {
    const remedy = fetched.kind === 'untrusted' ? trust : complete;
    return { ok: false, says: `${host}: ${fetched.says}`, remedy };
  }
  const { status, contentType, bytes } = fetched;
  if (status !== 200) return { ok: false, says: `${host} answered ${status}`, remedy: complete };
  if (/\bhtml\b/i.test(contentType)) {
    return { ok: false, says: `${host} answered with a page in HTML`, remedy: complete };
  }
  return { ok: true, bytes, origin: url.origin };
}
