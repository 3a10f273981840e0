import type { Reply } from './call.ts';

/** A reply as it goes out: JSON (SERVICE A [T]), or a page where a browser asked. */
export function toResponse(reply: Reply): Response {
  const isPage = reply.page !== undefined;
  return new Response(isPage ? reply.page : JSON.stringify(reply.body), {
    status: reply.status,
    headers: {
      ...reply.headers,
      'Content-Type': isPage ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8',
      'X-Content-Type-Options': 'nosniff',
    },
  });
}
