/** What a handler answers. Names in `body` are PascalCase (SERVICE C). */
export interface Reply {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** HTML that goes out in place of `body`: for the few routes that a browser comes to. */
  readonly page?: string;
  /** A text that goes out as it is in place of `body`, which says the same: what a third party said. */
  readonly raw?: { readonly contentType: string; readonly text: string };
}

/** The service says no: a status and `{"Message": …}` (SERVICE A.7 [T]). Undoes what the call did. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly body: unknown;

  constructor(status: number, message: string, body: unknown = { Message: message }) {
    super(message);
    this.status = status;
    this.body = body;
  }

  toReply(): Reply {
    return { status: this.status, body: this.body };
  }
}

/** A reply with status 200. */
export function makeReply(body: unknown, headers: Readonly<Record<string, string>> = {}): Reply {
  return { status: 200, body, headers };
}

/** A refusal with status 404. */
export function makeNotFound(what: string): Refusal {
  return new Refusal(404, `${what} could not be found.`);
}
