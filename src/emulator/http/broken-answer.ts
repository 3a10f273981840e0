import type { Reply } from './reply.ts';
import { formatReply } from './reply.ts';

/**
 * A fault, or the end of the service, cut the connection. In process the request rejects with it.
 */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost';
}

/** A fault ended the answer before its Content-Length. */
export class TruncatedResponse extends Error {
  override readonly name = 'AnswerCutOff';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Part of the body that is sent. */
  readonly sent: string;

  constructor(reply: Reply) {
    super('The answer was cut off.');
    const { contentType, text } = formatReply(reply);
    this.status = reply.status;
    this.sent = text.slice(0, Math.floor(text.length / 2));
    this.headers = {
      ...reply.headers,
      'Content-Type': contentType,
      'Content-Length': String(Buffer.byteLength(text)),
    };
  }
}

/**
 * A reply whose text lost its first character and got a wrong last one, so that it is never JSON.
 */
export function toCorruptReply(reply: Reply): Reply {
  const { contentType, text } = formatReply(reply);
  return { ...reply, raw: { contentType, text: `${text.slice(1)}\uFFFD` } };
}
