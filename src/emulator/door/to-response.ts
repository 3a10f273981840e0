import type { Reply } from './call.ts';

/** A reply as it goes out: JSON (SERVICE A [T]), a page, or a third party's text. */
export function toResponse(reply: Reply): Response {
  const { contentType, text } = writeReply(reply);
  return new Response(text, {
    status: reply.status,
    headers: {
      ...reply.headers,
      'Content-Type': contentType,
      'X-Content-Type-Options': 'nosniff',
    },
  });
}

/** The text of a reply and what it says it is. */
export function writeReply(reply: Reply): { readonly contentType: string; readonly text: string } {
  return reply.page === undefined
    ? (reply.raw ?? {
        contentType: 'application/json; charset=utf-8',
        text: JSON.stringify(reply.body),
      })
    : { contentType: 'text/html; charset=utf-8', text: reply.page };
}
