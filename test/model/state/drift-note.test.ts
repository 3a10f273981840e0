import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { toAccountAddress, toFieldPath } from '../../../src/model/address.ts';
import { toFingerprint } from '../../../src/model/secret/secret.ts';
import {
  mergeObservedDrift,
  type ObservedDrift,
  type SeenRecord,
} from '../../../src/model/state/drift-note.ts';

const first = '2026-11-20T06:00:00Z';
const now = '2026-11-22T06:00:00Z';
const address = toAccountAddress('northwind');

function item(path: string, print: ObservedDrift['print']): ObservedDrift {
  return { address, path: toFieldPath(path), kind: 'field', print };
}

const [one, two] = [toFingerprint('key-1', 'aa'), toFingerprint('key-1', 'bb')];
const otherKey = toFingerprint('key-2', 'cc');

function noted(print: ObservedDrift['print']): SeenRecord {
  return { by: 'run-1', items: [{ ...item('timezone', print), since: first }] };
}

function look(items: readonly ObservedDrift[], after: string | null = 'run-1') {
  return { account: 'northwind', by: 'run-2', at: now, after, items };
}

describe('mergeSeen', () => {
  it.each([
    { title: 'the same value', was: one, is: one, since: first },
    { title: 'another value', was: one, is: two, since: now },
    { title: 'a value under another key', was: one, is: otherKey, since: first },
    { title: 'a value that this run has no key for', was: one, is: null, since: first },
    { title: 'a value that the run before had no key for', was: null, is: one, since: first },
  ])('records since when $title is known', ({ was, is, since }) => {
    const { seen: observed } = mergeObservedDrift(noted(was), look([item('timezone', is)]));
    expect(observed.map((note) => note.since)).toEqual([since]);
  });

  it('prefers the fingerprint of a run with a key, so that the next one detects another value', () => {
    const { kept } = mergeObservedDrift(noted(one), look([item('timezone', null)]));
    expect(kept?.items[0]?.print).toBe(one);
    const { seen: observed } = mergeObservedDrift(kept, {
      ...look([item('timezone', two)], 'run-2'),
      by: 'run-3',
    });
    expect(observed[0]?.since).toBe(now);
  });

  it('records a value with its key, so that a new key differs once', () => {
    const { kept } = mergeObservedDrift(noted(one), look([item('timezone', otherKey)]));
    expect(kept?.items[0]?.print).toBe(otherKey);
  });

  it('distinguishes one field that changes in two ways', () => {
    const stopped = { ...item('timezone', one), kind: 'stopped' } as const;
    const { seen: observed } = mergeObservedDrift(noted(one), look([stopped]));
    expect(observed[0]?.since).toBe(now);
  });

  it('answers in the order of the look, and gives every item of it one date at most as late', () => {
    const anyItems = fc.uniqueArray(
      fc.record({ path: fc.string(), print: fc.constantFrom(one, two, otherKey, null) }),
      { selector: ({ path }) => path },
    );
    fc.assert(
      fc.property(anyItems, anyItems, fc.boolean(), (before, after, isAlone) => {
        const [was, is] = [before, after].map((all) =>
          all.map(({ path, print }) => item(path, print)),
        );
        const record = mergeObservedDrift(null, {
          ...look(was ?? [], null),
          at: first,
          by: 'run-1',
        }).kept;
        const known = record === null ? null : record.by;
        const { seen: observed, kept } = mergeObservedDrift(
          record,
          look(is ?? [], isAlone ? known : 'run-0'),
        );
        expect(observed.map(({ path }) => path)).toEqual(is?.map(({ path }) => path));
        for (const note of observed) expect([first, now]).toContain(note.since);
        const names = new Set(kept?.items.map(({ path }) => path));
        for (const { path } of is ?? []) expect(names).toContain(path);
        // Beside another run nothing goes.
        if (!isAlone) for (const { path } of was ?? []) expect(names).toContain(path);
        else expect(names.size).toBe(is?.length ?? 0);
      }),
    );
  });
});
