import { createSecretKey, randomUUID } from 'node:crypto';
import { toKeyedHash } from '../kit/hash.ts';
import type { Timer } from '../kit/tasks/timer.ts';
import type { Secrets } from '../model/ports.ts';
import type { Notifier, NotifyTarget } from '../model/report/notification.ts';
import { formatSecretRef, SecretValue } from '../model/secret/secret.ts';
import type { ProxyEnvironment } from '../wire/read-proxies.ts';
import { type RetryLimits, sendMessage } from './send-message.ts';

export type NotifierOptions = {
  readonly secrets: Pick<Secrets, 'read'>;
  /** True if the operator allows requests to the address. */
  readonly allows: (address: string) => boolean;
  readonly environment: ProxyEnvironment;
  readonly timer?: Timer;
  readonly patience?: RetryLimits;
};

/** Short, because the run is over and its user waits. */
const shortRetryLimits: RetryLimits = { tries: 4, tryMs: 10_000, totalMs: 30_000 };

/** Sends notifications over HTTP, each over its own connection. */
export function openNotifier(options: NotifierOptions): Notifier {
  const { patience = shortRetryLimits } = options;
  return {
    send: async (target, body, stopping) => {
      const tooLong = AbortSignal.timeout(patience.totalMs);
      const ending = AbortSignal.any([stopping, tooLong]);
      const why = await untilAborted(ending, () =>
        sendNotification({ ...options, patience }, target, { body, ending }),
      );
      if (why === null) return null;
      if (stopping.aborted) return 'the command was interrupted';
      return tooLong.aborted ? `it took longer than ${patience.totalMs / 1000} seconds` : why;
    },
  };
}

async function sendNotification(
  options: NotifierOptions & { readonly patience: RetryLimits },
  target: NotifyTarget,
  { body, ending }: { readonly body: string; readonly ending: AbortSignal },
): Promise<string | null> {
  const read = await readAddress(options, target.url);
  if ('lacks' in read) return read.lacks;
  const key = target.kind === 'webhook' ? target.key : null;
  const signed = key === null ? null : await options.secrets.read(key);
  if (key !== null && signed === null) return `${formatSecretRef(key)} has no value here`;
  const { origin, pathname, search } = new URL(read.address.reveal());
  return sendMessage({
    ...options,
    ending,
    origin,
    request: {
      line: { method: 'POST', path: 'its address', account: null },
      target: `${pathname}${search}`,
      headers: {
        accept: '*/*',
        'content-type': 'application/json',
        'user-agent': 'cyclectl',
        'cyclectl-delivery': randomUUID(),
        ...(signed === null ? {} : { 'cyclectl-signature': sign(body, signed) }),
      },
      body,
      wants: 'head',
    },
  });
}

/**
 * Result of a task, or an empty text at once when it is aborted, because reading a secret may be
 * slow.
 */
function untilAborted(
  ending: AbortSignal,
  task: () => Promise<string | null>,
): Promise<string | null> {
  if (ending.aborted) return Promise.resolve('');
  return new Promise((resolve, reject) => {
    const end = () => resolve('');
    ending.addEventListener('abort', end, { once: true });
    task()
      .then(resolve, reject)
      .finally(() => ending.removeEventListener('abort', end));
  });
}

/**
 * `t=SECONDS,v1=HEX`: HMAC-SHA256 of the seconds, a point and the body; the time prevents replays.
 */
function sign(body: string, key: SecretValue): string {
  const seconds = Math.floor(Date.now() / 1000);
  const hex = toKeyedHash(createSecretKey(Buffer.from(key.reveal())), `${seconds}.${body}`);
  return `t=${seconds},v1=${hex}`;
}

async function readAddress(
  { secrets, allows }: NotifierOptions,
  url: NotifyTarget['url'],
): Promise<{ readonly address: SecretValue } | { readonly lacks: string }> {
  const value = typeof url === 'string' ? new SecretValue(url) : await secrets.read(url);
  const name = typeof url === 'string' ? 'the address' : formatSecretRef(url);
  if (value === null) return { lacks: `${name} has no value here` };
  const parsed = URL.parse(value.reveal());
  if (parsed === null || !isSafe(parsed)) {
    return { lacks: `${name} is not an https address without a user name` };
  }
  if (!allows(parsed.href)) {
    return { lacks: `CYCLECTL_ALLOW_ORIGINS does not allow the origin of ${name}` };
  }
  return { address: value };
}

function isSafe({ protocol, hostname, username, password }: URL): boolean {
  if (username !== '' || password !== '') return false;
  const isHere = /^(127\.\d+\.\d+\.\d+|\[::1\]|localhost)$/.test(hostname);
  return protocol === 'https:' || (protocol === 'http:' && isHere);
}
