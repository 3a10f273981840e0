import { expect, it } from 'vitest';
import type { UnknownName } from '../../../src/model/diff/unresolved-name.ts';
import type { DriftItem } from '../../../src/model/plan/plan.ts';
import { formatDrift, formatNameRemedy } from '../../../src/reports/blocks/objects/format-drift.ts';
import { drifted, plain } from '../samples/samples.ts';

const lost: UnknownName = { thing: 'step', name: 'Add', step: null, isSeveral: false, near: [] };

function say(more: Partial<UnknownName>, moved: DriftItem['moved'] = 'live'): string {
  const item = drifted(['steps', 'Add', 'fields', 'Email'], [plain('x'), plain(null)], { moved });
  return formatDrift({ ...item, lost: { ...lost, ...more } });
}

it('says of a name that was applied that it is gone, and of another that it never was', () => {
  expect(say({})).toBe('is gone: the cycle has no step "Add"');
  expect(say({ near: ['Adds', 'Ad'] })).toBe(
    'is gone: the cycle has no step "Add"; the nearest is "Adds", "Ad"',
  );
  expect(say({ thing: 'request field', name: 'Emial', step: 'Add' }, 'unknown')).toBe(
    'was not found and never applied: the cycle has no request field "Emial" in step "Add"',
  );
});

it('says what to do about it', () => {
  expect(formatNameRemedy({ lost, moved: 'both' })).toContain('Write the name that it has now');
  expect(formatNameRemedy({ lost, moved: 'unknown' })).toContain('Write a name that exists');
  const variable = { ...lost, thing: 'variable' } as const;
  expect(formatNameRemedy({ lost: variable, moved: 'live' })).toBe(
    'Add it in the console, or remove it from the manifest.',
  );
  expect(formatNameRemedy({ moved: 'live' })).toBeNull();
});

it('says who does not have it, and what the ones of the same name are called', () => {
  expect(say({ thing: 'property', name: 'region' })).toContain('the connector has no property');
  expect(say({ thing: 'template', name: 'Sync' })).toContain('the service has no template "Sync"');
  expect(say({ isSeveral: true, near: ['Add#1', 'Add#2'] })).toBe(
    'is ambiguous: the cycle has more than one step "Add"; they are "Add#1", "Add#2"',
  );
});
