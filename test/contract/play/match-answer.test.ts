import { describe, expect, test } from 'vitest';
import { putIn, readPlace } from './kept-values.ts';
import { matchAnswer } from './match-answer.ts';
import { differFromSample, type SentRequest } from './request-shape.ts';

describe('what a sample says of an answer', () => {
  test.each([
    [{ Id: 1, More: 2 }, { Id: 1 }],
    [{ Id: 7 }, { Id: '<integer>' }],
    [{ Id: null }, { Id: '<null or text>' }],
    [{}, { Id: '<absent>' }],
    ['Name is required', '/is required$/'],
    [[{ A: 1 }, { A: 2 }], { $count: 2, $some: [{ A: 2 }], $none: { A: 3 } }],
    [[{ A: 1 }], { $every: { A: '<integer>' } }],
    [{ Message: 'no' }, { $only: ['Message'], Message: '<text>' }],
    [2, { $not: 1 }],
    [[], []],
  ])('%j is as %j', (value, expected) => {
    expect(matchAnswer(value, expected)).toEqual([]);
  });

  test.each([
    [{ Id: 1 }, { Id: 2 }, 'body.Id is 1, not 2.'],
    [{ Id: '1' }, { Id: '<integer>' }, 'body.Id is "1", not "<integer>".'],
    [{ Id: null }, { Id: '<absent>' }, 'body.Id is null, not "<absent>".'],
    [{}, { Id: null }, 'body.Id is absent, not null.'],
    [[1, 2], [1], 'body is [1,2], not [1].'],
    [[], { $every: { A: 1 } }, 'body is empty.'],
    [[{ A: 1 }], { $some: { A: 2 } }, 'body has no item {"A":2} in [{"A":1}].'],
    [[{ A: 1 }], { $none: { A: 1 } }, 'body[0] must not match {"A":1}.'],
    [{ A: 1, B: 2 }, { $only: ['A'] }, 'body has ["A","B"], not ["A"].'],
    [1, { $not: 1 }, 'body must not match 1.'],
    [{}, { $count: 0 }, 'body is {}, not an array.'],
    [null, { Id: 1 }, 'body is null, not {"Id":1}.'],
  ])('%j is not as %j', (value, expected, flaw) => {
    expect(matchAnswer(value, expected)).toEqual([flaw]);
  });

  test.each(['<guess>', { $guess: 1 }])(
    'a matcher that does not exist is refused: %j',
    (expected) => {
      expect(() => matchAnswer([], expected)).toThrow(/is no (kind|sign)/);
    },
  );
});

describe('values that are kept', () => {
  const kept = { id: 7, name: 'x' };

  test('they are put in with their own type, and doubled braces stay', () => {
    const written = { Id: '{id}', Path: '/a/{id}/{name}', Value: '{{Date}}', List: ['{name}'] };
    expect(putIn(written, kept)).toEqual({ Id: 7, Path: '/a/7/x', Value: '{{Date}}', List: ['x'] });
  });

  test('one that was not kept is refused', () => {
    expect(() => putIn('{nothing}', kept)).toThrow("Nothing was kept as 'nothing'.");
  });

  test('they are found by names, numbers and the values of others', () => {
    const body = [{ Name: 'a b', Method: { Items: [{ At: 'x.y', Id: 3 }] } }];
    expect(readPlace(body, '[Name=a b].Method.Items[At=x.y].Id')).toBe(3);
    expect(readPlace(body, '[0].Name')).toBe('a b');
    expect(() => readPlace(body, '[Name=c].Id')).toThrow('Nothing stands at [Name=c].Id');
  });
});

describe('a request that no sample has', () => {
  const sample: SentRequest = {
    method: 'PUT',
    path: '/x',
    query: ['page'],
    hasAccount: true,
    form: null,
    body: { Id: '{id}', Name: 'a', MappingType: 'Ignore', Items: [{ A: 1 }], Part: { B: true } },
  };

  test.each([
    [{}, []],
    [{ query: ['page', 'tag'] }, ['query tag']],
    [{ hasAccount: false }, ['the account header']],
    [
      { form: ['scope'], body: undefined },
      ['the form', 'scope', 'body is undefined, in the sample object'],
    ],
    [{ body: { Id: 7, Name: null } }, []],
    [{ body: { Id: true } }, ['body.Id is boolean, in the sample string']],
    [{ body: { Nam: 'a' } }, ['body.Nam is string, in the sample undefined']],
    [{ body: { Nam: null } }, ['body.Nam is null, in the sample undefined']],
    [{ body: { Items: [{ A: 'x' }] } }, ['body.Items[0]']],
    [{ body: { Part: { C: true } } }, ['body.Part.C is boolean, in the sample undefined']],
    [{ body: { MappingType: 'Guess' } }, ['body.MappingType is Guess, in the sample Ignore']],
    [{ body: undefined }, ['body is undefined, in the sample object']],
  ])('what differs in %j is named', (change, flaws) => {
    expect(differFromSample({ ...sample, ...change }, sample)).toEqual(flaws);
  });
});
