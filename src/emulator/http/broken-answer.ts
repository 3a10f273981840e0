import type { Reply } from './reply.ts';
import { formatReply } from './to-response.ts';

/** A planted fault, or the end of the service, cuts the connection. In process the request rejects with this. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost';
}

/** A planted fault ends the answer before its promised length. */
export class TruncatedResponse extends Error {
  override readonly name = 'AnswerCutOff';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** What of the body is sent. */
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

/** A reply whose text has lost its first sign and ends in one that nobody wrote: whatever it was, it is no JSON. */
export function toCorruptReply(reply: Reply): Reply {
  const { contentType, text } = formatReply(reply);
  return { ...reply, raw: { contentType, text: `${text.slice(1)}\uFFFD` } };
}
