import { describe, expect, it } from 'vitest';
import { hasAllRequired, listUnset } from '../../../../src/engine/plan/refusals/list-unset.ts';
import { type Address, type FieldPath, toFieldPath } from '../../../../src/model/address.ts';
import type { MappingSource } from '../../../../src/model/desired/mapping.ts';
import { reportError } from '../../../../src/model/diagnostic/diagnostic.ts';
import type { FieldDiff } from '../../../../src/model/diff/field-diff.ts';
import type { UnresolvedName } from '../../../../src/model/diff/unresolved-name.ts';
import type { NamedItem } from '../../../../src/model/live/live.ts';
import { makeCycle, nameOne, plainField } from '../../../support/values/make-desired.ts';
import { absent, cycleDiff, keep, makeFieldDiff } from '../../../support/values/make-field-diff.ts';
import { liveStep, shapeOf, target, variable } from '../../../support/values/make-live.ts';

const path = 'steps/Write file/fields/name';

function writes(source: MappingSource, more: Partial<FieldDiff> = {}): FieldDiff {
  return makeFieldDiff(path, 'new', { desired: plainField(path, source), ...more });
}

const lost: UnresolvedName = {
  lost: { thing: 'step', name: 'Write', step: null, isSeveral: false, near: [] },
  diagnostic: reportError('step-unknown', { summary: 'No such step', address: 'a' as Address }),
};

type Asked = {
  readonly items?: readonly NamedItem[];
  readonly isShown?: true;
  readonly isUnresolved?: boolean;
};

function makeNew(fields: readonly FieldDiff[], asked: Asked) {
  const { items = [target('1', 'name', { isOptional: false, initial: 'none' })] } = asked;
  const { isShown } = asked;
  const step = liveStep('s', {
    name: 'Write file',
    fields: items,
    ...(isShown === undefined ? {} : { isShown }),
  });
  const shape = shapeOf([step], [variable('region', 'eu'), variable('empty')]);
  const unresolved = new Map<FieldPath, UnresolvedName>();
  if (asked.isUnresolved === true) unresolved.set(toFieldPath('steps', 'Write'), lost);
  const desired = nameOne(makeCycle('sync'), { shape, unresolved });
  return cycleDiff('sync', fields, { ...absent, desired });
}

function listPaths(fields: readonly FieldDiff[], asked: Asked = {}): readonly string[] {
  return listUnset(makeNew(fields, asked)).map(({ mapping }) => mapping.path);
}

const item = (initial?: 'given' | 'none') =>
  target('1', 'name', { isOptional: false, ...(initial === undefined ? {} : { initial }) });

describe('a required field of a new cycle', () => {
  it('has no value where its origin has none and the manifest neither', () => {
    expect(listPaths([])).toEqual([path]);
    expect(listPaths([writes({ kind: 'value', value: 'a' })])).toEqual([]);
    expect(listPaths([writes({ kind: 'ignore' })])).toEqual([path]);
  });

  it('is not judged where it may have one', () => {
    expect(listPaths([], { items: [item()] })).toEqual([]);
    expect(listPaths([], { items: [item('given')] })).toEqual([]);
    expect(listPaths([writes({ kind: 'ignore' }, { disposition: keep('out-of-scope') })])).toEqual(
      [],
    );
    expect(listPaths([writes({ kind: 'ignore' })], { isUnresolved: true })).toEqual([]);
    const twice = [item('none'), target('2', 'name', { initial: 'none' })];
    expect(listPaths([], { items: twice })).toEqual([]);
  });
});

describe('all required values of a new cycle', () => {
  const isAll = (fields: readonly FieldDiff[], asked: Asked = {}) =>
    hasAllRequired(makeNew(fields, { isShown: true, ...asked }));

  it('are found where each one is known', () => {
    expect(isAll([], { items: [item('given')] })).toBe(true);
    expect(isAll([], { items: [target('1', 'name')] })).toBe(true);
    expect(isAll([writes({ kind: 'value', value: 'a' })])).toBe(true);
    expect(isAll([writes({ kind: 'step', step: 'List', field: 'Id' })])).toBe(true);
    expect(isAll([writes({ kind: 'variable', variable: 'region' })])).toBe(true);
  });

  it('are not where one is unknown', () => {
    expect(isAll([])).toBe(false);
    expect(isAll([], { items: [item()] })).toBe(false);
    expect(isAll([writes({ kind: 'value', value: '' })])).toBe(false);
    expect(isAll([writes({ kind: 'ignore' })])).toBe(false);
    expect(isAll([writes({ kind: 'lookup', value: '7' })])).toBe(false);
    expect(isAll([writes({ kind: 'variable', variable: 'empty' })])).toBe(false);
    expect(hasAllRequired(makeNew([], { items: [item('given')] }))).toBe(false);
  });
});
