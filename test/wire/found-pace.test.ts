import { expect, test } from 'vitest';
import { openEmulator } from '../../src/emulator/emulator.ts';
import { machineTimer } from '../../src/kit/tasks/timer.ts';
import { HastyTimer, openForTest } from '../service/open-for-test.ts';
import { closeAfterFile } from '../support/opened.ts';

// The emulator counts by the machine's clock, so that waits must be real here.
class RealTimer extends HastyTimer {
  override nowMs(): number {
    return machineTimer.nowMs();
  }

  override setAlarm(ms: number, ring: () => void): () => void {
    return machineTimer.setAlarm(ms, ring);
  }
}

test('a service that takes 100 requests per second is found out, and serves every operation', async () => {
  const emulator = await openEmulator({ world: 'accounts: []' });
  closeAfterFile(() => emulator.close());
  const { url } = await emulator.listen();
  const { reader, readFoundRate } = openForTest({
    baseUrl: url,
    credentials: emulator.credentials,
    limits: { concurrency: 8, requestsPerSecond: 1_000_000, requestTimeoutMs: 20_000 },
    timer: new RealTimer(),
  });
  await reader.readAccount('somebody');
  emulator.control.setLimit({ perSecond: 100, burst: 10 });
  const answers = await Promise.all(
    Array.from({ length: 300 }, (_, number) => reader.readAccount(`account-${number}`)),
  );
  expect(answers.filter(({ ok }) => !ok)).toEqual([]);
  const refused = emulator.requests().filter(({ status }) => status === 429).length;
  expect(refused).toBeGreaterThan(0);
  expect(refused).toBeLessThan(60);
  expect(readFoundRate() ?? 100).toBeLessThan(300);
});
