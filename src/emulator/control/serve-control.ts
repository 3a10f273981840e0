import type { Context, Hono } from 'hono';
import { Body, parseBody, valueOr } from '../door/body.ts';
import { answer, Refusal, type Reply } from '../door/call.ts';
import type { House } from '../door/house.ts';
import { toResponse } from '../door/to-response.ts';
import type { WorldAccount } from '../world/world.ts';
import { WorldError } from '../world/world-error.ts';
import type { Control } from './control.ts';
import { readFaults } from './read-fault.ts';

// The control over HTTP, beneath /__control. Faults and the limit never touch it, and it is no
// part of the service: nothing here is in the request log.

type ControlCall = (control: Control, json: unknown, house: House) => unknown;

const calls: Readonly<Record<string, ControlCall>> = {
  'GET requests': (_control, _json, house) => house.log.records(),
  'GET dump': (control, _json, house) => ({
    ...control.dump(),
    requests: house.log.total,
    unmatched: house.log.unmatched,
  }),
  'GET faults': (control) => control.readFaults(),
  'GET apps': (control) => control.readApps(),
  'POST apps': (control, json) => {
    const body = new Body(json);
    const revoke = valueOr(body.text('revoke'), undefined);
    const tooMany = valueOr(body.integer('tooMany'), undefined);
    const retryAfterS = valueOr(body.integer('retryAfterS'), undefined);
    control.upsetApp(valueOr(body.text('app'), ''), {
      ...(revoke === undefined ? {} : { revoke }),
      ...(tooMany === undefined ? {} : { tooMany }),
      ...(retryAfterS === undefined ? {} : { retryAfterS }),
    });
    return {};
  },
  'POST reset': (control) => {
    control.reset();
    return {};
  },
  'POST seed': (control, json) => {
    const accounts = (json as { accounts?: unknown }).accounts;
    if (!Array.isArray(accounts)) {
      throw new Refusal(400, "'accounts' is an array of accounts as in a world file.");
    }
    control.seed(accounts as readonly WorldAccount[]);
    return { accounts: accounts.length };
  },
  'POST clock': async (control, json) => ({
    now: await control.letPass(valueOr(new Body(json).text('advance'), '')),
  }),
  'POST transactions': (control, json) => {
    const body = new Body(json);
    return {
      inProgress: control.plantTransactions({
        cycle: valueOr(body.text('cycle'), '').toLowerCase(),
        count: valueOr(body.integer('count'), 1),
        lastsMs: valueOr(body.integer('lastsMs'), 0),
      }),
    };
  },
  'POST limit': (control, json) => {
    const body = new Body(json);
    const perSecond = valueOr(body.number('perSecond'), null);
    const burst = valueOr(body.number('burst'), perSecond === null ? null : Math.ceil(perSecond));
    if (perSecond === null || burst === null) {
      control.setLimit(null);
      return { limit: null };
    }
    if (perSecond <= 0 || burst < 1) {
      throw new Refusal(400, 'perSecond is above 0, and burst at least 1.');
    }
    control.setLimit({ perSecond, burst });
    return { limit: { perSecond, burst } };
  },
  'POST faults': (control, json) => {
    control.plantFaults(readFaults(json));
    return control.readFaults();
  },
  'POST consent': (control, json) => {
    const body = new Body(json);
    control.grantConsent({
      account: valueOr(body.text('account'), ''),
      connector: valueOr(body.text('connector'), ''),
    });
    return {};
  },
  'POST console': (control, json) => {
    if (typeof json !== 'object' || json === null || Array.isArray(json)) {
      throw new Refusal(400, 'What is done in the console is an object of actions by name.');
    }
    return control.console(json as Readonly<Record<string, unknown>>);
  },
};

/** Opens the control port on an application. */
export function addControl(app: Hono, house: House, control: Control): void {
  app.all('/__control/:name', async (context) => toResponse(await serve(context, house, control)));
}

async function serve(context: Context, house: House, control: Control): Promise<Reply> {
  const { req } = context;
  // A page in a browser may reach this machine under a name of its own; only loopback names count.
  if (!isLoopback(new URL(req.url).hostname) && context.env?.incoming !== undefined) {
    return { status: 403, body: { Message: 'The control port takes loopback addresses alone.' } };
  }
  const known = calls[`${req.method} ${req.param('name')}`];
  if (known === undefined) {
    const names = Object.keys(calls).join(', ');
    return { status: 404, body: { Message: `The control port has ${names}.` } };
  }
  try {
    const answered = answer(await known(control, parseBody(await req.text()), house));
    // What moved the clock may have sent webhooks; they have come before it is answered.
    await house.state.outside.settle();
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

function isLoopback(hostname: string): boolean {
  return ['127.0.0.1', 'localhost', '[::1]'].includes(hostname);
}
