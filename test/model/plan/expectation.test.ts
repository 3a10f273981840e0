import { expect, it } from 'vitest';
import { type FieldPath, toCycleAddress } from '../../../src/model/address.ts';
import type { PlainValue } from '../../../src/model/fields/field-value.ts';
import { type ExpectedValue, listMoves } from '../../../src/model/plan/expectation.ts';
import {
  fingerprint,
  makeFieldDiff,
  plain,
  secretField,
} from '../../support/values/make-field-diff.ts';

const address = toCycleAddress('northwind', 'sync');
const field = 'steps/Get/fields/Name';
const ignored = { kind: 'ignore' } as const;

/** Which of the fields of a cycle moved since a plan was saved that expected a value of one of them. */
function listMoved(
  path: string,
  was: ExpectedValue,
  { is, hidden = false }: { readonly is: PlainValue; readonly hidden?: boolean },
): readonly string[] {
  const desired = hidden ? { desired: secretField(path, 'text') } : {};
  const field = makeFieldDiff(path, 'unknown', { live: plain(is), ...desired });
  const found = { address, kind: 'cycle', live: { id: '1' }, fields: [field] } as const;
  const expected = { address, id: '1', before: { [path as FieldPath]: was } };
  return listMoves(expected, found, fingerprint).flatMap((move) => move.path ?? []);
}

it('finds an ignored field where a saved plan has one that was never mapped, and the other way', () => {
  expect(listMoved(field, plain(null), { is: ignored })).toEqual([]);
  expect(listMoved(field, plain(ignored), { is: ignored })).toEqual([]);
  expect(listMoved(field, plain(ignored), { is: null })).toEqual([]);
  expect(listMoved(field, plain(null), { is: { kind: 'value', value: 'x' } })).toEqual([field]);
  expect(listMoved(field, plain({ kind: 'value', value: 'x' }), { is: ignored })).toEqual([field]);
});

it('finds an ignored field also where a secret is to be written, by the fingerprint that a saved plan has', () => {
  const was = { kind: 'secret', print: fingerprint('{"kind":"ignore"}') } as const;
  expect(listMoved(field, was, { is: ignored, hidden: true })).toEqual([]);
  expect(listMoved(field, plain(null), { is: ignored, hidden: true })).toEqual([]);
  const other = { kind: 'secret', print: fingerprint('other') } as const;
  expect(listMoved(field, other, { is: ignored, hidden: true })).toEqual([field]);
});

it('takes an ignored parameter for another than one that was never set', () => {
  const parameter = 'steps/Get/parameters/Id';
  expect(listMoved(parameter, plain(null), { is: ignored })).toEqual([parameter]);
});
