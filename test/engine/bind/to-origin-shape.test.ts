import { expect, it } from 'vitest';
import { toOriginShape } from '../../../src/engine/bind/to-origin-shape.ts';
import { makeRelease } from '../../support/values/make-desired.ts';
import { liveStep, noRules, target } from '../../support/values/make-live.ts';

const unset = { isOptional: false, initial: 'none' } as const;

it('does not know what a parameter begins with that has the name of a property of its connector', () => {
  const step = liveStep('s', {
    connectorName: 'Sample CRM',
    parameters: [target('1', 'region', unset), target('2', 'since', unset)],
    fields: [target('11', 'region', unset)],
  });
  const region = { name: 'region', isSensitive: false, ...noRules };
  const initialOf = (name: string) => {
    const releases = [makeRelease({ name, properties: [region] })];
    const [found] = toOriginShape({ steps: [step], edges: [], variables: [] }, releases).steps;
    return [...(found?.parameters ?? []), ...(found?.fields ?? [])].map(({ initial }) => initial);
  };
  expect(initialOf('Sample CRM')).toEqual([undefined, 'none', 'none']);
  expect(initialOf('Sample Mailer')).toEqual(['none', 'none', 'none']);
});
