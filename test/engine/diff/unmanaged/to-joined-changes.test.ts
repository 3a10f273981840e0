import { expect, it } from 'vitest';
import { toJoinedChanges } from '../../../../src/engine/diff/to-joined-changes.ts';
import { toCycleAddress, toFieldPath } from '../../../../src/model/address.ts';
import type { PlainValue } from '../../../../src/model/fields/field-value.ts';
import type { UnmanagedChange } from '../../../../src/model/observed/unmanaged.ts';
import { makeCycle } from '../../../support/values/make-desired.ts';

const { at } = makeCycle('sync');

function change(
  path: string,
  response: UnmanagedChange['response'],
  ...sides: readonly [PlainValue, PlainValue]
): UnmanagedChange {
  const [was, is] = sides.map((value) => ({ kind: 'plain', value }) as const);
  if (was === undefined || is === undefined) throw new Error('no sides');
  return {
    address: toCycleAddress('northwind', 'sync'),
    kind: 'cycle',
    path: toFieldPath(path),
    was,
    is,
    effect: 'runs',
    response,
    at,
  };
}

it('a change fails drift where one that came with it does', () => {
  const joined = toJoinedChanges(
    [
      change('steps', 'report', ['Get'], ['Get', 'Filter']),
      change('edges', 'fail', [], ['Get → Filter']),
    ],
    new Map(),
  );
  expect(joined).toMatchObject([{ path: 'steps', response: 'fail', parts: [{ path: 'edges' }] }]);
});
