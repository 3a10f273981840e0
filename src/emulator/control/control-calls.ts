import { Body, withDefault } from '../http/body/body.ts';
import { Refusal } from '../http/reply.ts';
import type { ServerContext } from '../http/server-context.ts';
import type { WorldAccount } from '../world/file/world.ts';
import type { Control } from './control.ts';
import { readFaults } from './read-fault.ts';

// Calls of the control port: they parse JSON, and the control acts.

type ControlCall = (control: Control, json: unknown, server: ServerContext) => unknown;

/** Calls by method and name, as in `POST /__control/clock`. */
export const controlCalls: Readonly<Record<string, ControlCall>> = {
  'GET requests': (_control, _json, server) => server.log.records(),
  'GET dump': (control, _json, { log }) => ({
    ...control.dump(),
    requests: log.total,
    unmatched: log.unmatched,
  }),
  'GET faults': (control) => control.readFaults(),
  'GET apps': (control) => control.readApps(),
  'POST apps': updateAppFaults,
  'POST reset': (control) => {
    control.reset();
    return {};
  },
  'POST seed': seed,
  'POST clock': async (control, json) => ({
    now: await control.letPass(withDefault(new Body(json).text('advance'), '')),
  }),
  'POST transactions': plantTransactions,
  'POST limit': setLimit,
  'POST faults': (control, json) => {
    control.plantFaults(readFaults(json));
    return control.readFaults();
  },
  'POST consent': grantConsent,
  'POST console': runConsole,
};

function updateAppFaults(control: Control, json: unknown): unknown {
  const body = new Body(json);
  const revoke = withDefault(body.text('revoke'), undefined);
  const tooMany = withDefault(body.integer('tooMany'), undefined);
  const retryAfterS = withDefault(body.integer('retryAfterS'), undefined);
  control.upsetApp(withDefault(body.text('app'), ''), {
    ...(revoke === undefined ? {} : { revoke }),
    ...(tooMany === undefined ? {} : { tooMany }),
    ...(retryAfterS === undefined ? {} : { retryAfterS }),
  });
  return {};
}

function seed(control: Control, json: unknown): unknown {
  const { accounts } = readRecord(json, 'The body of seed must be an object with accounts.');
  if (!Array.isArray(accounts)) {
    throw new Refusal(400, "'accounts' must be an array of accounts as in a world file.");
  }
  control.seed(accounts as readonly WorldAccount[]);
  return { accounts: accounts.length };
}

function plantTransactions(control: Control, json: unknown): unknown {
  const body = new Body(json);
  return {
    inProgress: control.plantTransactions({
      cycle: withDefault(body.text('cycle'), '').toLowerCase(),
      count: withDefault(body.integer('count'), 1),
      lastsMs: withDefault(body.integer('lastsMs'), 0),
    }),
  };
}

function setLimit(control: Control, json: unknown): unknown {
  const body = new Body(json);
  const perSecond = withDefault(body.number('perSecond'), null);
  const burst = withDefault(body.number('burst'), perSecond === null ? null : Math.ceil(perSecond));
  if (perSecond === null || burst === null) {
    control.setLimit(null);
    return { limit: null };
  }
  if (perSecond <= 0 || burst < 1) {
    throw new Refusal(400, 'perSecond must be above 0, and burst at least 1.');
  }
  control.setLimit({ perSecond, burst });
  return { limit: { perSecond, burst } };
}

function grantConsent(control: Control, json: unknown): unknown {
  const body = new Body(json);
  control.grantConsent({
    account: withDefault(body.text('account'), ''),
    connector: withDefault(body.text('connector'), ''),
  });
  return {};
}

function runConsole(control: Control, json: unknown): unknown {
  return control.console(
    readRecord(json, 'The body of console must be an object of actions by name.'),
  );
}

function readRecord(json: unknown, refusal: string): Readonly<Record<string, unknown>> {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    throw new Refusal(400, refusal);
  }
  return json as Readonly<Record<string, unknown>>;
}
