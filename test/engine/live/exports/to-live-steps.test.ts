import { describe, expect, it } from 'vitest';
import { ExportTrust } from '../../../../src/engine/live/exports/export-trust.ts';
import { observeSteps, toLiveSteps } from '../../../../src/engine/live/exports/to-live-steps.ts';
import type { ExportedStep } from '../../../../src/model/live/exported-cycle.ts';
import type { LiveStep } from '../../../../src/model/live/live.ts';
import { liveConnector, liveStep, target } from '../../../support/values/make-live.ts';

const crm = liveConnector('1', { name: 'CRM' });
const second = liveConnector('2', { name: 'CRM 2' });

function makeStep(id: string, connectorId: string | null): LiveStep {
  const fields = [target('11', 'Email')];
  return liveStep(id, { action: 'Method', connectorId, connectorName: 'Sample CRM', fields });
}

function makeExported(id: string, more: Partial<ExportedStep> = {}): ExportedStep {
  return {
    step: { ...makeStep(id, null), action: '3' },
    slotName: 'CRM',
    marksSecrets: true,
    mappings: { parameters: [], fields: [] },
    ...more,
  };
}

function toCycle(...steps: readonly ExportedStep[]) {
  return { steps, edges: [], variables: [] };
}

/** A trust that has read two cycles both ways, each with a step that is bound to CRM. */
function learn(connectors = [crm]): ExportTrust {
  const trust = new ExportTrust();
  for (const origin of ['one', 'two']) {
    trust.agree('variables', origin, { of: 'variables', at: 'Sync' });
    observeSteps(trust, toCycle(makeExported('a')), {
      live: [makeStep('a', '1')],
      connectors,
      origin: 'Sync',
    });
  }
  return trust;
}

describe('steps of an export', () => {
  it('have the only connector of their kind', () => {
    const steps = toLiveSteps(learn(), toCycle(makeExported('a')), [crm]);
    expect(steps).toEqual([makeStep('a', '1')]);
  });

  it('are not believed by a name that may be the one of the template', () => {
    const trust = learn([crm, second]);
    expect(toLiveSteps(trust, toCycle(makeExported('a')), [crm, second])).toBeNull();
    observeSteps(trust, toCycle(makeExported('a', { slotName: 'CRM 2' })), {
      live: [makeStep('a', '2')],
      connectors: [crm, second],
      origin: 'Sync',
    });
    expect(toLiveSteps(trust, toCycle(makeExported('a')), [crm, second])).not.toBeNull();
  });

  it('are not believed where a step maps a target that it does not list', () => {
    const mapping = { targetId: '99', code: '1', value: 'x', label: null, isLaunchVisible: false };
    const custom = makeExported('a', { mappings: { parameters: [], fields: [mapping] } });
    expect(toLiveSteps(learn(), toCycle(custom), [crm])).toBeNull();
  });

  it('are not believed where they do not say which parameters are sensitive', () => {
    const unmarked = makeExported('a', { marksSecrets: false });
    expect(toLiveSteps(learn(), toCycle(unmarked), [crm])).toBeNull();
  });

  it('are not believed where two have one id', () => {
    expect(toLiveSteps(learn(), toCycle(makeExported('a'), makeExported('a')), [crm])).toBeNull();
  });

  it('end the reading of exports where they name other steps, also by the case of an id', () => {
    const trust = learn();
    observeSteps(trust, toCycle(makeExported('A')), {
      live: [makeStep('a', '1')],
      connectors: [crm],
      origin: 'Sync',
    });
    expect(trust.whyOff).toContain('other steps');
  });
});
