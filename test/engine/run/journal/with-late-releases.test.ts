import { expect, it } from 'vitest';
import { withLateReleases } from '../../../../src/engine/run/journal/with-late-releases.ts';
import type { Holder } from '../../../../src/model/state/lock.ts';
import { openSqliteStore } from '../../../../src/store/sqlite/open-sqlite-store.ts';
import { tapPort } from '../../../faults/tap-ports.ts';
import { closeAfterFile } from '../../../support/opened.ts';

function makeHolder(id: string): Holder {
  return { id, command: 'controller', user: 'dev', host: 'here', boot: 'b', pid: 1 };
}

const [own, other] = [makeHolder('own'), makeHolder('other')];

/** A store of two processes; calls of ours fail before they are done, or after it. */
function openAway() {
  const real = openSqliteStore({ file: ':memory:' });
  closeAfterFile(() => real.close());
  let away: 'no' | 'before' | 'after' = 'no';
  let held: { hasCome: () => void; letGo: Promise<void> } | null = null;
  const tapped = tapPort('store', real, async (call, go) => {
    if (call.name === 'acquireLock' && held !== null) {
      const { hasCome, letGo } = held;
      held = null;
      hasCome();
      await letGo;
    }
    if (away === 'before') throw new Error('the store is away');
    const answer = await go();
    if (away === 'after') throw new Error('the answer is lost');
    return answer;
  });
  // The wrapper spreads its store, which a proxy shows as it is.
  const ours = withLateReleases({
    ...real,
    acquireLock: tapped.acquireLock,
    releaseLock: tapped.releaseLock,
    heartbeat: tapped.heartbeat,
  });
  return {
    ours,
    real,
    set: (state: typeof away) => {
      away = state;
    },
    /** Holds the next lock back that is asked for. */
    hold: () => {
      const [come, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      held = { hasCome: come.resolve, letGo: go.promise };
      return { hasCome: come.promise, letGo: go.resolve };
    },
    isFree: async () => (await real.acquireLock('northwind', other)).kind === 'taken',
  };
}

it('releases with the next heartbeat what could not be released', async () => {
  const { ours, set, isFree } = openAway();
  await ours.heartbeat(own);
  const lock = await ours.acquireLock('northwind', own);
  set('before');
  await expect(ours.releaseLock('northwind', 'fence' in lock ? lock.fence : 0)).rejects.toThrow(
    'the store is away',
  );
  await expect(ours.heartbeat(own)).rejects.toThrow('the store is away');
  set('no');
  expect(await isFree()).toBe(false);
  await ours.heartbeat(own);
  expect(await isFree()).toBe(true);
});

it('releases a lock of which the answer was lost', async () => {
  const { ours, set, isFree } = openAway();
  await ours.heartbeat(own);
  set('after');
  await expect(ours.acquireLock('northwind', own)).rejects.toThrow('the answer is lost');
  set('no');
  expect(await isFree()).toBe(false);
  await ours.heartbeat(own);
  expect(await isFree()).toBe(true);
});

it('keeps a lock that was taken again since', async () => {
  const { ours, set, isFree } = openAway();
  await ours.heartbeat(own);
  set('after');
  await expect(ours.acquireLock('northwind', own)).rejects.toThrow('the answer is lost');
  set('no');
  const lock = await ours.acquireLock('northwind', own);
  await ours.heartbeat(own);
  expect(await isFree()).toBe(false);
  await ours.releaseLock('northwind', 'fence' in lock ? lock.fence : 0);
  expect(await isFree()).toBe(true);
});

it('leaves a lock alone that was taken again while another account is released', async () => {
  const { ours, real, set, hold } = openAway();
  await ours.heartbeat(own);
  set('after');
  for (const account of ['contoso', 'northwind'])
    await expect(ours.acquireLock(account, own)).rejects.toThrow('the answer is lost');
  set('no');
  const { hasCome, letGo } = hold();
  const beating = ours.heartbeat(own);
  await hasCome;
  const lock = await ours.acquireLock('northwind', own);
  letGo();
  await beating;
  expect(await real.listLocks()).toMatchObject([
    { account: 'northwind', fence: 'fence' in lock ? lock.fence : 0 },
  ]);
});

it('leaves a lock alone that another run has by now', async () => {
  const { ours, real, set, isFree } = openAway();
  await ours.heartbeat(own);
  await real.heartbeat(other);
  set('before');
  await expect(ours.acquireLock('northwind', own)).rejects.toThrow('the store is away');
  set('no');
  expect(await isFree()).toBe(true);
  await ours.heartbeat(own);
  expect((await real.acquireLock('northwind', own)).kind).toBe('held');
});
