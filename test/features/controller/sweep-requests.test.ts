import { expect, it } from 'vitest';
import { accounts, prepareOneWave } from '../rollout/decisions/kill-step.ts';
import { openSharedProject, startReplica } from './start-replica.ts';

it('sends in a sweep what drift sends, and one more request for each account', async () => {
  const shared = await openSharedProject('fleet');
  const { run } = await prepareOneWave(shared);
  const { emulator } = shared;
  const before = emulator.requests().length;
  expect(await run('drift')).toMatchObject({ exitCode: 0 });
  const drift = emulator.requests().length - before;
  const replica = await startReplica(shared, '--interval', '1s');
  await replica.waitFor({ event: 'sweep-ended' });
  const { requests } = await replica.waitFor({ event: 'sweep-ended' }, 1);
  await replica.end();
  // Lists of accounts and catalogs are read once more.
  const most = drift + accounts + 5;
  expect(requests).toBeLessThanOrEqual(most);
  expect(requests).toBeGreaterThan(drift / 2);
});
