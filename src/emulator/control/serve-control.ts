import type { Context, Hono } from 'hono';
import { parseBody } from '../http/body/body.ts';
import { makeReply, Refusal, type Reply } from '../http/reply.ts';
import type { ServerContext } from '../http/server-context.ts';
import { checkContentType, checkOrigin } from '../http/web/check-origin.ts';
import { toResponse } from '../http/web/to-response.ts';
import { WorldError } from '../world/file/world-error.ts';
import type { Control } from './control.ts';
import { controlCalls } from './control-calls.ts';

// Control over HTTP, under /__control. It is not part of the service: no faults, no limit, no
// request log.

/** Opens the control port on an application. */
export function addControl(app: Hono, server: ServerContext, control: Control): void {
  app.all('/__control/:name', async (context) => toResponse(await serve(context, server, control)));
}

async function serve(context: Context, server: ServerContext, control: Control): Promise<Reply> {
  const { req } = context;
  const known = controlCalls[`${req.method} ${req.param('name')}`];
  if (known === undefined) {
    return makeUnknownReply(String(req.param('name')));
  }
  try {
    const text = await req.text();
    // In process there is no page, and a Request labels text as plain.
    if (context.env?.incoming !== undefined) {
      checkOrigin(req.raw);
      checkContentType(req.raw, text);
    }
    const answered = makeReply(await known(control, parseBody(text), server));
    // Wait for the webhooks that a change of the clock sent.
    await server.state.outside.settle();
    return answered;
  } catch (error) {
    if (error instanceof Refusal) {
      return { status: error.status, body: error.body };
    }
    if (error instanceof WorldError) {
      return { status: 400, body: { Message: error.message } };
    }
    throw error;
  }
}

/** 405 for another method of a known name, else 404, as the service does. */
function makeUnknownReply(name: string): Reply {
  const calls = Object.keys(controlCalls);
  const Allow = calls
    .map((call) => call.split(' '))
    .flatMap(([method = '', each]) => (each === name ? [method] : []))
    .join(', ');
  const body = { Message: `Unknown call. The control port takes ${calls.join(', ')}.` };
  return Allow === '' ? { status: 404, body } : { status: 405, body, headers: { Allow } };
}
