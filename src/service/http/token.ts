import type { Answer, RequestLine } from '../../model/diagnostic/api-failure.ts';
import type { ServiceCredentials } from '../../model/manifest/project.ts';
import type { Secrets } from '../../model/ports.ts';
import { formatSecretRef, type SecretRef, SecretValue } from '../../model/secret/secret.ts';
import type { Sender } from '../../wire/http.ts';
import { makeFailureBase, sendWithRetries } from '../../wire/send-with-retries.ts';
import { readText, ShapeError, toWire } from '../../wire/shape.ts';

const line: RequestLine = { method: 'POST', path: '/oauth/token', account: null };

/** Longer than the headers that servers accept by default. */
const maxTokenLength = 64 * 1024;

/**
 * Access token of one service (SERVICE A.0, D): requested at first use, kept for the run, renewed
 * when the service refuses it. Concurrent callers share one request.
 */
export class AccessTokens {
  readonly #http: Sender;
  readonly #source: ServiceCredentials;
  readonly #secrets: Secrets;
  #current: SecretValue | null = null;
  #pending: Promise<Answer<SecretValue>> | null = null;

  constructor(http: Sender, source: ServiceCredentials, secrets: Secrets) {
    this.#http = http;
    this.#source = source;
    this.#secrets = secrets;
  }

  /** Returns the token. Failures are not cached. */
  read(): Promise<Answer<SecretValue>> {
    if (this.#current !== null) return Promise.resolve({ ok: true, value: this.#current });
    this.#pending ??= this.#fetch().finally(() => {
      this.#pending = null;
    });
    return this.#pending;
  }

  /** Drops a refused token. False if no other token can be requested. */
  renew(refused: SecretValue): boolean {
    if (this.#source.kind === 'token') return false;
    if (this.#current === refused) this.#current = null;
    return true;
  }

  async #fetch(): Promise<Answer<SecretValue>> {
    const answer = await this.#obtain();
    if (!answer.ok) return answer;
    if (!/^[!-~]+$/.test(answer.value.reveal())) {
      return makeRefusal('the access token contains characters that no header can carry');
    }
    if (answer.value.reveal().length > maxTokenLength) {
      return makeRefusal(`the access token is longer than ${maxTokenLength} characters`);
    }
    this.#current = answer.value;
    return answer;
  }

  async #obtain(): Promise<Answer<SecretValue>> {
    if (this.#source.kind === 'token') return this.#resolve(this.#source.accessToken);
    const { clientId, clientSecret, scope } = this.#source;
    const id = typeof clientId === 'string' ? clientId : await this.#resolve(clientId);
    if (typeof id !== 'string' && !id.ok) return id;
    const secret = await this.#resolve(clientSecret);
    if (!secret.ok) return secret;
    const form = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: typeof id === 'string' ? id : id.value.reveal(),
      client_secret: secret.value.reveal(),
      ...(scope === undefined ? {} : { scope }),
    });
    return this.#signIn(form, secret.value);
  }

  async #resolve(ref: SecretRef): Promise<Answer<SecretValue>> {
    const value = await this.#secrets.read(ref);
    if (value === null) return makeRefusal(`${formatSecretRef(ref)} has no value here`);
    return { ok: true, value };
  }

  /** Signing in twice is safe because several tokens are valid at once (SERVICE D). */
  async #signIn(form: URLSearchParams, secret: SecretValue): Promise<Answer<SecretValue>> {
    const answer = await sendWithRetries(this.#http, {
      line,
      target: line.path,
      headers: {
        accept: 'application/json',
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: form.toString(),
      effect: 'read',
      repeat: 'safe',
      reading: 'json',
      secrets: [secret.reveal()],
    });
    if (!answer.ok) return toSignInFailure(answer);
    try {
      return {
        ok: true,
        value: new SecretValue(readText(toWire(answer.value.json), 'access_token')),
      };
    } catch (error) {
      if (!(error instanceof ShapeError)) throw error;
      const base = makeFailureBase(line, error.message, 1);
      return { ok: false, failure: { ...base, kind: 'unexpected-shape' } };
    }
  }
}

function makeRefusal(message: string): Answer<never> {
  return { ok: false, failure: { ...makeFailureBase(line, message, 0), kind: 'unauthorized' } };
}

/** Treats 400 like 401 because RFC 6749 allows both for refused credentials. */
function toSignInFailure(answer: Answer<never>): Answer<never> {
  if (answer.ok || answer.failure.kind !== 'rejected' || answer.failure.status !== 400)
    return answer;
  const { request, tries, message } = answer.failure;
  return { ok: false, failure: { kind: 'unauthorized', request, tries, message } };
}
