import type { Reply } from './call.ts';

/** A reply as it goes out; every one is JSON (SERVICE A [T]). */
export function toResponse(reply: Reply): Response {
  return new Response(JSON.stringify(reply.body), {
    status: reply.status,
    headers: {
      ...reply.headers,
      'Content-Type': 'application/json; charset=utf-8',
      'X-Content-Type-Options': 'nosniff',
    },
  });
}
