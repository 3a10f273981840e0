/** A request, for messages: never with a header, a body or a query value. */
export type RequestLine = {
  readonly method: string;
  readonly path: string;
  readonly account: string | null;
};

/** The parameter or field of a refused method call; null if the answer does not name it. */
export type RefusedItem = {
  readonly id: string | null;
  /** TargetName or Location. */
  readonly name: string | null;
};

/**
 * A failed request. Returned, never thrown; each caller handles every kind. `message` is the
 * service's own text, bounded and redacted.
 */
export type ApiFailure = {
  readonly request: RequestLine;
  readonly tries: number;
  readonly message: string;
} & (
  | { readonly kind: 'unauthorized' }
  | { readonly kind: 'forbidden' }
  | { readonly kind: 'not-found' }
  | { readonly kind: 'conflict' }
  | {
      readonly kind: 'rejected';
      readonly status: number;
      /** The parameter or field that a method call lacks (SPEC 2.8), where the answer names one. */
      readonly item?: RefusedItem;
    }
  | { readonly kind: 'rate-limited' }
  /** No answer, and certainly no effect. */
  | { readonly kind: 'unavailable'; readonly status: number | null }
  /** No usable answer to a write: it may have happened. Look before repeating. */
  | {
      readonly kind: 'outcome-unknown';
      /** Status of the last answer, if one came without a clear outcome. */
      readonly status?: number;
    }
  /** The service does not offer the operation, by contract or detection; nothing was sent. */
  | { readonly kind: 'not-offered' }
  /** An answer in a shape that we cannot rely on. */
  | { readonly kind: 'unexpected-shape' }
);

/** The answer of the service: a value, or a failure. */
export type Answer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: ApiFailure };

/** The request that signs in, as messages have it. */
const signInRequest = 'POST /oauth/token';

/** The status of the answer, if it is known. */
export function findStatus(failure: ApiFailure): number | null {
  switch (failure.kind) {
    case 'unauthorized':
      return 401;
    case 'forbidden':
      return 403;
    case 'not-found':
      return 404;
    case 'conflict':
      return 409;
    case 'rate-limited':
      return 429;
    case 'rejected':
    case 'unavailable':
      return failure.status;
    case 'outcome-unknown':
      return failure.status ?? null;
    case 'not-offered':
    case 'unexpected-shape':
      return null;
  }
}

/** Returns whether the service does not offer the operation. */
export function isNotOffered(answer: Answer<unknown>): boolean {
  return !answer.ok && answer.failure.kind === 'not-offered';
}

/** Returns whether the requested object does not exist, in contrast to an unreadable one. */
export function isMissing(failure: ApiFailure): boolean {
  if (failure.kind === 'rejected') return failure.status === 405 || failure.status === 501;
  return failure.kind === 'not-found' || failure.kind === 'not-offered';
}

/** Names what a person checks before the next try, as the end of a remedy. */
export function toReadAdvice(failure: ApiFailure): string {
  const { kind, request } = failure;
  const isSignIn = `${request.method} ${request.path}` === signInRequest;
  if (kind === 'unauthorized' || (isSignIn && (kind === 'rejected' || kind === 'forbidden')))
    return 'check the token of this environment in cyclectl.yaml, and the values of the variables that it names';
  if (isSignIn && kind === 'not-found')
    return 'check service.baseUrl in cyclectl.yaml: there is no sign-in at that URL';
  if (kind === 'unavailable' && failure.status === null)
    return 'check service.baseUrl in cyclectl.yaml and the network, and run the command again';
  return 'run the command again';
}

/** `503 on GET /account/connectors, 4 tries: …`, the form of reports. */
export function formatFailure(failure: ApiFailure): string {
  const { method, path } = failure.request;
  const tries = failure.tries > 1 ? `, ${failure.tries} tries` : '';
  const text = failure.message === '' ? '' : `: ${failure.message}`;
  return `${formatFailureKind(failure)} on ${method} ${path}${tries}${text}`;
}

function formatFailureKind(failure: ApiFailure): string {
  switch (failure.kind) {
    case 'unauthorized':
      return '401 not signed in';
    case 'forbidden':
      return '403 forbidden';
    case 'not-found':
      return '404 not found';
    case 'conflict':
      return '409 conflict';
    case 'rejected':
      return `${failure.status} refused`;
    case 'rate-limited':
      return 'too many requests';
    case 'unavailable':
      return failure.status === null ? 'no answer' : `${failure.status} unavailable`;
    case 'outcome-unknown':
      return 'answer lost, outcome unknown';
    case 'not-offered':
      return 'not offered by the service';
    case 'unexpected-shape':
      return 'unexpected answer';
  }
}
