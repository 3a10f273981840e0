import { expect, it } from 'vitest';
import { toFieldPath } from '../../../src/model/address.ts';
import {
  listOtherLabels,
  listOtherPaths,
  parseStepName,
  toUnnumberedName,
  withRenamedStep,
} from '../../../src/model/desired/step-label.ts';

it('takes the first of a name for the name, and no other number', () => {
  expect(['Get#1', 'Get#1#1', 'Get', 'Get#2', 'Get#11', '#1'].map(toUnnumberedName)).toEqual([
    'Get',
    'Get#1',
    null,
    null,
    null,
    null,
  ]);
  expect(listOtherLabels('Get')).toEqual(['Get#1']);
  expect(listOtherLabels('Get#1')).toEqual(['Get', 'Get#1#1']);
});

it('names the step of a path, and what else the path may be', () => {
  const path = toFieldPath('steps', 'Get a/b', 'fields', 'x/y');
  expect(parseStepName(path)).toBe('Get a/b');
  expect(listOtherPaths(path)).toEqual(['steps/Get a%2Fb#1/fields/x%2Fy']);
  expect(withRenamedStep(path, (name) => `${name}!`)).toBe('steps/Get a%2Fb!/fields/x%2Fy');
  const variable = toFieldPath('variables', 'Get');
  expect([parseStepName(variable), ...listOtherPaths(variable)]).toEqual([null]);
  expect(withRenamedStep(variable, () => 'other')).toBe(variable);
});
