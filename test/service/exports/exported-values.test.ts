import { describe, expect, it } from 'vitest';
import type { LiveStep } from '../../../src/model/live/live.ts';
import { withInitialValues } from '../../../src/service/exports/exported-values.ts';
import { toWire } from '../../../src/wire/shape.ts';
import { liveStep, target } from '../../support/values/make-live.ts';

const required = { isOptional: false };
const step = liveStep('s', {
  parameters: [
    target('1', 'since', required),
    target('2', 'key', { ...required, isSensitive: true }),
  ],
  fields: [target('11', 'Id', required), target('12', 'Status', required)],
});

const method = {
  MethodType: 'Action',
  Parameters: [{ Id: 1, IsOptional: false }],
  RequestFormat: { Fields: [{ Id: 11, IsOptional: false }] },
};
const stated = { Method: method, CycleParameters: [], CycleFieldMappings: [] };
const text = { CycleEntityMappingType: 1, Value: 'a' };

function read(written: object, isFirst = false, given: LiveStep = step): LiveStep {
  return withInitialValues(given, toWire({ ...stated, ...written }), { isFirst });
}

/** What each item begins with, parameters first. */
function listInitial(written: object, isFirst = false, given?: LiveStep) {
  const { parameters, fields } = read(written, isFirst, given);
  return [...parameters, ...fields].map(({ initial }) => initial ?? '?');
}

describe('an exported step', () => {
  it('has no value where it has no mapping, but for a secret, which no export has', () => {
    expect(listInitial({})).toEqual(['none', '?', 'none', 'none']);
  });

  it('has the value of a mapping, whose target has its id, its name or both', () => {
    expect(
      listInitial({
        CycleParameters: [{ ParameterId: 1, ...text }],
        CycleFieldMappings: [
          { Field: { Id: 11, ConnectorField: 'Id' }, ...text },
          { TargetFieldConnectorField: 'Status', Value: '0a1b2c3d-0000-4000-8000-000000000000,7' },
        ],
      }),
    ).toEqual(['given', '?', 'given', 'given']);
    expect(
      listInitial({ CycleFieldMappings: [{ Field: { ConnectorField: 'Status' }, ...text }] }),
    ).toEqual(['none', '?', 'none', 'given']);
  });

  it.each([
    ['without a value', { CycleEntityMappingType: 1, Value: null }],
    ['with an empty one', { CycleEntityMappingType: 1, Value: '' }],
    ['ignored, by a number that is not proven', { CycleEntityMappingType: 2, Value: null }],
    ['of an unknown number', { CycleEntityMappingType: 77, Value: 'a' }],
    ['of a variable', { CycleEntityMappingType: 4, Value: 'region' }],
  ])('is unknown where its mapping is %s', (_, mapping) => {
    const Field = { Id: 12 };
    expect(listInitial({ CycleFieldMappings: [{ Field, ...mapping }] })).toEqual([
      'none',
      '?',
      'none',
      '?',
    ]);
  });

  it.each([
    ['no target', {}],
    ['a target of another step', { Field: { Id: 99 } }],
    ['a target of another name than its id', { Field: { Id: 11, ConnectorField: 'Status' } }],
  ])('says nothing of a list with a mapping of %s', (_, mapping) => {
    const written = { CycleFieldMappings: [{ ...mapping, ...text }] };
    expect(listInitial(written)).toEqual(['none', '?', '?', '?']);
    expect(read(written).isShown).toBeUndefined();
  });

  it('says nothing of a list with a mapping of one of two fields of a name', () => {
    const twice = { ...step, fields: [target('11', 'Id'), target('12', 'Id')] };
    const written = { CycleFieldMappings: [{ TargetFieldConnectorField: 'Id', ...text }] };
    expect(listInitial(written, false, twice)).toEqual(['none', '?', '?', '?']);
  });

  it('says nothing of a list that is not shown', () => {
    const nothing = { CycleParameters: undefined, CycleFieldMappings: null };
    expect(listInitial(nothing)).toEqual(['?', '?', '?', '?']);
    expect(read(nothing).isShown).toBeUndefined();
  });

  it('may be a webhook where it is the first one and no word says what it is', () => {
    const numbered = { Method: { ...method, MethodType: 2 } };
    expect(listInitial(numbered, true)).toEqual(['?', '?', '?', '?']);
    expect(listInitial(numbered)).toEqual(['none', '?', 'none', 'none']);
    expect(listInitial({}, true)).toEqual(['none', '?', 'none', 'none']);
    expect(listInitial({}, false, { ...step, isWebhook: true })).toEqual(['?', '?', '?', '?']);
  });

  it('is shown where each item says if it is required, or where it has no method', () => {
    expect(read({}).isShown).toBe(true);
    expect(read({ Method: { ...method, Parameters: [{ Id: 1 }] } }).isShown).toBeUndefined();
    expect(read({ Method: { ...method, RequestFormat: {} } }).isShown).toBeUndefined();
    expect(read({ Method: null }).isShown).toBe(true);
    expect(read({ Method: null, Method_Id: 4 }).isShown).toBeUndefined();
  });
});
