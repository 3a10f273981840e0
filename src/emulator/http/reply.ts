/** Reply of a handler. Names in `body` are PascalCase (SERVICE C). */
export interface Reply {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** HTML that replaces `body`, for the few routes of a browser. */
  readonly page?: string;
  /** Unchanged text of a third party that replaces `body`. */
  readonly raw?: { readonly contentType: string; readonly text: string };
}

/** Refusal with a status and `{"Message": …}` (SERVICE A.7 [T]). Rolls the call back. */
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

/** Text of a reply, with its content type. */
export function formatReply(reply: Reply): { readonly contentType: string; readonly text: string } {
  return reply.page === undefined
    ? (reply.raw ?? {
        contentType: 'application/json; charset=utf-8',
        text: JSON.stringify(reply.body),
      })
    : { contentType: 'text/html; charset=utf-8', text: reply.page };
}
