import { describe, expect, it } from 'vitest';
import type { LiveMapping, LiveStep } from '../../../../src/model/live/live.ts';
import {
  addSources,
  hasUnlistedSource,
  isFromUnlisted,
} from '../../../../src/model/live/steps/step-sources.ts';

const guid = '00000000-0000-4000-8000-00000000000a';
const list: LiveStep = {
  id: guid,
  name: 'List',
  method: 'List',
  isWebhook: false,
  webhookUrl: null,
  connectorId: null,
  connectorName: null,
  parameters: [],
  fields: [],
  responses: [{ id: '1', name: 'email' }],
};
const shape = { steps: [{ ...list, label: 'List' }], variables: [] };
const bare: LiveMapping = {
  targetId: '9',
  type: 'PreviousStep',
  value: null,
  sourceStepId: guid,
  sourceFieldId: '1',
  triggerValue: null,
  triggerLabel: null,
};

describe('addSources', () => {
  it('adds what a step is offered to give after what it lists, each once', () => {
    const score = { step: guid.toUpperCase(), id: '2', name: 'score' };
    const [step] = addSources([list], [score, score]);
    expect(step?.responses).toEqual([...list.responses, { id: '2', name: 'score' }]);
  });

  it('keeps what the step lists of one id or of one name, and leaves out what is of no step', () => {
    const offered = [
      { step: guid, id: '1', name: 'other' },
      { step: guid, id: '7', name: 'email' },
      { step: null, id: '8', name: 'lost' },
      { step: 'another', id: '8', name: 'lost' },
    ];
    const [step] = addSources([list], offered);
    expect(step).toBe(list);
  });

  it('keeps two fields of one name that only the offer has, so that neither is chosen', () => {
    const offered = ['2', '3'].map((id) => ({ step: guid, id, name: 'score' }));
    const [step] = addSources([list], offered);
    expect(step?.responses.map(({ id }) => id)).toEqual(['1', '2', '3']);
  });
});

it.each([
  ['a field that is listed', bare, false],
  ['a field that is not', { ...bare, sourceFieldId: '2' }, true],
  ['no field', { ...bare, sourceFieldId: null }, false],
  ['a step that the cycle lacks', { ...bare, sourceStepId: 'gone' }, false],
  ['a listed merge field', { ...bare, type: 'StaticValue', value: `{{${guid} 1}}` }, false],
  ['a merge field that is not', { ...bare, type: 'StaticValue', value: `a {{${guid} 2}}` }, true],
])('a mapping as read may come from %s', (_, mapping, isUnlisted) => {
  expect(isFromUnlisted(mapping, [list])).toBe(isUnlisted);
});

it.each([
  ['a listed field', { kind: 'step', step: 'List', field: 'email' }, false],
  ['another field', { kind: 'step', step: 'List', field: 'score' }, true],
  ['a field of no step', { kind: 'step', step: 'Lost', field: 'score' }, false],
  ['a listed merge field', { kind: 'expression', expression: '{{"List" "email"}}' }, false],
  ['another merge field', { kind: 'expression', expression: 'a {{"List" "score"}}' }, true],
  ['a text', { kind: 'value', value: 'score' }, false],
  ['a secret', { kind: 'secret' }, false],
] as const)('a source as written may name %s', (_, source, isUnlisted) => {
  expect(hasUnlistedSource(source, shape)).toBe(isUnlisted);
});
