import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toMappingWrite } from '../../../../src/engine/apply/cycles/to-mapping-write.ts';
import type { MappingSource } from '../../../../src/model/desired/mapping.ts';
import { toMappingSource } from '../../../../src/model/desired/to-mapping-source.ts';
import { SecretValue } from '../../../../src/model/secret/secret.ts';
import { liveStep, shapeOf, variable } from '../../../support/values/make-live.ts';

const guid = '0a1b2c3d-0000-4000-8000-00000000000a';
const list = liveStep(guid, { name: 'List', responses: [{ id: '7', name: 'Contact.Email' }] });
const shape = shapeOf([list], [variable('Region')]);

describe('toMappingWrite', () => {
  it('writes what is read back as the same source', () => {
    const anyPlain = fc.string().filter((text) => !text.includes('{{') && !text.startsWith('='));
    const anySource: fc.Arbitrary<MappingSource> = fc.oneof(
      anyPlain.map((value) => ({ kind: 'value', value }) as const),
      fc.string().map((option) => ({ kind: 'option', option }) as const),
      fc.record({ kind: fc.constant('lookup' as const), value: fc.string(), label: fc.string() }),
      fc.string().map((value) => ({ kind: 'lookup', value }) as const),
      fc.constantFrom<MappingSource[]>(
        { kind: 'ignore' },
        { kind: 'variable', variable: 'Region' },
        { kind: 'step', step: 'List', field: 'Contact.Email' },
        { kind: 'expression', expression: 'Hi {{"List" "Contact.Email"}}' },
        { kind: 'expression', expression: '=now()' },
      ),
    );
    fc.assert(
      fc.property(anySource, (source) => {
        const write = toMappingWrite(source, shape);
        const value = typeof write?.value === 'string' ? write.value : null;
        expect(write).not.toBeNull();
        const read = write === null ? null : { ...write, value, targetId: '1' };
        expect(read === null ? null : toMappingSource(read, shape)).toEqual(source);
      }),
    );
  });

  it('writes names as the ids of this instance', () => {
    const source = { kind: 'step', step: 'List', field: 'Contact.Email' } as const;
    expect(toMappingWrite(source, shape)).toMatchObject({
      type: 'PreviousStep',
      sourceStepId: guid,
      sourceFieldId: '7',
    });
    expect(toMappingWrite({ kind: 'variable', variable: 'Region' }, shape)).toMatchObject({
      type: 'Variable',
      value: 'var_Region',
    });
    const expression = { kind: 'expression', expression: '{{"List" "Contact.Email"}}' } as const;
    expect(toMappingWrite(expression, shape)?.value).toBe(`{{${guid} 7}}`);
  });

  it('carries a secret as it is, without a look at it', () => {
    const secret = new SecretValue('=word');
    expect(toMappingWrite(secret, shape)).toMatchObject({ type: 'StaticValue', value: secret });
  });

  it('puts back what was never set by ignoring it', () => {
    expect(toMappingWrite(null, shape)).toMatchObject({ type: 'Ignore', value: null });
  });

  it('writes nothing whose names are not in the instance', () => {
    expect(toMappingWrite({ kind: 'variable', variable: 'Nowhere' }, shape)).toBeNull();
    expect(toMappingWrite({ kind: 'step', step: 'Nobody', field: 'x' }, shape)).toBeNull();
    expect(toMappingWrite({ kind: 'step', step: 'List', field: 'x' }, shape)).toBeNull();
  });
});
