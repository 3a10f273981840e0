import { expect, it } from 'vitest';
import { toMappingSource } from '../../../src/model/desired/to-mapping-source.ts';
import { liveMapping, liveStep, shapeOf, variable } from '../../support/values/make-live.ts';

const guid = '0a1b2c3d-0000-4000-8000-00000000000a';
const list = liveStep(guid, { name: 'List', responses: [{ id: '7', name: 'Contact.Email' }] });
const shape = shapeOf([list], [variable('Region')]);

it.each([
  [liveMapping(null), null],
  [liveMapping('Ignore'), { kind: 'ignore' }],
  [liveMapping('ValueList', { value: 'red' }), { kind: 'option', option: 'red' }],
  [liveMapping('Variable', { value: 'var_Region' }), { kind: 'variable', variable: 'Region' }],
  [liveMapping('Lookup', { triggerValue: '3' }), { kind: 'lookup', value: '3' }],
  [
    liveMapping('Lookup', { triggerValue: '3', triggerLabel: 'Three' }),
    { kind: 'lookup', value: '3', label: 'Three' },
  ],
  [
    liveMapping('PreviousStep', { sourceStepId: guid, sourceFieldId: '7' }),
    { kind: 'step', step: 'List', field: 'Contact.Email' },
  ],
  [liveMapping('StaticValue', { value: 'a=b' }), { kind: 'value', value: 'a=b' }],
  [liveMapping('StaticValue'), { kind: 'value', value: '' }],
  [
    liveMapping('StaticValue', { value: `Hi {{${guid} 7}}` }),
    { kind: 'expression', expression: 'Hi {{"List" "Contact.Email"}}' },
  ],
])('reads a mapping in names: %o', (mapping, source) => {
  expect(toMappingSource(mapping, shape)).toEqual(source);
});

it('tells a type that it does not know from a static value of the same text', () => {
  const named = liveMapping('CycleVariable', { value: 'region' });
  expect(toMappingSource(named, shape)).toEqual({
    kind: 'unknown',
    type: 'CycleVariable',
    value: 'region',
  });
  const output = liveMapping('StepOutput', { sourceStepId: guid, sourceFieldId: '7' });
  expect(toMappingSource(output, shape)).toEqual({
    kind: 'unknown',
    type: 'StepOutput',
    step: 'List',
    field: 'Contact.Email',
  });
  const picked = liveMapping('Picked', { triggerValue: '3', triggerLabel: 'Three' });
  expect(toMappingSource(picked, shape)).toEqual({
    kind: 'unknown',
    type: 'Picked',
    lookup: '3',
    label: 'Three',
  });
});

it('leaves ids that the cycle does not have, so that they show as what they are', () => {
  const lost = liveMapping('PreviousStep', { sourceStepId: 'gone', sourceFieldId: '9' });
  expect(toMappingSource(lost, shape)).toEqual({ kind: 'step', step: 'gone', field: '9' });
  const variableOfOld = liveMapping('Variable', { value: 'var_Old' });
  expect(toMappingSource(variableOfOld, shape)).toEqual({ kind: 'variable', variable: 'var_Old' });
});

it('tells a text that names a step itself from a reference to it, because the service knows ids alone', () => {
  const text = '{{"List" "Contact.Email"}}';
  const typed = liveMapping('StaticValue', { value: text });
  expect(toMappingSource(typed, shape)).toEqual({ kind: 'value', value: text });
  const both = `{{${guid} 7}} ${text}`;
  const mixed = liveMapping('StaticValue', { value: both });
  expect(toMappingSource(mixed, shape)).toEqual({ kind: 'value', value: both });
});
