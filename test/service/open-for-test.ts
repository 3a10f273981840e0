import { createSecretKey } from 'node:crypto';
import type { Emulator } from '../../src/emulator/emulator.ts';
import { toKeyedHash } from '../../src/kit/hash.ts';
import { machineTimer, type Timer } from '../../src/kit/tasks/timer.ts';
import { withRememberedAnswers } from '../../src/kit/text/with-remembered-answers.ts';
import type { ServiceContract } from '../../src/model/manifest/project.ts';
import type { Secrets } from '../../src/model/ports.ts';
import { type SecretRef, SecretValue, toFingerprint } from '../../src/model/secret/secret.ts';
import { openService, type Service, type ServiceOptions } from '../../src/service/open-service.ts';
import type { ObservedRequest } from '../../src/wire/http.ts';
import { closeAfterFile } from '../support/opened.ts';

/** Time in which waits are noted and end at once, so that no test waits for a clock. */
export class HastyTimer implements Timer {
  readonly waitsMs: number[] = [];
  #nowMs = 0;

  nowMs(): number {
    return this.#nowMs;
  }

  setAlarm(ms: number, ring: () => void): () => void {
    this.waitsMs.push(ms);
    const handle = setImmediate(() => {
      this.#nowMs += ms;
      ring();
    });
    return () => clearImmediate(handle);
  }

  setDeadline(ms: number, ring: () => void): () => void {
    return machineTimer.setDeadline(ms, ring);
  }
}

/** Time in which a deadline passes when the test says so, so that no answer of a slow machine misses it. */
export class HeldDeadlines extends HastyTimer {
  readonly deadlinesMs: number[] = [];
  readonly #rings = new Set<() => void>();

  override setDeadline(ms: number, ring: () => void): () => void {
    this.deadlinesMs.push(ms);
    this.#rings.add(ring);
    return () => this.#rings.delete(ring);
  }

  passAll(): void {
    for (const ring of [...this.#rings]) ring();
  }
}

const fingerprintKey = createSecretKey('a key for tests', 'utf8');
const hash = withRememberedAnswers((text) => toKeyedHash(fingerprintKey, text), 100_000);

/** Secrets that a test brings, by variable name; their fingerprints are of a key with this id. */
export function makeSecrets(values: Readonly<Record<string, string>>, keyId = 'test'): Secrets {
  const read = async (ref: SecretRef): Promise<SecretValue | null> => {
    const text = 'env' in ref ? values[ref.env] : undefined;
    return text === undefined || text === '' ? null : new SecretValue(text);
  };
  const print = (text: string) => toFingerprint(keyId, hash(text));
  return {
    expect: () => undefined,
    read,
    fingerprint: print,
    bind: async (ref) => {
      const value = await read(ref);
      return { ref, fingerprint: value === null ? null : print(value.reveal()) };
    },
  };
}

export type Rig = Service & {
  readonly observed: readonly ObservedRequest[];
  readonly timer: HastyTimer;
};

export type RigOptions = {
  readonly baseUrl: string;
  /** The domain that serves browsers; none by default. */
  readonly authUrl?: string;
  /** An access token from elsewhere instead of signing in. */
  readonly accessToken?: string;
  /** Contract of the service; full by default. */
  readonly contract?: ServiceContract;
  readonly credentials?: { readonly clientId: string; readonly clientSecret: string };
  /** One whose waits end at once by default. */
  readonly timer?: HastyTimer;
} & Partial<Pick<ServiceOptions, 'limits' | 'environment'>>;

/** Opens a client, which is closed after the file. Its waits end at once. */
export function openForTest(options: RigOptions): Rig {
  const observed: ObservedRequest[] = [];
  const timer = options.timer ?? new HastyTimer();
  const service = openService({
    target: {
      baseUrl: options.baseUrl,
      authUrl: options.authUrl ?? null,
      accountHeader: 'X-Service-Account',
      contract: options.contract ?? 'full',
      token:
        options.accessToken === undefined
          ? {
              kind: 'client',
              clientId: options.credentials?.clientId ?? 'test',
              clientSecret: { env: 'CLIENT_SECRET' },
            }
          : { kind: 'token', accessToken: { env: 'ACCESS_TOKEN' } },
    },
    limits: options.limits ?? {
      concurrency: 8,
      requestsPerSecond: 10_000,
      requestTimeoutMs: 20_000,
    },
    secrets: makeSecrets({
      CLIENT_SECRET: options.credentials?.clientSecret ?? 'client-secret-not-a-secret',
      ...(options.accessToken === undefined ? {} : { ACCESS_TOKEN: options.accessToken }),
    }),
    environment: options.environment ?? {},
    observe: (request) => observed.push(request),
    timer,
  });
  closeAfterFile(() => service.close());
  return { ...service, observed, timer };
}

/** Serves an emulator over HTTP and opens a client on it. The emulator closes its listener. */
export async function openOnEmulator(emulator: Emulator): Promise<Rig> {
  const { url } = await emulator.listen();
  return openForTest({ baseUrl: url, credentials: emulator.credentials });
}

/** The value of an answer; fails the test with what the service said. */
export function take<T>(
  answer:
    | { readonly ok: true; readonly value: T }
    | { readonly ok: false; readonly failure: object },
): T {
  if (answer.ok) return answer.value;
  throw new Error(`no value but ${JSON.stringify(answer.failure)}`);
}
