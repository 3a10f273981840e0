import fc from 'fast-check';
import { expect, it } from 'vitest';

import { toFieldPath } from '../../src/model/address.ts';
import { LostLockError } from '../../src/model/memory/lock.ts';
import { type AccountMemory, emptyMemory } from '../../src/model/memory/memory.ts';
import type { StoreReader, StoreWriter } from '../../src/model/ports.ts';
import type { Closable, Fillable } from '../../src/store/make-store.ts';
import { mostEndedRuns } from '../../src/store/steps/run-steps.ts';
import { accountKey, addChange, anyChange, isEmptyMemory } from './memories.ts';
import {
  makeAccountObject,
  makeFullChange,
  makeHolder,
  makeRun,
  makeRunAccount,
} from './samples.ts';

/** Ways into one store: each call is a connection of its own. */
export type Doors = {
  openWriter(): Promise<StoreWriter & Fillable & Closable>;
  openReader(): Promise<StoreReader & Closable>;
};

const account = 'northwind';
const ann = makeHolder('ann-1');
const bob = makeHolder('bob-1');

/** What every store keeps to, whatever it is written in. `makeDoors` makes a new, empty store. */
export function describeStore(makeDoors: () => Promise<Doors>): void {
  const worldsOfStore = { numRuns: 25 };

  async function openWorld() {
    const doors = await makeDoors();
    const [first, second, reader] = [
      await doors.openWriter(),
      await doors.openWriter(),
      await doors.openReader(),
    ];
    const close = async () => {
      for (const one of [first, second, reader]) await one.close();
    };
    return { doors, first, second, reader, close };
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

  it('remembers after any changes by two writers exactly what they add up to', () =>
    withWorld(async ({ first, second, reader }) => {
      const model = new Map<string, AccountMemory>();
      const step = fc.tuple(fc.boolean(), anyChange);
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 6 }), async (steps) => {
          for (const [isFirst, change] of steps) {
            await (isFirst ? first : second).change(change);
            const before = model.get(change.account) ?? emptyMemory(change.account);
            model.set(change.account, addChange(before, change));
          }
          for (const [key, memory] of model) expect(await reader.readMemory(key)).toEqual(memory);
          const known = [...model.values()].filter((memory) => !isEmptyMemory(memory));
          const keys = known.map((memory) => memory.account).sort();
          expect(await reader.listAccounts()).toEqual(keys);
          const open = known.filter(({ creates, pauses, writes }) => {
            return creates.size + pauses.size + writes.size > 0;
          });
          const unsettled = open.map((memory) => memory.account).sort();
          expect(await reader.listUnsettled()).toEqual(unsettled);
        }),
        worldsOfStore,
      );
      for (const key of await reader.listAccounts())
        await first.change({ account: 'x', takeOver: key });
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
      expect([...(await reader.readMemory(account)).objects.values()]).toEqual([known]);
      await second.change({ account, keepObjects: [earlier as never] });
      expect([...(await reader.readMemory(account)).objects.values()]).toEqual([known]);
    }));

  it('makes nothing of a change that fails half way, and goes on after it', () =>
    withWorld(async ({ first, reader }) => {
      const broken = { ...makeAccountObject(account, '1'), remoteId: 1n as never };
      const change = { ...makeFullChange(account), openPauses: [broken as never] };
      await expect(first.change(change)).rejects.toThrow('BigInt');
      expect(await reader.readMemory(account)).toEqual(emptyMemory(account));
      await first.change(makeFullChange(account));
      expect((await reader.readMemory(account)).writes.size).toBe(1);
    }));

  it('moves all that is kept under a key in one change with what it is moved to', () =>
    withWorld(async ({ first, reader }) => {
      await first.change(makeFullChange(account));
      await first.change({ ...makeFullChange('contoso'), takeOver: account });
      expect(await reader.readMemory(account)).toEqual(emptyMemory(account));
      const wanted = addChange(emptyMemory('contoso'), makeFullChange('contoso'));
      expect(await reader.readMemory('contoso')).toEqual(wanted);
    }));

  it('finds the owners of an account of the service, also by a name that is no plain text', () =>
    withWorld(async ({ first, reader }) => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.tuple(accountKey, fc.constantFrom('7', '\0"', '🜚'))),
          async (all) => {
            for (const [key, id] of all)
              await first.change({ account: key, keepObjects: [makeAccountObject(key, id)] });
            const ids = new Map(all);
            for (const id of ['7', '\0"', '🜚', '8']) {
              const keys = [...ids].filter(([, has]) => has === id).map(([key]) => key);
              expect(await reader.listOwners(id)).toEqual(keys.sort());
            }
            const bound = [...ids].map(([account, remoteId]) => ({ account, remoteId }));
            const listed = await reader.listBindings();
            expect(listed).toHaveLength(bound.length);
            expect(listed).toEqual(expect.arrayContaining(bound));
            for (const key of ids.keys()) await first.change({ account: 'x', takeOver: key });
          },
        ),
        worldsOfStore,
      );
    }));

  it('keeps runs and their accounts, the newest run first and accounts by name', () =>
    withWorld(async ({ first, second, reader }) => {
      const ids = ['20261121T1-a', '20261122T1-b', '20261123T1-c'];
      for (const id of [...ids].reverse()) await first.keepRun(makeRun(id));
      const names = Array.from({ length: 120 }, (_, index) => `a${String(index).padStart(3, '0')}`);
      const planned = names.map((name) => makeRunAccount(name, 'planned'));
      await first.keepRunAccounts('20261122T1-b', [...planned].reverse());
      await second.keepRunAccounts('20261122T1-b', [makeRunAccount('a007', 'done')]);
      await second.keepRun(makeRun('20261121T1-a', '2026-11-21T19:00:00Z'));

      const listed = await reader.listRuns(2);
      expect(listed).toEqual([makeRun('20261123T1-c'), makeRun('20261122T1-b')]);
      expect((await reader.readRun('20261121T1-a'))?.end?.outcome).toBe('done');
      expect(await reader.readRun('20261124T1-d')).toBeNull();
      const kept = await gather(reader.readRunAccounts('20261122T1-b'));
      expect(kept.map((item) => item.account)).toEqual(names);
      expect(kept[7]).toEqual(makeRunAccount('a007', 'done'));
      expect(kept[8]).toEqual(planned[8]);
      expect(await gather(reader.readRunAccounts('20261123T1-c'))).toEqual([]);
    }));

  it('drops the accounts of old ended runs, and keeps their records and what has not ended', () =>
    withWorld(async ({ first, reader }) => {
      const open = 'run-000';
      await first.keepRun(makeRun(open));
      await first.keepRunAccounts(open, [makeRunAccount(account, 'begun')]);
      const ids = Array.from({ length: mostEndedRuns + 2 }, (_, at) => `run-${at + 100}`);
      for (const id of ids) {
        await first.keepRunAccounts(id, [makeRunAccount(account, 'done')]);
        await first.keepRun(makeRun(id, '2026-11-21T19:00:00Z'));
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
          first.takeLock(key, ann),
          second.takeLock(key, bob),
          first.takeLock(key, makeHolder('cas-1')),
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
      const fence = await take(first.takeLock(account, ann));
      await first.change({ ...change, fence });
      await first.freeLock(account, fence);
      await expect(first.change({ account, fence, dropObjects: [] })).rejects.toThrow(
        LostLockError,
      );

      const later = await take(second.takeLock(account, bob));
      expect(later).toBeGreaterThan(fence);
      const before = await reader.readMemory(account);
      const late = { account, fence, closeWrites: [...before.writes.keys()] };
      await expect(first.change(late)).rejects.toThrow(LostLockError);
      expect(await reader.readMemory(account)).toEqual(before);
      // Letting go of what another has by now changes nothing for that one.
      await first.freeLock(account, fence);
      await second.change({ ...late, fence: later });
      expect((await reader.readMemory(account)).writes.size).toBe(0);
      await expect(first.change({ account: 'contoso', fence: 1 })).rejects.toThrow(LostLockError);
    }));

  it('takes over the stale lock that was seen, and none that came in between', () =>
    withWorld(async ({ first, second, reader }) => {
      const fence = await take(first.takeLock(account, ann));
      expect(await second.takeLock(account, bob, fence + 1)).toMatchObject({ kind: 'held' });
      const over = await Promise.all([
        second.takeLock(account, bob, fence),
        second.takeLock(account, makeHolder('cas-1'), fence),
      ]);
      expect(over.map((answer) => answer.kind).sort()).toEqual(['held', 'taken']);
      await expect(first.change({ account, fence })).rejects.toThrow(LostLockError);
      // The one that lost its last account is not heard of any more, until it says that it is there.
      const holders = async () => (await reader.listHolders()).map(({ holder }) => holder.id);
      expect(await holders()).not.toContain(ann.id);
      await first.beat(ann);
      expect(await holders()).toContain(ann.id);
    }));

  it('lets all go that a holder has when it leaves, and nothing of others', () =>
    withWorld(async ({ first, second, reader }) => {
      await first.takeLock(account, ann);
      await first.takeLock('contoso', ann);
      await second.takeLock('fabrikam', bob);
      await first.leave(ann.id);
      const locks = await reader.listLocks();
      expect(locks.map((lock) => [lock.account, lock.holder.id])).toEqual([['fabrikam', bob.id]]);
      expect((await reader.listHolders()).map(({ holder }) => holder)).toEqual([bob]);
      expect(await second.takeLock(account, bob)).toMatchObject({ kind: 'taken' });
    }));

  it('lets a holder have again what it has, with a fence that grew', () =>
    withWorld(async ({ first }) => {
      const fence = await take(first.takeLock(account, ann));
      expect(await take(first.takeLock(account, ann))).toBeGreaterThan(fence);
    }));

  it('keeps the target that was noted last', () =>
    withWorld(async ({ first, second, reader }) => {
      expect(await reader.readTarget()).toBeNull();
      const target = {
        environment: 'prod',
        service: 'remote',
        address: 'https://one.test',
      } as const;
      await first.keepTarget(target);
      await second.keepTarget({ ...target, address: 'https://two.test' });
      expect(await reader.readTarget()).toEqual({ ...target, address: 'https://two.test' });
    }));
}

async function take(asked: ReturnType<StoreWriter['takeLock']>): Promise<number> {
  const answer = await asked;
  if (answer.kind === 'taken') return answer.fence;
  throw new Error(`held by ${answer.by.holder.id}`);
}

async function gather<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}
