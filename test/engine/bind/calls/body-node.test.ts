import { XMLParser } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import { addValue, formatBody, makeBody } from '../../../../src/engine/bind/calls/body-node.ts';

/** A body of values in order, as JSON reads it. */
function build(...values: readonly (readonly [string, string])[]): unknown {
  const body = makeBody();
  for (const [location, text] of values) {
    expect(addValue(body, location, { kind: 'scalar', text, isBare: false }), location).toBe(true);
  }
  return JSON.parse(formatBody(body, 'json') ?? '');
}

describe('a Location', () => {
  it('names members of objects in objects', () => {
    expect(build(['Contact.Email', 'a@b'], ['Contact.Name.First', 'Ann'], ['Note', ''])).toEqual({
      Contact: { Email: 'a@b', Name: { First: 'Ann' } },
      Note: '',
    });
  });

  it('names values of items of arrays, and a value that repeats begins the next item', () => {
    const body = build(
      ['[orders].[lines].sku', 'a'],
      ['[orders].[lines].quantity', '1'],
      ['[orders].[lines].sku', 'b'],
      ['[orders].total', '3'],
      ['[orders].total', '4'],
      ['[orders].[lines].sku', 'c'],
    );
    expect(body).toEqual({
      orders: [
        { lines: [{ sku: 'a', quantity: '1' }, { sku: 'b' }], total: '3' },
        { total: '4', lines: [{ sku: 'c' }] },
      ],
    });
  });

  it('may end in an array, which takes every value', () => {
    expect(build(['Contact.[tags]', 'x'], ['Contact.[tags]', 'y'])).toEqual({
      Contact: { tags: ['x', 'y'] },
    });
  });

  it('may have a name that objects have of their own', () => {
    const text = JSON.stringify(build(['__proto__.constructor', 'x']));
    expect(text).toBe('{"__proto__":{"constructor":"x"}}');
  });

  it('is refused where something else stands already', () => {
    const body = makeBody();
    const value = { kind: 'scalar', text: 'x', isBare: false } as const;
    expect(addValue(body, 'a.b', value)).toBe(true);
    for (const location of ['a.b', 'a', 'a.b.c', '[a].b', 'a.[b]']) {
      expect(addValue(body, location, value), location).toBe(false);
    }
    expect(formatBody(body, 'json')).toBe('{"a":{"b":"x"}}');
  });
});

describe('a body', () => {
  it('keeps the digits of a number', () => {
    const body = makeBody();
    addValue(body, 'id', { kind: 'scalar', text: '12345678901234567890', isBare: true });
    expect(formatBody(body, 'json')).toBe('{"id":12345678901234567890}');
  });

  it('is XML with an element for each member and item', () => {
    const body = makeBody();
    const values = { 'File.Name': 'a <b> & "c"', 'File.[row].cell': '1', 'File.Size': '2' };
    for (const [location, text] of [...Object.entries(values), ['File.[row].cell', '3']] as const) {
      addValue(body, location, { kind: 'scalar', text, isBare: false });
    }
    expect(new XMLParser().parse(formatBody(body, 'xml') ?? '')).toEqual({
      '?xml': '',
      File: { Name: 'a <b> & "c"', row: [{ cell: 1 }, { cell: 3 }], Size: 2 },
    });
  });

  it('is no XML with two outermost elements, or none', () => {
    const body = makeBody();
    expect(formatBody(body, 'xml')).toBeNull();
    addValue(body, 'a', { kind: 'scalar', text: '1', isBare: false });
    addValue(body, 'b', { kind: 'scalar', text: '1', isBare: false });
    expect(formatBody(body, 'xml')).toBeNull();
  });
});
