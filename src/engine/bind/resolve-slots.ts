import { listNearest } from '../../kit/text/nearest.ts';
import { type FieldPath, toFieldAddress, toFieldPath } from '../../model/address.ts';
import type { Slot } from '../../model/desired/bound.ts';
import type { DesiredConnector, DesiredCycle } from '../../model/desired/desired.ts';
import { type Refusal, reportError } from '../../model/diagnostic/diagnostic.ts';
import type { UnresolvedName } from '../../model/diff/unresolved-name.ts';
import type { SourceSpan } from '../../model/source-span.ts';

/**
 * Resolves the connector of each slot: the written one, else the only one of its kind. Refuses two
 * of a kind without a choice; leaves the slot to the service if there is none.
 */
export function resolveSlots(
  cycle: DesiredCycle,
  slots: readonly Slot[],
  connectors: ReadonlyMap<string, DesiredConnector>,
): {
  readonly keys: ReadonlyMap<string, string>;
  readonly refusals: readonly Refusal[];
  readonly unknown: readonly (readonly [FieldPath, UnresolvedName])[];
} {
  const keys = new Map<string, string>();
  const refusals: Refusal[] = [];
  const unknown: (readonly [FieldPath, UnresolvedName])[] = [];
  for (const [name, written] of cycle.slots) {
    const slot = slots.find((item) => item.name === name);
    if (slot === undefined) unknown.push(reportUnknown(cycle, { name, at: written.at, slots }));
    else {
      const kind = connectors.get(written.connector)?.connector.name;
      if (kind !== undefined && kind !== slot.connectorName) {
        refusals.push(
          reportError('slot-of-other-connector', {
            summary: `The slot "${name}" needs a "${slot.connectorName}", but "${written.connector}" is a "${kind}"`,
            at: written.at,
            address: toFieldAddress(cycle.address, toFieldPath('connectors', name)),
            remedy: `Choose a connector of this account that is a "${slot.connectorName}".`,
          }),
        );
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
    else if (fitting.length > 1) refusals.push(reportUndecided(cycle, slot, fitting));
  }
  return { keys, refusals, unknown };
}

function reportUnknown(
  cycle: DesiredCycle,
  wanted: {
    readonly name: string;
    readonly at: SourceSpan;
    readonly slots: readonly Slot[];
  },
): readonly [FieldPath, UnresolvedName] {
  const { name, at } = wanted;
  const names = wanted.slots.map((slot) => slot.name);
  const path = toFieldPath('connectors', name);
  return [
    path,
    {
      lost: { thing: 'slot', name, step: null, isSeveral: false, near: listNearest(name, names) },
      diagnostic: reportError('slot-unknown', {
        summary: `${formatCycleOrigin(cycle)} has no connector slot "${name}"`,
        at,
        address: toFieldAddress(cycle.address, path),
        remedy: `Its slots: ${names.map((each) => `"${each}"`).join(', ') || '(none)'}.`,
      }),
    },
  ];
}

function formatCycleOrigin({ origin }: DesiredCycle): string {
  return origin.kind === 'file' ? origin.path : `The template "${origin.template}"`;
}

function reportUndecided(
  cycle: DesiredCycle,
  slot: Slot,
  fitting: readonly DesiredConnector[],
): Refusal {
  const choices = fitting.map((item) => item.key).join(' or ');
  return reportError('slot-ambiguous', {
    summary: `The account has several "${slot.connectorName}" for ${slot.steps.map((step) => `"${step}"`).join(', ')} of this cycle`,
    at: cycle.at,
    address: cycle.address,
    remedy: `Write connectors: {"${slot.name}": ${fitting[0]?.key ?? ''}} in the cycle; the account has ${choices}.`,
  });
}
