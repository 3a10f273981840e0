import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bindExpression,
  isExpression,
  listReferences,
  normaliseExpression,
  toNamedExpression,
} from '../../../src/model/desired/expression.ts';
import { liveStep, shapeOf } from '../../support/values/make-live.ts';

const list = '0a1b2c3d-0000-4000-8000-00000000000a';
const order = '0a1b2c3d-0000-4000-8000-00000000000b';
const stranger = '0a1b2c3d-0000-4000-8000-00000000000c';
const shape = shapeOf([
  liveStep(list, { name: 'List contacts', responses: [{ id: '7', name: 'Contact.Email' }] }),
  liveStep(order, { name: 'Say "hi" \\ bye', responses: [{ id: '8', name: 'a "b" \\' }] }),
]);

it('distinguishes an expression of the service from plain text', () => {
  expect(['{{x}}', 'Hi {{', '=1+1', '=x'].map(isExpression)).toEqual([true, true, true, true]);
  expect(['', 'a=b', '= 1', '=', '{x}'].map(isExpression)).toEqual([
    false,
    false,
    false,
    false,
    false,
  ]);
});

describe('names and ids', () => {
  const anyPiece = fc.oneof(
    fc.string(),
    fc.constantFrom(`{{${list} 7}}`, `{{${order} 8}}`, '{{LastSuccessfulRunDate}}', '"', '\\'),
  );

  it('come back as the ids that they stood for, with all text between them', () => {
    fc.assert(
      fc.property(fc.array(anyPiece), (pieces) => {
        const text = pieces.join(' ');
        expect(bindExpression(toNamedExpression(text, shape), shape)).toBe(text);
      }),
    );
  });

  it('are written so that quotes and backslashes in a name survive', () => {
    const named = toNamedExpression(`{{${order} 8}}`, shape);
    expect(named).toBe('{{"Say \\"hi\\" \\\\ bye" "a \\"b\\" \\\\"}}');
    expect(listReferences(named)).toEqual([{ step: 'Say "hi" \\ bye', field: 'a "b" \\' }]);
  });

  it('are found whatever the white space and the case of an id', () => {
    expect(toNamedExpression(`{{ ${list.toUpperCase()}  7 }}`, shape)).toBe(
      '{{"List contacts" "Contact.Email"}}',
    );
    expect(bindExpression('{{  "List contacts"   "Contact.Email" }}', shape)).toBe(`{{${list} 7}}`);
  });
});

it('leaves ids and names that the cycle does not have as they are', () => {
  const text = `{{${stranger} 7}} {{${list} 99}} {{LastSuccessfulRunDate format=yyyy}}`;
  expect(toNamedExpression(text, shape)).toBe(text);
  const named = '{{"Nobody" "x"}} {{"List contacts" "y"}}';
  expect(bindExpression(named, shape)).toBe(named);
});

it('tidies white space and other names of a step, so that equal expressions are equal text', () => {
  const written = 'Hi {{ "List contacts#1"  "Contact.Email" }}!';
  expect(normaliseExpression(written, shape)).toBe('Hi {{"List contacts" "Contact.Email"}}!');
  expect(normaliseExpression('{{ "Nobody" "x" }}', shape)).toBe('{{ "Nobody" "x" }}');
});
