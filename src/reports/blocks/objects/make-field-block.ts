import type { Address, FieldPath } from '../../../model/address.ts';
import type { ShownValue } from '../../../model/plan/change.ts';
import type { SourceSpan } from '../../../model/source-span.ts';
import type { FieldBlock, Side } from '../block.ts';
import { formatDifference, formatFieldValue, toLongTexts } from '../words/format-field-value.ts';
import { formatPath, toObjectPath } from '../words/format-path.ts';

/** A field of an object, and its place in the manifest. */
export type FieldPlace = {
  readonly address: Address;
  readonly path: FieldPath;
  readonly at: SourceSpan | null;
};

/** Two values of a field. */
export type Difference = Pick<FieldBlock, 'text' | 'isPair' | 'before' | 'after' | 'long'>;

/** The difference between two values, each with its label. */
export function makeDifference(
  path: FieldPath,
  { before, after }: { readonly before: ShownValue; readonly after: ShownValue },
  labels: readonly [before: string, after: string],
): Difference {
  return {
    text: formatDifference(path, before, after),
    isPair: before.kind !== 'secret' && after.kind !== 'secret',
    before: makeSide(path, labels[0], before),
    after: makeSide(path, labels[1], after),
    long: toLongTexts(before, after),
  };
}

/** A field with two values. */
export function makeFieldBlock(
  { address, path, at }: FieldPlace,
  difference: Difference,
  origin: readonly string[],
): FieldBlock {
  return {
    is: 'field',
    mark: '~',
    object: toObjectPath(address),
    path: formatPath(path),
    ...difference,
    wanted: null,
    origin,
    effects: [],
    at,
  };
}

/** A field that is new, with its value. */
export function makeNewFieldBlock(
  { address, path, at }: FieldPlace,
  value: ShownValue,
  isInBrief: boolean,
): FieldBlock {
  const after = makeSide(path, 'After', value);
  return {
    is: 'field',
    mark: '+',
    object: toObjectPath(address),
    path: formatPath(path),
    text: after.text,
    isPair: false,
    before: null,
    after,
    wanted: null,
    long: null,
    origin: [],
    effects: [],
    at,
    ...(isInBrief ? { inBrief: true } : {}),
  };
}

/** One value of a field under its label. */
export function makeSide(path: FieldPath, label: string, value: ShownValue): Side {
  return { label, text: formatFieldValue(path, value), kind: value.kind };
}
