import { describe, expect, it } from 'vitest';
import { checkUndo } from '../../../../src/features/operations/undo/check-undo.ts';
import type { LaterRun } from '../../../../src/features/operations/undo/read-undo.ts';
import { toConnectorAddress, toFieldAddress, toFieldPath } from '../../../../src/model/address.ts';
import type { FieldDiff } from '../../../../src/model/diff/field-diff.ts';
import {
  asApplied,
  connectorDiff,
  makeDiff,
  makeFieldDiff,
  plain,
} from '../../../support/values/make-field-diff.ts';

const crm = toConnectorAddress('northwind', 'crm');
const path = toFieldPath('description');

/** Judges the undo of a run that wrote "wrote" to a description where "wanted" was. */
function checkField(field: FieldDiff, later: LaterRun | null = null) {
  return checkUndo(makeDiff({ connectors: [connectorDiff('crm', [field])] }), {
    run: 'one',
    account: 'northwind',
    before: [{ address: crm, path, was: plain('wanted'), wrote: plain('wrote') }],
    made: [],
    deleted: [],
    madeLater: new Set<never>(),
    later: new Map(later === null ? [] : [[toFieldAddress(crm, path), later]]),
  }).map(({ code, moves, remedy }) => ({ code, moves, remedy }));
}

const as = (live: FieldDiff['live'], more: Partial<FieldDiff> = {}) =>
  makeFieldDiff('description', 'git', {
    live,
    disposition: { kind: 'write', because: 'restored' },
    ...more,
  });
const back = makeFieldDiff('description', 'same');

describe('a field that the run wrote', () => {
  it('is taken back where it is as the run wrote it, or needs nothing where it is as before', () => {
    expect(checkField(as(plain('wrote')))).toEqual([]);
    expect(checkField(back)).toEqual([]);
  });

  it('refuses where it is neither, with what the run wrote and what is there', () => {
    expect(checkField(as(plain('a hand')))).toMatchObject([
      {
        code: 'undo-moved',
        moves: [{ address: crm, path, was: plain('wrote'), is: plain('a hand') }],
      },
    ]);
  });

  it('is as we last wrote it where the service does not show it', () => {
    const hidden = { kind: 'not-readable' } as const;
    expect(checkField(as(hidden, { applied: asApplied(plain('wrote')) }))).toEqual([]);
    expect(checkField(as(hidden, { applied: asApplied(plain('another')) }))).toMatchObject([
      { code: 'undo-moved' },
    ]);
    expect(checkField(as(hidden))).toMatchObject([{ code: 'undo-moved' }]);
  });
});

describe('a later run that wrote the same', () => {
  const done = { run: 'two', isDone: true };

  it('is named where it was done, also where the same stands there again', () => {
    for (const live of ['wrote', 'other']) {
      expect(checkField(as(plain(live)), done)).toMatchObject([
        { code: 'undo-later-run', remedy: expect.stringContaining('cyclectl undo two') },
      ]);
    }
    expect(checkField(back, done)).toEqual([]);
  });

  it('is named where it was not done only if another value is there', () => {
    const failed = { run: 'two', isDone: false };
    expect(checkField(as(plain('wrote')), failed)).toEqual([]);
    expect(checkField(as(plain('other')), failed)).toMatchObject([{ code: 'undo-later-run' }]);
  });
});
