import { describe, expect, it } from 'vitest';
import { resolveSlots } from '../../../src/engine/bind/resolve-slots.ts';
import type { Slot } from '../../../src/model/desired/bound.ts';
import type { DesiredConnector } from '../../../src/model/desired/desired.ts';
import { at, makeConnector, makeCycle } from '../../support/values/make-desired.ts';

const slot: Slot = { name: 'Sample CRM', connectorName: 'Sample CRM', steps: ['List'] };
const second: Slot = { name: 'Sample CRM#2', connectorName: 'Sample CRM', steps: ['Add'] };

function connectors(names: Readonly<Record<string, string>>): Map<string, DesiredConnector> {
  return new Map(
    Object.entries(names).map(([key, name]) => [
      key,
      makeConnector(key, { connector: { name, version: null, at: at(11) } }),
    ]),
  );
}

/** What becomes of a cycle that writes these slots. */
function settle(
  written: Readonly<Record<string, string>>,
  slots: readonly Slot[],
  kinds: Readonly<Record<string, string>>,
) {
  const lines = Object.entries(written).map(
    ([name, connector]) => [name, { connector, at: at(30) }] as const,
  );
  const cycle = makeCycle('sync', { slots: new Map(lines) });
  const { keys, refusals, unknown } = resolveSlots(cycle, slots, connectors(kinds));
  const diagnostics = [...refusals, ...unknown.map(([, { diagnostic }]) => diagnostic)];
  return { keys: Object.fromEntries(keys), diagnostics };
}

describe('settleSlots', () => {
  it('takes the only connector of the kind where nothing is written', () => {
    const { keys, diagnostics } = settle({}, [slot], { crm: 'Sample CRM', mail: 'Sample Mailer' });
    expect({ keys, diagnostics }).toEqual({ keys: { 'Sample CRM': 'crm' }, diagnostics: [] });
  });

  it('takes what is written, for the second slot of a kind too', () => {
    const written = { 'Sample CRM': 'b', 'Sample CRM#2': 'a' };
    const { keys, diagnostics } = settle(written, [slot, second], {
      a: 'Sample CRM',
      b: 'Sample CRM',
    });
    expect({ keys, diagnostics }).toEqual({ keys: written, diagnostics: [] });
  });

  it('leaves a slot to the service where the account has no connector of the kind', () => {
    const { keys, diagnostics } = settle({}, [slot], { mail: 'Sample Mailer' });
    expect({ keys, diagnostics }).toEqual({ keys: {}, diagnostics: [] });
  });

  it('refuses to choose between two of a kind, with the line to write', () => {
    const { diagnostics } = settle({}, [slot], { a: 'Sample CRM', b: 'Sample CRM' });
    expect(diagnostics).toMatchObject([
      {
        code: 'slot-ambiguous',
        remedy: 'Write connectors: {"Sample CRM": a} in the cycle; the account has a or b.',
      },
    ]);
  });

  it('refuses a slot that the template lacks, with those that it has', () => {
    const { diagnostics } = settle({ CRM: 'crm' }, [slot, second], { crm: 'Sample CRM' });
    expect(diagnostics).toMatchObject([
      { code: 'slot-unknown', at: at(30), remedy: 'Its slots: "Sample CRM", "Sample CRM#2".' },
    ]);
  });

  it('refuses a connector of another kind', () => {
    const { diagnostics } = settle({ 'Sample CRM': 'mail' }, [slot], { mail: 'Sample Mailer' });
    expect(diagnostics).toMatchObject([{ code: 'slot-of-other-connector', at: at(30) }]);
  });
});
