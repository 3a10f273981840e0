/** What we asked, for messages: never a header, a body or a query value. */
export type RequestLine = {
  readonly method: string;
  readonly path: string;
  readonly account: string | null;
};

/** What a refusal of a method call is about; null where it does not say. */
export type RefusedItem = {
  readonly id: string | null;
  /** TargetName or Location. */
  readonly name: string | null;
};

/**
 * The world did not do what we asked. Returned, never thrown; every kind is handled at the call.
 * `message` is the service's own text, bounded, with secrets of the request struck out.
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
  /** No answer, and nothing can have happened. */
  | { readonly kind: 'unavailable'; readonly status: number | null }
  /** No usable answer to a write: it may have happened. Look before repeating. */
  | {
      readonly kind: 'outcome-unknown';
      /** Of the last answer, where one came that did not say what became of it. */
      readonly status?: number;
    }
  /** The service has no such operation, as its contract says or as it was found; nothing was asked. */
  | { readonly kind: 'not-offered' }
  /** An answer in a shape that we cannot rely on. */
  | { readonly kind: 'unexpected-shape' }
);

/** What comes back from the service: a value, or why there is none. */
export type Answer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: ApiFailure };

/** The status of the answer, where one came and is told. */
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

/** Whether there is no answer because the service has no such operation. */
export function isNotOffered(answer: Answer<unknown>): boolean {
  return !answer.ok && answer.failure.kind === 'not-offered';
}

/** Whether what was asked for is not there, as against one that could not be read. */
export function isMissing(failure: ApiFailure): boolean {
  if (failure.kind === 'rejected') return failure.status === 405 || failure.status === 501;
  return failure.kind === 'not-found' || failure.kind === 'not-offered';
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
