import { expect, it } from 'vitest';
import { waitForConsent } from '../../../../src/features/inspect/consent/wait-for-consent.ts';
import type { Answer } from '../../../../src/model/diagnostic/api-failure.ts';
import type { LiveConnector, LiveCycle } from '../../../../src/model/live/live.ts';
import { liveConnector, liveCycle } from '../../../support/values/make-live.ts';

const away: Answer<LiveConnector> = {
  ok: false,
  failure: {
    kind: 'unavailable',
    message: 'no answer',
    tries: 4,
    request: { method: 'GET', path: '/v1.0/account/connectors/7', account: 'northwind' },
    status: null,
  },
};

function found(authenticated: boolean): Answer<LiveConnector> {
  return { ok: true, value: { ...liveConnector('7'), authenticated } };
}

/** A wait whose looks are answered in turn, the last answer for ever. */
function waitFor(
  answers: readonly Answer<LiveConnector>[],
  returned: Promise<void>,
  {
    timeoutMs = 60_000,
    cycles = [],
  }: { readonly timeoutMs?: number; readonly cycles?: readonly LiveCycle[] } = {},
) {
  const looks = { count: 0 };
  const readConnector = async () => {
    const answer = answers[Math.min(looks.count, answers.length - 1)] ?? away;
    looks.count += 1;
    return answer;
  };
  const end = waitForConsent({
    reader: { readConnector, listCycles: async () => ({ ok: true, value: cycles }) },
    at: { account: 'northwind', connector: '7' },
    returned,
    stopping: new AbortController().signal,
    timeoutMs,
    lookEveryMs: 1,
  });
  return { looks, end };
}

const never = new Promise<void>(() => undefined);

it('takes a service that is out of reach when the browser comes back for no refusal, and looks again', async () => {
  const { looks, end } = waitFor([away, away, found(true)], Promise.resolve());
  expect([await end, looks.count]).toEqual([{ kind: 'signed-in' }, 3]);
});

it('distinguishes a browser without a consent from a timeout', async () => {
  expect(await waitFor([found(false)], Promise.resolve()).end).toEqual({ kind: 'refused' });
  const { end } = waitFor([found(false)], never, { timeoutMs: 20 });
  expect(await end).toEqual({ kind: 'too-late' });
});

it('sees a consent that was given in another browser', async () => {
  const { end } = waitFor([found(false), found(true)], never);
  expect(await end).toEqual({ kind: 'signed-in' });
});

const hidden: Answer<LiveConnector> = {
  ok: false,
  failure: {
    kind: 'not-offered',
    message: '',
    tries: 0,
    request: { method: 'GET', path: '/account/connectors/{id}', account: null },
  },
};

function using(authenticated: boolean): LiveCycle {
  return liveCycle('1', {
    connectors: [{ id: '7', authenticated }],
  });
}

it('reads the cycles that use an unreadable connector', async () => {
  const { end } = waitFor([hidden], never, { timeoutMs: 20, cycles: [using(false)] });
  expect(await end).toEqual({ kind: 'too-late' });
  const back = (authenticated: boolean) =>
    waitFor([hidden], Promise.resolve(), { cycles: [using(authenticated)] }).end;
  expect(await back(true)).toEqual({ kind: 'signed-in' });
  expect(await back(false)).toEqual({ kind: 'refused' });
});

it('claims nothing of one that no cycle uses', async () => {
  expect(await waitFor([hidden], Promise.resolve()).end).toEqual({ kind: 'unseen' });
});
