import type { Slot } from '../../model/bound.ts';
import type { DesiredConnector, DesiredCycle } from '../../model/desired.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';

/**
 * Which of the manifest's connectors each slot uses: the one that is written, else the only one of
 * that kind. Two of a kind and nothing written is refused with the line to write; none of that kind
 * leaves the slot to the service.
 */
export function settleSlots(
  cycle: DesiredCycle,
  slots: readonly Slot[],
  connectors: ReadonlyMap<string, DesiredConnector>,
): { readonly keys: ReadonlyMap<string, string>; readonly diagnostics: readonly Diagnostic[] } {
  const keys = new Map<string, string>();
  const diagnostics: Diagnostic[] = [];
  for (const [name, written] of cycle.slots) {
    const slot = slots.find((item) => item.name === name);
    if (slot === undefined) diagnostics.push(reportUnknownSlot(cycle, name, slots));
    else {
      const kind = connectors.get(written.connector)?.connector.name;
      if (kind !== undefined && kind !== slot.connectorName) {
        diagnostics.push({
          code: 'slot-of-other-connector',
          severity: 'error',
          summary: `The slot "${name}" takes a "${slot.connectorName}", and "${written.connector}" is a "${kind}"`,
          at: written.at,
          address: cycle.address,
          remedy: `Name a connector of this account whose connector is "${slot.connectorName}".`,
        });
      }
      keys.set(name, written.connector);
    }
  }
  for (const slot of slots) {
    if (keys.has(slot.name) || cycle.slots.has(slot.name)) continue;
    const fitting = [...connectors.values()].filter(
      (item) => item.connector.name === slot.connectorName,
    );
    const [only] = fitting;
    if (only !== undefined && fitting.length === 1) keys.set(slot.name, only.key);
    else if (fitting.length > 1) diagnostics.push(reportUnsettled(cycle, slot, fitting));
  }
  return { keys, diagnostics };
}

function reportUnknownSlot(cycle: DesiredCycle, name: string, slots: readonly Slot[]): Diagnostic {
  const written = cycle.slots.get(name);
  return {
    code: 'slot-unknown',
    severity: 'error',
    summary: `${nameOrigin(cycle)} has no connector slot "${name}"`,
    ...(written === undefined ? {} : { at: written.at }),
    address: cycle.address,
    remedy: `Its slots: ${slots.map((slot) => `"${slot.name}"`).join(', ') || '(none)'}.`,
  };
}

function nameOrigin({ origin }: DesiredCycle): string {
  return origin.kind === 'file' ? origin.path : `The template "${origin.template}"`;
}

function reportUnsettled(
  cycle: DesiredCycle,
  slot: Slot,
  fitting: readonly DesiredConnector[],
): Diagnostic {
  const choices = fitting.map((item) => item.key).join(' or ');
  return {
    code: 'slot-ambiguous',
    severity: 'error',
    summary: `Which "${slot.connectorName}" should this cycle use for ${slot.steps.map((step) => `"${step}"`).join(', ')}`,
    at: cycle.at,
    address: cycle.address,
    remedy: `Write connectors: {"${slot.name}": ${fitting[0]?.key ?? ''}} in the cycle; the account has ${choices}.`,
  };
}
