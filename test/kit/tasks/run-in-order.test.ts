import { describe, expect, it } from 'vitest';
import { closeIfFailing, runInOrder } from '../../../src/kit/tasks/run-in-order.ts';

/** Work that ends when the test says so, and knows how much of it was in flight. */
function makeWork() {
  const open = new Map<number, () => void>();
  let most = 0;
  const work = (item: number): Promise<string> =>
    new Promise((resolve) => {
      open.set(item, () => {
        open.delete(item);
        resolve(`done ${item}`);
      });
      most = Math.max(most, open.size);
    });
  return { work, open, most: () => most, end: (item: number) => open.get(item)?.() };
}

describe('mapInOrder', () => {
  it('gives results in the order of the items, in whatever order they end', async () => {
    const { work, open, end, most } = makeWork();
    const results = runInOrder([1, 2, 3], 2, work);
    const first = results.next();
    while (open.size < 2) await Promise.resolve();
    expect([...open.keys()]).toEqual([1, 2]);
    end(2);
    end(1);
    expect(await first).toEqual({ done: false, value: 'done 1' });
    expect(await results.next()).toEqual({ done: false, value: 'done 2' });
    const third = results.next();
    end(3);
    expect(await third).toEqual({ done: false, value: 'done 3' });
    expect(await results.next()).toEqual({ done: true, value: undefined });
    expect(most()).toBe(2);
  });

  it('has as many in flight as its width, and never more', async () => {
    const { work, open, end, most } = makeWork();
    const items = Array.from({ length: 20 }, (_, index) => index);
    const seen: string[] = [];
    const reader = (async () => {
      for await (const result of runInOrder(items, 4, work)) seen.push(result);
    })();
    for (const item of items) {
      while (open.size < Math.min(4, items.length - item)) await Promise.resolve();
      end(item);
    }
    await reader;
    expect(seen).toEqual(items.map((item) => `done ${item}`));
    expect(most()).toBe(4);
  });

  it('waits for what is in flight when its reader goes away', async () => {
    const { work, end, open } = makeWork();
    const results = runInOrder([1, 2, 3], 3, work);
    const first = results.next();
    while (open.size < 3) await Promise.resolve();
    end(1);
    await first;
    let isOver = false;
    const over = results.return().then(() => {
      isOver = true;
    });
    end(2);
    await Promise.resolve();
    expect(isOver).toBe(false);
    end(3);
    await over;
  });

  it('keeps an error until its turn, however early it comes', async () => {
    const first = Promise.withResolvers<string>();
    const results = runInOrder(['slow', 'broken'], 2, async (item) => {
      if (item === 'broken') throw new Error('too early');
      return first.promise;
    });
    const taken = results.next();
    // The broken one has failed by now, and Node ends a process for a failure that nobody awaits.
    await new Promise((resolve) => setImmediate(resolve));
    first.resolve('done');
    expect(await taken).toEqual({ done: false, value: 'done' });
    await expect(results.next()).rejects.toThrow('too early');
  });

  it('passes on the error of the work that fails first', async () => {
    const results = runInOrder([1, 2], 2, async (item) => {
      if (item === 2) throw new Error('two');
      return item;
    });
    expect(await results.next()).toEqual({ done: false, value: 1 });
    await expect(results.next()).rejects.toThrow('two');
  });
});

it('closes what was opened if the next step fails, and reports that step alone', async () => {
  let closed = 0;
  const opened = {
    close: async () => {
      closed += 1;
      throw new Error('closing failed too');
    },
  };
  const failing = closeIfFailing(opened, async () => {
    throw new Error('the step failed');
  });
  await expect(failing).rejects.toThrow('the step failed');
  expect(closed).toBe(1);
  expect(await closeIfFailing(opened, async () => 'done')).toBe('done');
  expect(closed).toBe(1);
});
