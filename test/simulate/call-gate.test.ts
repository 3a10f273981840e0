import { expect, it } from 'vitest';
import { CallGate } from './call-gate.ts';

it('lets calls of two programs through in the order that is requested', async () => {
  const stile = new CallGate(2);
  const done: string[] = [];
  const walk = (who: number) =>
    stile.begin(who, async () => {
      for (const name of ['one', 'two']) {
        const call = { port: 'store', name, hasEffect: false } as const;
        await stile.tapOf(who)(call, async () => done.push(`${who} ${name}`));
      }
    });
  const both = [walk(0), walk(1)];
  expect((await stile.next(1))?.name).toBe('one');
  await stile.pass(1);
  await stile.pass(0);
  expect((await stile.next(1))?.name).toBe('two');
  await stile.finish(1);
  expect(await stile.next(1)).toBeNull();
  expect(await stile.pass(1)).toBe(false);
  await stile.finish(0);
  await Promise.all(both);
  expect(done).toEqual(['1 one', '0 one', '1 two', '0 two']);
});
