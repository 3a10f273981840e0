import { describe, expect, it } from 'vitest';
import { ExportTrust } from '../../../../src/engine/live/exports/export-trust.ts';
import {
  observeMappings,
  toLiveMappings,
} from '../../../../src/engine/live/exports/to-live-mappings.ts';
import type { ExportedMapping } from '../../../../src/model/live/exported-cycle.ts';
import type { LiveMapping } from '../../../../src/model/live/live.ts';
import { liveStep, target } from '../../../support/values/make-live.ts';

function toSlot(value: string, more: Partial<ExportedMapping>) {
  const mapping = { targetId: '11', code: '1', value, label: null, ...more };
  const step = {
    step: liveStep('a', { fields: [target('11', 'Email')] }),
    slotName: null,
    marksSecrets: true,
    mappings: { parameters: [], fields: [mapping] },
  };
  const exported = { steps: [step], edges: [], variables: [] };
  return { exported, step, slot: 'fields', origin: 'Sync' } as const;
}

function toLive(value: string, isLaunchVisible: boolean): LiveMapping {
  const none = { sourceStepId: null, sourceFieldId: null, triggerValue: null, triggerLabel: null };
  return { ...none, targetId: '11', type: 'StaticValue', value, isLaunchVisible };
}

function learn(more: Partial<ExportedMapping>): ExportTrust {
  const trust = new ExportTrust();
  for (const value of ['one', 'two'])
    observeMappings(trust, toSlot(value, more), [toLive(value, false)]);
  return trust;
}

describe('mappings of an export', () => {
  it('are believed after two values', () => {
    const shown = { isLaunchVisible: false };
    expect(toLiveMappings(learn(shown), toSlot('three', shown))).toEqual([toLive('three', false)]);
  });

  it('are not believed where an export does not show whether people see them at launch', () => {
    expect(toLiveMappings(learn({}), toSlot('three', {}))).toBeNull();
  });

  it('are not believed where an export shows no number', () => {
    const shown = { isLaunchVisible: false, code: null };
    expect(toLiveMappings(learn(shown), toSlot('three', shown))).toBeNull();
  });
});
