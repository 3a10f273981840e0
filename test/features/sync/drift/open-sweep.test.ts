import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openSweep } from '../../../../src/features/sync/drift/open-sweep.ts';

it('begins with the accounts of the oldest looks, at least one, whatever each run has time for', () => {
  const times = fc.array(fc.integer({ min: 0, max: 7 }), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9 }), times, (size, runs) => {
      const entries = Array.from({ length: size }, (_, at) => ({ key: `account-${at}` }));
      const lastLooks = new Map<string, string>();
      const listLooks = (some: readonly { key: string }[]) =>
        some.map(({ key }) => lastLooks.get(key) ?? '').toSorted();
      for (const [at, most] of runs.entries()) {
        let begun = 0;
        const sweep = openSweep(entries, { lastLooks, isOver: () => begun >= most });
        for (const _ of sweep.begins) begun += 1;
        expect(begun).toBe(Math.min(size, Math.max(1, most)));
        expect(new Set([...sweep.listBegun(), ...sweep.listLeft()])).toEqual(new Set(entries));
        const [newest] = listLooks(sweep.listBegun()).toReversed();
        for (const look of listLooks(sweep.listLeft())) expect(look >= (newest ?? '')).toBe(true);
        for (const { key } of sweep.listBegun()) lastLooks.set(key, String(at).padStart(3, '0'));
      }
    }),
  );
});

it('keeps the order of names without last looks', () => {
  const entries = ['a', 'b', 'c'].map((key) => ({ key }));
  expect([...openSweep(entries, { lastLooks: null, isOver: () => false }).begins]).toEqual(entries);
});
