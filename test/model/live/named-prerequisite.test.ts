import { expect, it } from 'vitest';
import { toNamedPrerequisite } from '../../../src/model/live/named-prerequisite.ts';
import { liveStep, shapeOf, target } from '../../support/values/make-live.ts';

// Ids of parameters, of fields and of connectors are counted each by themselves.
const shape = shapeOf([
  liveStep('a', { name: 'List', parameters: [target('7', 'since')] }),
  liveStep('b', {
    name: 'Write',
    parameters: [target('8', 'folder')],
    fields: [target('7', 'name')],
  }),
]);

it.each([
  ['Parameter', '7', 'steps/List/parameters/since'],
  ['ConnectorFieldMapping', '7', 'steps/Write/fields/name'],
  ['Parameter', '8', 'steps/Write/parameters/folder'],
  ['AccountConnector', '7', null],
  ['a word of tomorrow', '8', 'steps/Write/parameters/folder'],
  ['constructor', '8', 'steps/Write/parameters/folder'],
  ['Parameter', '9', null],
])('the %s %s is called %s', (objectType, objectId, path) => {
  const found = toNamedPrerequisite({ code: 40, reason: '', objectType, objectId }, shape);
  expect(found.mapping?.path ?? null).toBe(path);
});

it('what is about a step is called by its label', () => {
  const prerequisite = { code: 32, reason: '', objectType: 'Action', objectId: 'b' };
  expect(toNamedPrerequisite(prerequisite, shape)).toMatchObject({
    step: { label: 'Write' },
    mapping: null,
  });
});
