import { expect, it } from 'vitest';
import type { Address } from '../../../src/model/address.ts';
import type { FieldChange } from '../../../src/model/plan/change.ts';
import { describeNew } from '../../../src/reports/blocks/objects/describe-new.ts';
import { changeField, contacts, crm, plain, secretFrom, unknown } from '../samples/samples.ts';

function describeFields(
  address: Address,
  fields: readonly FieldChange[],
  { isChecked = true, ...more }: { readonly isChecked?: boolean; readonly hasRequired?: true } = {},
): string {
  const base = { address, kind: 'cycle', name: 'name', reasons: [], at: null, ...more } as const;
  const change = { ...base, verb: 'create', impact: 'in-place', origin: 'origin', fields } as const;
  return describeNew(change, isChecked);
}

const set = (names: readonly string[], value: Parameters<typeof plain>[0]) =>
  changeField(names, [unknown, plain(value)], { moved: 'new' });

it('says retention in hours, deletion at once and the choice of the console', () => {
  const both = (success: number | null, errored: number | null) =>
    describeFields(contacts, [
      set(['retention', 'successHours'], success),
      set(['retention', 'erroredHours'], errored),
    ]);
  expect(both(120, null)).toBe('runs kept 120 hours, failed runs kept as set in the console');
  expect(both(0, 1)).toBe('runs deleted at once, failed runs kept 1 hour');
});

it('leaves a name out that is the key anyway', () => {
  expect(describeFields(crm, [set(['displayName'], 'crm')])).toBe('');
  expect(describeFields(crm, [set(['displayName'], 'Our CRM')])).toBe('named "Our CRM"');
});

it('says where secrets come from', () => {
  const secrets = [['auth'], ['properties', 'token'], ['errorWebhook', 'url']].map((names) =>
    changeField(names, [unknown, secretFrom('$KEY')]),
  );
  expect(describeFields(crm, secrets)).toBe(
    'signs in with a secret from $KEY, token from $KEY, errors go to an address from $KEY',
  );
});

it('counts mappings, and says that their names were found only where they were looked for', () => {
  const mappings = [
    set(['steps', 'Add', 'fields', 'A'], 'x'),
    set(['steps', 'Add', 'fields', 'B'], 'y'),
  ];
  expect(describeFields(contacts, mappings)).toBe('2 mappings, all names found in the template');
  expect(describeFields(contacts, mappings, { isChecked: false })).toBe('2 mappings');
  expect(describeFields(contacts, mappings, { hasRequired: true })).toBe(
    '2 mappings, all names and required values found in the template',
  );
});

it('says which installed connector a cycle uses for which', () => {
  expect(describeFields(contacts, [set(['connectors', 'Sample CRM#2'], 'crm')])).toBe(
    'uses crm for "Sample CRM#2"',
  );
});
