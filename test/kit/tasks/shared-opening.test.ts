import { expect, it } from 'vitest';
import { SharedOpening } from '../../../src/kit/tasks/shared-opening.ts';

function openCounted() {
  const count = { opened: 0, closed: 0 };
  const shared = new SharedOpening(async () => {
    count.opened += 1;
    return {
      close: async () => {
        count.closed += 1;
      },
    };
  });
  return { count, shared };
}

it('is shared by those who use it at the same time, and closed when the last one leaves', async () => {
  const { count, shared } = openCounted();
  const hold = Promise.withResolvers<void>();
  const first = shared.use(() => hold.promise);
  await shared.use(async () => undefined);
  expect(count).toEqual({ opened: 1, closed: 0 });
  hold.resolve();
  await first;
  expect(count).toEqual({ opened: 1, closed: 1 });
  await shared.use(async () => undefined);
  expect(count).toEqual({ opened: 2, closed: 2 });
});

it('is opened again after it could not be opened', async () => {
  let fails = true;
  const shared = new SharedOpening(async () => {
    if (fails) throw new Error('away');
    return { close: async () => undefined };
  });
  const use = () => shared.use(async () => 'used');
  await expect(Promise.allSettled([use(), use()])).resolves.toMatchObject([
    { reason: { message: 'away' } },
    { reason: { message: 'away' } },
  ]);
  fails = false;
  expect(await use()).toBe('used');
});
