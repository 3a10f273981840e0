import fc from 'fast-check';
import { expect, it } from 'vitest';

import { toFieldPath } from '../../../src/model/address.ts';
import type { StoreReader, StoreWriter } from '../../../src/model/ports.ts';
import { type AccountState, makeEmptyState } from '../../../src/model/state/account-state.ts';
import { LostLockError } from '../../../src/model/state/lock.ts';
import type { Closable, ImportTarget } from '../../../src/store/make-store.ts';
import { maxEndedRuns } from '../../../src/store/steps/run-steps.ts';
import { accountKey, addChange, anyChange, isEmptyState } from '../account-states.ts';
import {
  makeAccountObject,
  makeFullChange,
  makeHolder,
  makeRun,
  makeRunAccount,
} from '../samples.ts';

/** Ways into one store: each call is a connection of its own. */
export type StoreOpeners = {
  openWriter(): Promise<StoreWriter & ImportTarget & Closable>;
  openReader(): Promise<StoreReader & Closable>;
};

const account = 'northwind';
const ann = makeHolder('ann-1');
const bob = makeHolder('bob-1');

/** Contract of every store. `makeDoors` makes a new, empty store. */
export function describeStore(makeOpeners: () => Promise<StoreOpeners>): void {
  const worldsOfStore = { numRuns: 25 };

  async function openWorld() {
    const openers = await makeOpeners();
    const [first, second, reader] = [
      await openers.openWriter(),
      await openers.openWriter(),
      await openers.openReader(),
    ];
    const close = async () => {
      for (const one of [first, second, reader]) await one.close();
    };
    return { openers, first, second, reader, close };
  }

  async function withWorld(
    run: (world: Awaited<ReturnType<typeof openWorld>>) => Promise<void>,
  ): Promise<void> {
    const world = await openWorld();
    try {
      await run(world);
    } finally {
      await world.close();
    }
  }

  it('stores after any changes by two writers exactly their sum', () =>
    withWorld(async ({ first, second, reader }) => {
      const model = new Map<string, AccountState>();
      const step = fc.tuple(fc.boolean(), anyChange);
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 6 }), async (steps) => {
          for (const [isFirst, change] of steps) {
            await (isFirst ? first : second).update(change);
            const before = model.get(change.account) ?? makeEmptyState(change.account);
            model.set(change.account, addChange(before, change));
          }
          for (const [key, state] of model) expect(await reader.readState(key)).toEqual(state);
          const known = [...model.values()].filter((state) => !isEmptyState(state));
          const keys = known.map((state) => state.account).sort();
          expect(await reader.listAccounts()).toEqual(keys);
          const open = known.filter(({ creates, pauses, writes }) => {
            return creates.size + pauses.size + writes.size > 0;
          });
          const unsettled = open.map((state) => state.account).sort();
          expect(await reader.listUnfinished()).toEqual(unsettled);
        }),
        worldsOfStore,
      );
      for (const key of await reader.listAccounts())
        await first.update({ account: 'x', moveFrom: key });
      expect(await reader.listAccounts()).toEqual([]);
    }));

  it('gives what an earlier version kept without an origin one when it is read, and when it is filled in', () =>
    withWorld(async ({ first, second, reader }) => {
      const path = toFieldPath('timezone');
      const earlier = {
        ...makeAccountObject(account, '7'),
        applied: { [path]: { kind: 'plain', value: 'UTC' } },
      } as const;
      const known = {
        ...earlier,
        applied: { [path]: { ...earlier.applied[path], origin: 'assumed' } },
      };
      await first.fill(() => [{ kind: 'object', account, record: earlier }]);
      expect([...(await reader.readState(account)).objects.values()]).toEqual([known]);
      await second.update({ account, saveObjects: [earlier as never] });
      expect([...(await reader.readState(account)).objects.values()]).toEqual([known]);
    }));

  it('makes nothing of a change that fails half way, and continues after it', () =>
    withWorld(async ({ first, reader }) => {
      const broken = { ...makeAccountObject(account, '1'), remoteId: 1n as never };
      const change = { ...makeFullChange(account), openPauses: [broken as never] };
      await expect(first.update(change)).rejects.toThrow('BigInt');
      expect(await reader.readState(account)).toEqual(makeEmptyState(account));
      await first.update(makeFullChange(account));
      expect((await reader.readState(account)).writes.size).toBe(1);
    }));

  it('moves all that is kept under a key in one change with what it is moved to', () =>
    withWorld(async ({ first, reader }) => {
      await first.update(makeFullChange(account));
      await first.update({ ...makeFullChange('contoso'), moveFrom: account });
      expect(await reader.readState(account)).toEqual(makeEmptyState(account));
      const wanted = addChange(makeEmptyState('contoso'), makeFullChange('contoso'));
      expect(await reader.readState('contoso')).toEqual(wanted);
    }));

  it('finds the owners of an account of the service, also by a name that is no plain text', () =>
    withWorld(async ({ first, reader }) => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.tuple(accountKey, fc.constantFrom('7', '\0"', '🜚'))),
          async (all) => {
            for (const [key, id] of all)
              await first.update({ account: key, saveObjects: [makeAccountObject(key, id)] });
            const ids = new Map(all);
            for (const id of ['7', '\0"', '🜚', '8']) {
              const keys = [...ids].filter(([, has]) => has === id).map(([key]) => key);
              expect(await reader.listOwners(id)).toEqual(keys.sort());
            }
            const bound = [...ids].map(([account, remoteId]) => ({ account, remoteId }));
            const listed = await reader.listBindings();
            expect(listed).toHaveLength(bound.length);
            expect(listed).toEqual(expect.arrayContaining(bound));
            for (const key of ids.keys()) await first.update({ account: 'x', moveFrom: key });
          },
        ),
        worldsOfStore,
      );
    }));

  it('keeps runs and their accounts, the newest run first and accounts by name', () =>
    withWorld(async ({ first, second, reader }) => {
      const ids = ['20261121T1-a', '20261122T1-b', '20261123T1-c'];
      for (const id of [...ids].reverse()) await first.saveRun(makeRun(id));
      const names = Array.from({ length: 120 }, (_, index) => `a${String(index).padStart(3, '0')}`);
      const planned = names.map((name) => makeRunAccount(name, 'planned'));
      await first.saveRunAccounts('20261122T1-b', [...planned].reverse());
      await second.saveRunAccounts('20261122T1-b', [makeRunAccount('a007', 'done')]);
      await second.saveRun(makeRun('20261121T1-a', '2026-11-21T19:00:00Z'));

      const listed = await reader.listRuns(2);
      expect(listed).toEqual([makeRun('20261123T1-c'), makeRun('20261122T1-b')]);
      expect((await reader.readRun('20261121T1-a'))?.end?.outcome).toBe('done');
      expect(await reader.readRun('20261124T1-d')).toBeNull();
      const kept = await gather(reader.readRunAccounts('20261122T1-b'));
      expect(kept.map((item) => item.account)).toEqual(names);
      expect(kept[7]).toEqual(makeRunAccount('a007', 'done'));
      expect(kept[8]).toEqual(planned[8]);
      expect(await reader.readRunAccount('20261122T1-b', 'a007')).toEqual(kept[7]);
      expect(await reader.readRunAccount('20261122T1-b', 'none')).toBeNull();
      expect(await reader.readRunAccount('20261123T1-c', 'a007')).toBeNull();
      expect(await gather(reader.readRunAccounts('20261123T1-c'))).toEqual([]);
    }));

  it('drops the accounts of old ended runs, and keeps their records and what has not ended', () =>
    withWorld(async ({ first, reader }) => {
      const open = 'run-000';
      await first.saveRun(makeRun(open));
      await first.saveRunAccounts(open, [makeRunAccount(account, 'begun')]);
      const ids = Array.from({ length: maxEndedRuns + 2 }, (_, at) => `run-${at + 100}`);
      for (const id of ids) {
        await first.saveRunAccounts(id, [makeRunAccount(account, 'done')]);
        await first.saveRun(makeRun(id, '2026-11-21T19:00:00Z'));
      }
      const left: string[] = [];
      for (const id of [open, ...ids])
        if ((await gather(reader.readRunAccounts(id))).length > 0) left.push(id);
      expect(left).toEqual([open, ...ids.slice(2)]);
      expect(await reader.listRuns(1000)).toHaveLength(ids.length + 1);
    }));

  it('gives an account to one of two that ask at once, and says who has it', () =>
    withWorld(async ({ first, second, reader }) => {
      for (const key of ['northwind', 'contoso', 'fabrikam']) {
        const answers = await Promise.all([
          first.acquireLock(key, ann),
          second.acquireLock(key, bob),
          first.acquireLock(key, makeHolder('cas-1')),
        ]);
        expect(answers.filter((answer) => answer.kind === 'taken')).toHaveLength(1);
        const [lock] = (await reader.listLocks()).filter((held) => held.account === key);
        for (const answer of answers)
          if (answer.kind === 'held') expect(answer.by.holder).toEqual(lock?.holder);
      }
      expect((await reader.listLocks()).map((lock) => lock.account)).toEqual([
        'contoso',
        'fabrikam',
        'northwind',
      ]);
    }));

  it('lets a fence grow for ever, and writes nothing for an older one', () =>
    withWorld(async ({ first, second, reader }) => {
      const change = makeFullChange(account);
      const fence = await take(first.acquireLock(account, ann));
      await first.update({ ...change, fence });
      await first.releaseLock(account, fence);
      await expect(first.update({ account, fence, deleteObjects: [] })).rejects.toThrow(
        LostLockError,
      );

      const later = await take(second.acquireLock(account, bob));
      expect(later).toBeGreaterThan(fence);
      const before = await reader.readState(account);
      const late = { account, fence, closeWrites: [...before.writes.keys()] };
      await expect(first.update(late)).rejects.toThrow(LostLockError);
      expect(await reader.readState(account)).toEqual(before);
      // Releasing a lock that another run has by now changes nothing.
      await first.releaseLock(account, fence);
      await second.update({ ...late, fence: later });
      expect((await reader.readState(account)).writes.size).toBe(0);
      await expect(first.update({ account: 'contoso', fence: 1 })).rejects.toThrow(LostLockError);
    }));

  it('takes over the observed stale lock, and no newer one', () =>
    withWorld(async ({ first, second, reader }) => {
      const fence = await take(first.acquireLock(account, ann));
      expect(await second.acquireLock(account, bob, fence + 1)).toMatchObject({ kind: 'held' });
      const over = await Promise.all([
        second.acquireLock(account, bob, fence),
        second.acquireLock(account, makeHolder('cas-1'), fence),
      ]);
      expect(over.map((answer) => answer.kind).sort()).toEqual(['held', 'taken']);
      await expect(first.update({ account, fence })).rejects.toThrow(LostLockError);
      // The one that lost its last account is not heard of any more, until it says that it is there.
      const holders = async () => (await reader.listHolders()).map(({ holder }) => holder.id);
      expect(await holders()).not.toContain(ann.id);
      await first.heartbeat(ann);
      expect(await holders()).toContain(ann.id);
    }));

  it('lets all go that a holder has when it leaves, and nothing of others', () =>
    withWorld(async ({ first, second, reader }) => {
      await first.acquireLock(account, ann);
      await first.acquireLock('contoso', ann);
      await second.acquireLock('fabrikam', bob);
      await first.removeHolder(ann.id);
      const locks = await reader.listLocks();
      expect(locks.map((lock) => [lock.account, lock.holder.id])).toEqual([['fabrikam', bob.id]]);
      expect((await reader.listHolders()).map(({ holder }) => holder)).toEqual([bob]);
      expect(await second.acquireLock(account, bob)).toMatchObject({ kind: 'taken' });
    }));

  it('lets a holder have again what it has, with a fence that grew', () =>
    withWorld(async ({ first }) => {
      const fence = await take(first.acquireLock(account, ann));
      expect(await take(first.acquireLock(account, ann))).toBeGreaterThan(fence);
    }));

  it('keeps the target that was noted last', () =>
    withWorld(async ({ first, second, reader }) => {
      expect(await reader.readTarget()).toBeNull();
      const target = {
        environment: 'prod',
        service: 'remote',
        address: 'https://one.test',
      } as const;
      await first.saveTarget(target);
      await second.saveTarget({ ...target, address: 'https://two.test' });
      expect(await reader.readTarget()).toEqual({ ...target, address: 'https://two.test' });
    }));

  it('keeps the pace that was noted last', () =>
    withWorld(async ({ first, second, reader }) => {
      expect(await reader.readPace()).toBeNull();
      await first.savePace(80);
      await second.savePace(42.5);
      expect(await reader.readPace()).toBe(42.5);
      expect(await reader.readTarget()).toBeNull();
    }));
}

async function take(asked: ReturnType<StoreWriter['acquireLock']>): Promise<number> {
  const answer = await asked;
  if (answer.kind === 'taken') return answer.fence;
  throw new Error(`held by ${answer.by.holder.id}`);
}

async function gather<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}
