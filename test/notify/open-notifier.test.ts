import { beforeEach, describe, expect, it } from 'vitest';
import type { NotifyTarget } from '../../src/model/report/notification.ts';
import { openNotifier } from '../../src/notify/open-notifier.ts';
import { HastyTimer, HeldDeadlines, makeSecrets } from '../service/open-for-test.ts';
import { openReceiver, type Receiver } from './receiver.ts';

let receiver: Receiver;
let target: NotifyTarget;

beforeEach(async () => {
  receiver = await openReceiver();
  const at = { file: 'cyclectl.yaml', line: 1, column: 1, endLine: 1, endColumn: 2, pointer: '' };
  target = { kind: 'webhook', url: receiver.url, key: null, on: new Set(['drift']), at };
});

const never = new AbortController().signal;

function openImpatient(
  patience: { readonly tryMs: number; readonly totalMs: number },
  timer = new HastyTimer(),
) {
  return openNotifier({
    secrets: makeSecrets({}),
    allows: () => true,
    environment: {},
    timer,
    patience: { tries: 4, ...patience },
  });
}

describe('openNotifier', () => {
  it('tries four times where no answer comes in time', async () => {
    const timer = new HeldDeadlines();
    receiver.answer = () => timer.passAll();
    const notifier = openImpatient({ tryMs: 60_000, totalMs: 60_000 }, timer);
    expect(await notifier.send(target, '{}', never)).toBe('no answer (ETIMEDOUT), 4 tries');
    expect(receiver.heard).toHaveLength(4);
    expect(timer.deadlinesMs).toEqual([60_000, 60_000, 60_000, 60_000]);
  });

  it('gives up when its time is over, also in the middle of a try', async () => {
    receiver.answer = () => undefined;
    // A busy machine may not get as far as the request in that time.
    for (let totalMs = 100; receiver.heard.length === 0; totalMs *= 2) {
      const notifier = openImpatient({ tryMs: 60_000, totalMs });
      const tooLong = `it took longer than ${totalMs / 1000} seconds`;
      expect(await notifier.send(target, '{}', never)).toBe(tooLong);
    }
    expect(receiver.heard).toHaveLength(1);
  });

  it('gives up at once when it is aborted', async () => {
    const stopping = new AbortController();
    receiver.answer = () => stopping.abort();
    const notifier = openImpatient({ tryMs: 60_000, totalMs: 60_000 });
    expect(await notifier.send(target, '{}', stopping.signal)).toBe('the command was interrupted');
    expect(await notifier.send(target, '{}', stopping.signal)).toBe('the command was interrupted');
    expect(receiver.heard).toHaveLength(1);
  });

  it('takes a clear no, a redirect and what is not offered for an answer', async () => {
    const notifier = openImpatient({ tryMs: 60_000, totalMs: 60_000 });
    for (const status of [302, 403, 501]) {
      receiver.statuses.push(status);
      expect(await notifier.send(target, '{}', never)).toBe(`the answer was ${status}`);
    }
    expect(receiver.heard).toHaveLength(3);
  });
});
