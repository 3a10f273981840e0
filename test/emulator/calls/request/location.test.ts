import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CallValue } from '../../../../src/emulator/calls/method-call.ts';
import { readLocation, writeLocation } from '../../../../src/emulator/calls/request/location.ts';

function write(...entries: readonly (readonly [string, CallValue])[]): unknown {
  const body = {};
  for (const [location, value] of entries) writeLocation(body, location, value);
  return body;
}

test.each([
  [[['a', '1']], { a: '1' }],
  [
    [
      ['a.b.c', '1'],
      ['a.b.d', 2],
      ['a.e', null],
    ],
    { a: { b: { c: '1', d: 2 }, e: null } },
  ],
  [[['[a]', 'x']], { a: ['x'] }],
  [[['[a]', ['x', 'y']]], { a: ['x', 'y'] }],
  [
    [
      ['[a].b', ['x', 'y']],
      ['[a].c', ['z']],
    ],
    { a: [{ b: 'x', c: 'z' }, { b: 'y' }] },
  ],
  [[['[a].[b].c', ['x', 'y']]], { a: [{ b: [{ c: 'x' }, { c: 'y' }] }] }],
  [
    [['[a].[b].c', [['x'], ['y', 'z']]]],
    { a: [{ b: [{ c: 'x' }] }, { b: [{ c: 'y' }, { c: 'z' }] }] },
  ],
  [[['a.[b].c', 'x']], { a: { b: [{ c: 'x' }] } }],
  [[['a', ['x', 'y']]], { a: 'x,y' }],
  [[['[a].b', [['x', 'y'], 'z']]], { a: [{ b: 'x,y' }, { b: 'z' }] }],
] as const)('the values %j make the body %j', (entries, body) => {
  expect(write(...entries)).toEqual(body);
});

test.each([
  ['a', undefined],
  ['x.y', 1],
  ['[l].v', [1, null, 3]],
  ['[l].[m].w', [null, [5, 6], null]],
  ['[one].v', [9]],
  ['x.none', undefined],
  ['x.y.z', undefined],
  ['constructor', undefined],
])('at %s stands %j', (location, value) => {
  const data = { x: { y: 1 }, l: [{ v: 1 }, { m: [{ w: 5 }, { w: 6 }] }, { v: 3 }], one: { v: 9 } };
  expect(readLocation(data, location)).toEqual(value);
});

test.each([
  ['[].id', [1, 2]],
  ['[].[tags]', [['a', 'b'], null]],
])('at %s of a list stands %j', (location, value) => {
  expect(readLocation([{ id: 1, tags: ['a', 'b'] }, { id: 2 }], location)).toEqual(value);
});

test('no name of a Location reaches beyond the body', () => {
  expect(JSON.stringify(write(['__proto__.polluted', 'x'], ['constructor.name', 'y']))).toBe(
    '{"__proto__":{"polluted":"x"},"constructor":{"name":"y"}}',
  );
  expect('polluted' in {}).toBe(false);
});

test('what is written at a Location is read there', () => {
  const part = fc.tuple(fc.stringMatching(/^[a-zA-Z_]{1,4}$/), fc.boolean());
  const parts = fc.array(part, { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(
      parts,
      fc.string({ minLength: 1 }),
      fc.integer({ min: 1, max: 3 }),
      (names, text, width) => {
        const location = names.map(([name, isArray]) => (isArray ? `[${name}]` : name)).join('.');
        const depth = names.filter(([, isArray]) => isArray).length;
        const nest = (level: number): CallValue =>
          level === 0 ? text : Array.from({ length: width }, () => nest(level - 1));
        const value = nest(depth);
        expect(readLocation(write([location, value]), location)).toEqual(value);
      },
    ),
  );
});
