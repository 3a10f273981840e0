import { expect, it } from 'vitest';
import { classifyRestoreImpact } from '../../../../src/engine/plan/changes/classify-restore-impact.ts';
import type { FieldPath } from '../../../../src/model/address.ts';
import { changeField, contacts, crm, plain, update } from '../../../reports/samples/samples.ts';

const state = changeField(['state'], [plain('paused'), plain('active')]);
const changes = [
  update(crm, [changeField(['displayName'], [plain('a'), plain('b')])]),
  update(contacts, [state], { impact: 'interrupts' }),
];

it('is that of the change which brings the field back, with the others of its object', () => {
  expect(classifyRestoreImpact({ address: contacts, path: state.path }, changes)).toBe(
    'interrupts',
  );
  expect(classifyRestoreImpact({ address: crm, path: 'displayName' as FieldPath }, changes)).toBe(
    'in-place',
  );
});

it('is that of creating a missing object again, or of replacing it', () => {
  const base = { address: crm, kind: 'connector', name: 'CRM', reasons: [], at: null } as const;
  const make = { ...base, verb: 'create', origin: 'CRM', fields: [], impact: 'in-place' } as const;
  expect(classifyRestoreImpact({ address: crm, path: null }, [make])).toBe('in-place');
  const replace = { ...make, verb: 'replace', remoteId: '1', webhooks: [], impact: 'replaces' };
  expect(
    classifyRestoreImpact({ address: crm, path: 'connector/name' as FieldPath }, [
      replace as never,
    ]),
  ).toBe('replaces');
});

it('is a person where nothing brings it back', () => {
  expect(classifyRestoreImpact({ address: crm, path: 'auth' as FieldPath }, changes)).toBe(
    'needs-human',
  );
  expect(classifyRestoreImpact({ address: contacts, path: null }, [])).toBe('needs-human');
});
