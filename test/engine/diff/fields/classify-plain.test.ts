import { describe, expect, it } from 'vitest';
import { classifyPlain } from '../../../../src/engine/diff/fields/classify-plain.ts';
import type {
  LiveValue,
  PlainValue,
  StoredValue,
} from '../../../../src/model/fields/field-value.ts';
import { fingerprint, plain } from '../../../support/values/make-field-diff.ts';

const hidden: LiveValue = { kind: 'not-readable' };

function classify(git: PlainValue, applied: StoredValue | null, live: LiveValue) {
  return classifyPlain(git, { live, applied, isBound: false, normaliser: 'as-it-is' });
}

describe('judgePlain', () => {
  it.each([
    { row: 'G = A = L', git: 'a', applied: 'a', live: 'a', state: 'same' },
    { row: 'G ≠ A = L', git: 'b', applied: 'a', live: 'a', state: 'git' },
    { row: 'G = A ≠ L', git: 'a', applied: 'a', live: 'b', state: 'live' },
    { row: 'all differ', git: 'a', applied: 'b', live: 'c', state: 'both' },
    { row: 'G = L ≠ A', git: 'a', applied: 'b', live: 'a', state: 'same' },
  ])('classifies $row as that row of the table: $state', ({ git, applied, live, state }) => {
    expect(classify(git, plain(applied), plain(live))).toBe(state);
  });

  it('has no direction without state', () => {
    expect(classify('a', null, plain('a'))).toBe('same');
    expect(classify('a', null, plain('b'))).toBe('unknown');
    expect(classify(null, null, plain('b'))).toBe('unknown');
  });

  it('lets what we last sent stand for what the service does not show', () => {
    expect(classify('a', null, hidden)).toBe('not-readable');
    expect(classify('a', plain('a'), hidden)).toBe('not-readable');
    expect(classify('b', plain('a'), hidden)).toBe('git');
  });

  it('takes text in the place of a reference for a change of Git', () => {
    const applied = { kind: 'secret', written: fingerprint('a'), read: null } as const;
    expect(classify('a', applied, plain('b'))).toBe('git');
    expect(classify('a', applied, plain('a'))).toBe('same');
  });

  it.each([
    {
      normaliser: 'set',
      git: ['a', 'b'],
      applied: ['b', 'a'],
      live: ['b', 'a', 'a'],
      state: 'same',
    },
    { normaliser: 'web-address', git: 'x.org', applied: 'https://x.org', live: 'y', state: 'live' },
    { normaliser: 'empty-is-null', git: null, applied: 'a', live: '', state: 'same' },
    { normaliser: 'as-it-is', git: null, applied: 'a', live: '', state: 'both' },
  ] as const)('compares all three sides in the form of $normaliser', (row) => {
    const { normaliser, git, state } = row;
    const sides = {
      live: plain(row.live),
      applied: plain(row.applied),
      isBound: false,
      normaliser,
    };
    expect(classifyPlain(git, sides)).toBe(state);
  });

  it('compares mappings and schedules by what they hold, not by the order of their keys', () => {
    const wanted = { kind: 'step', step: 'List', field: 'Email' } as const;
    const live = { field: 'Email', step: 'List', kind: 'step' } as const;
    expect(classify(wanted, null, plain(live))).toBe('same');
    expect(classify(wanted, null, plain({ ...live, field: 'Phone' }))).toBe('unknown');
  });
});
