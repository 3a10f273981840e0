import fc from 'fast-check';
import { expect, it } from 'vitest';
import { makeWaves } from '../../../../src/features/rollout/waves/make-waves.ts';
import type { WrittenWave } from '../../../../src/model/manifest/layers.ts';
import type { AccountEntry } from '../../../../src/model/manifest/manifest.ts';

const at = { file: 'a.csv', line: 1, column: 1, endLine: 1, endColumn: 1, pointer: '' };

function makeEntry(key: string, tier = 'standard'): AccountEntry {
  const place = { file: at.file, documentIndex: 0, at, document: null };
  return { key, id: key, labels: { tier }, ...place };
}

const names = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,6}$/), { maxLength: 40 });
const wave: fc.Arbitrary<Omit<WrittenWave, 'name'>> = fc.oneof(
  fc.record({ count: fc.integer({ min: 1, max: 20 }) }),
  fc.record({ percent: fc.integer({ min: 1, max: 100 }) }),
  fc.record({ select: fc.constantFrom('label=tier=trial', 'account=a*') }),
);

it('puts each account into one wave, the same in any order of rows', () => {
  fc.assert(
    fc.property(names, fc.array(wave, { minLength: 1, maxLength: 4 }), (keys, written) => {
      const waves = written.map((each, index) => ({ ...each, name: `wave-${index}` }));
      const entries = keys.map((key, index) => makeEntry(key, index % 3 === 0 ? 'trial' : 'other'));
      const made = makeWaves({ waves }, entries, 'local');
      const members = made.flatMap((each) => each.entries.map(({ key }) => key));
      expect(members.toSorted()).toEqual(keys.toSorted());
      expect(makeWaves({ waves }, entries.toReversed(), 'local')).toEqual(made);
    }),
  );
});

it('takes numbers by digest, so that an account keeps its wave where others come', () => {
  const waves = [{ name: 'pilot', count: 2 }];
  const few = ['a', 'b', 'c', 'd', 'e'].map((key) => makeEntry(key));
  const [pilot] = makeWaves({ waves }, few, 'local');
  expect(pilot?.entries).toHaveLength(2);
  const [again] = makeWaves({ waves }, [...few, makeEntry('zz')], 'local');
  const kept = pilot?.entries.filter(({ key }) => again?.entries.some((each) => each.key === key));
  expect(kept?.length).toBeGreaterThanOrEqual(1);
});

it('keeps waves that take nothing, and leaves out a rest without accounts', () => {
  const waves = [
    { name: 'trial', select: 'label=tier=trial' },
    { name: 'all', percent: 100 },
  ];
  const made = makeWaves({ waves }, [makeEntry('a')], 'local');
  expect(made.map(({ name, entries }) => [name, entries.length])).toEqual([
    ['trial', 0],
    ['all', 1],
  ]);
});
