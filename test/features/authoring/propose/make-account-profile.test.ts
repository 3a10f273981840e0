import { expect, it } from 'vitest';
import { makeAccountProfile } from '../../../../src/features/authoring/propose/make-account-profile.ts';
import type {
  WrittenAccount,
  WrittenCycle,
} from '../../../../src/model/manifest/manifest.generated.ts';

const text: WrittenCycle = { from: { template: 'T' }, steps: { Write: { fields: { Name: 'x' } } } };
const read: WrittenCycle = {
  from: { template: 'T' },
  connectors: { CRM: 'second' },
  steps: { Write: { fields: { Name: { step: 'List', field: 'Name' } } } },
};

function makeAccount(spec: WrittenAccount['spec']): WrittenAccount {
  return { apiVersion: 'cyclectl/v1', kind: 'Account', metadata: { name: 'acme' }, spec };
}

function sketch(spec: WrittenAccount['spec'], leftOut: readonly (readonly string[])[] = []) {
  const remarks = leftOut.map((path) => ({ topic: 'left-out', path, text: '' }) as const);
  const { parts, values } = makeAccountProfile({ written: makeAccount(spec), remarks });
  return { parts: parts.map(({ path, form }) => `${path}: ${form}`), values: [...values] };
}

it('An account goes by the names of the catalog and of templates, never by its own', () => {
  const { parts, values } = sketch({
    id: 'acme-1',
    retention: { successHours: 5 },
    connectors: {
      first: { connector: { name: 'CRM' }, auth: { apiKey: { env: 'A' } } },
      second: { connector: { name: 'CRM', version: '1.0' }, properties: { key: { env: 'B' } } },
    },
    cycles: { mine: read, 'not/mine': { ...text, from: { template: 'T', tag: 'eu' } } },
  });
  expect(parts).toEqual([
    'connectors/CRM: installed',
    'connectors/CRM#2: installed',
    'cycles/T: made',
    'cycles/T (eu): made',
    'cycles/T (eu)/steps/Write/fields/Name: text',
    'cycles/T/steps/Write/fields/Name: step',
  ]);
  const plain = (value: unknown) => ({ kind: 'plain', value });
  expect(Object.fromEntries(values)).toEqual({
    displayName: plain('acme'),
    'retention/successHours': plain(5),
    'connectors/CRM/displayName': plain('first'),
    'connectors/CRM/auth': plain('apiKey'),
    'connectors/CRM#2/displayName': plain('second'),
    'connectors/CRM#2/version': plain('1.0'),
    'connectors/CRM#2/properties/key': { kind: 'secret' },
    'cycles/T/displayName': plain('mine'),
    'cycles/T/connectors/CRM': plain('CRM#2'),
    'cycles/T/steps/Write/fields/Name': plain({ step: 'List', field: 'Name' }),
    'cycles/T (eu)/displayName': plain('not/mine'),
    'cycles/T (eu)/steps/Write/fields/Name': plain('x'),
  });
});

it('Cycles of one template meet their like however they are called', () => {
  const { parts } = sketch({ id: '1', cycles: { a: text, b: read } });
  expect(sketch({ id: '2', cycles: { x: read, y: text } }).parts).toEqual(parts);
  expect(parts).toHaveLength(4);
});

it('A name that ends as a number does is that of no other', () => {
  const named = (template: string): WrittenCycle => ({ from: { template } });
  const { parts } = sketch({ id: '1', cycles: { a: named('T'), b: named('T'), c: named('T#2') } });
  expect(parts).toEqual(['cycles/T: made', 'cycles/T#2: made', 'cycles/T#3: made']);
});

it('What no manifest can say makes an account unlike one that has nothing of the kind', () => {
  const { parts } = sketch({ id: '1', cycles: { mine: text } }, [
    ['spec', 'cycles', ''],
    ['spec', 'cycles', 'by-hand'],
    ['spec', 'cycles', 'mine', 'variables', 'region'],
    ['spec', 'timezone'],
  ]);
  expect(parts).toEqual([
    'cycles: left out 2 times',
    'cycles/T: made',
    'cycles/T/steps/Write/fields/Name: text',
    'cycles/T/variables/region: left out',
    'timezone: left out',
  ]);
});

it('Names of any length are distinguished, and none is kept whole', () => {
  const long = 'x'.repeat(1_000_000);
  const connectors = {
    a: { connector: { name: `${long}a` } },
    b: { connector: { name: `${long}b` } },
  };
  const { parts } = sketch({ id: '1', connectors });
  expect(new Set(parts).size).toBe(2);
  expect(parts.join('').length).toBeLessThan(600);
});
