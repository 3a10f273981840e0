import { describe, expect, it } from 'vitest';
import { formatShapeFault, type Shape, shapes } from '../../../src/kit/json/shapes.ts';

const { text, number, mark, oneOf, orNull, optional, list, map, object, byTag } = shapes;

const faultOf = (shape: Shape, value: unknown) => {
  const fault = shape(value, '');
  return fault === null ? null : formatShapeFault(fault);
};

const shape = object({
  name: text,
  size: optional(number),
  parent: orNull(oneOf('a', 'b')),
  isNew: mark,
  items: list(byTag('kind', { one: object({ at: shapes.moment }), none: object({}) })),
  by: map(text),
});
const valid = { name: 'x', parent: null, items: [{ kind: 'none' }], by: { 'a/b': 'c' }, more: 1 };

describe('A shape of JSON', () => {
  it('accepts a value with all its parts, and ignores other parts', () => {
    expect(faultOf(shape, valid)).toBeNull();
  });

  it.each([
    [null, 'it must be an object'],
    [[], 'it must be an object'],
    [{ ...valid, name: undefined }, '/name must be text'],
    [{ ...valid, size: null }, '/size must be a number'],
    [{ ...valid, parent: 'c' }, '/parent must be one of a, b or null'],
    [{ ...valid, isNew: false }, '/isNew must be true'],
    [{ ...valid, items: {} }, '/items must be a list'],
    [{ ...valid, items: [{ kind: 'none' }, 7] }, '/items/1 must be an object'],
    [{ ...valid, items: [{ kind: 'toString' }] }, '/items/0/kind must be one of one, none'],
    [{ ...valid, items: [{ kind: 'one', at: 'x' }] }, '/items/0/at must be a date and time'],
    [{ ...valid, by: { 'a/b': 7 } }, '/by/a~1b must be text'],
  ])('finds the first fault of %j with its place', (value, fault) => {
    expect(faultOf(shape, value)).toBe(fault);
  });

  it('reads no part that an object inherits', () => {
    expect(faultOf(object({ constructor: optional(text) }), {})).toBeNull();
    expect(faultOf(shape, Object.create(valid))).toBe('/name must be text');
  });
});
