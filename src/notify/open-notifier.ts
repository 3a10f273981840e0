import { createSecretKey, randomUUID } from 'node:crypto';
import { hashWithKey } from '../kit/hash.ts';
import type { Timer } from '../kit/limiter.ts';
import { writeFailure } from '../model/api-failure.ts';
import type { Notifier, NotifyTarget } from '../model/notification.ts';
import type { Secrets } from '../model/ports.ts';
import { SecretValue, writeSecretRef } from '../model/secret.ts';
import { carry } from '../wire/courier.ts';
import { Http } from '../wire/http.ts';
import type { ProxyEnvironment } from '../wire/read-proxies.ts';

export type NotifierOptions = {
  readonly secrets: Pick<Secrets, 'read'>;
  /** Whether the operator lets anything be sent to an address. */
  readonly allows: (address: string) => boolean;
  readonly environment: ProxyEnvironment;
  readonly timer?: Timer;
};

const requestTimeoutMs = 10_000;

/** Sends notifications over HTTP, each over a connection of its own. */
export function openNotifier(options: NotifierOptions): Notifier {
  return {
    tell: async (target, body) => {
      const read = await readAddress(options, target.url);
      if ('lacks' in read) return read.lacks;
      const key = target.kind === 'webhook' ? target.key : null;
      const signed = key === null ? null : await options.secrets.read(key);
      if (key !== null && signed === null) return `${writeSecretRef(key)} has no value here`;
      return send(options, read.address, { body, key: signed });
    },
  };
}

async function send(
  { environment, timer }: NotifierOptions,
  address: SecretValue,
  { body, key }: { readonly body: string; readonly key: SecretValue | null },
): Promise<string | null> {
  const url = new URL(address.reveal());
  const http = new Http({
    baseUrl: url.origin,
    concurrency: 1,
    requestsPerSecond: 1,
    requestTimeoutMs,
    environment,
    ...(timer === undefined ? {} : { timer }),
  });
  try {
    const answer = await carry(http, {
      // The path of a webhook is what opens it.
      line: { method: 'POST', path: 'its address', account: null },
      target: `${url.pathname}${url.search}`,
      headers: {
        accept: '*/*',
        'content-type': 'application/json',
        'user-agent': 'cyclectl',
        'cyclectl-delivery': randomUUID(),
        ...(key === null ? {} : { 'cyclectl-signature': sign(body, key) }),
      },
      body,
      effect: 'write',
      repeat: 'safe',
      reading: 'text',
      secrets: [url.href, url.pathname, ...(key === null ? [] : [key.reveal()])],
    });
    return answer.ok ? null : writeFailure(answer.failure);
  } finally {
    await http.close();
  }
}

/** `t=SECONDS,v1=HEX`: HMAC-SHA256 of the seconds, a point and the body, so that an old one is not taken for new. */
function sign(body: string, key: SecretValue): string {
  const seconds = Math.floor(Date.now() / 1000);
  const hex = hashWithKey(createSecretKey(Buffer.from(key.reveal())), `${seconds}.${body}`);
  return `t=${seconds},v1=${hex}`;
}

async function readAddress(
  { secrets, allows }: NotifierOptions,
  url: NotifyTarget['url'],
): Promise<{ readonly address: SecretValue } | { readonly lacks: string }> {
  const value = typeof url === 'string' ? new SecretValue(url) : await secrets.read(url);
  const name = typeof url === 'string' ? 'the address' : writeSecretRef(url);
  if (value === null) return { lacks: `${name} has no value here` };
  const parsed = URL.parse(value.reveal());
  if (parsed === null || !isSafe(parsed)) {
    return { lacks: `${name} holds no address of https without a user in it` };
  }
  if (!allows(parsed.href))
    return { lacks: `CYCLECTL_ALLOW_ORIGINS does not allow ${parsed.origin}` };
  return { address: value };
}

function isSafe({ protocol, hostname, username, password }: URL): boolean {
  if (username !== '' || password !== '') return false;
  const isHere = /^(127\.\d+\.\d+\.\d+|\[::1\]|localhost)$/.test(hostname);
  return protocol === 'https:' || (protocol === 'http:' && isHere);
}
