import { formatYamlName } from '../../kit/text/format-name.ts';
import { toSlug } from '../../kit/text/to-slug.ts';
import type { NamedCycle, Slot } from '../../model/desired/bound.ts';
import type { DesiredAccount } from '../../model/desired/desired.ts';
import { type Refusal, reportError } from '../../model/diagnostic/diagnostic.ts';
import type { LiveConnector } from '../../model/live/live.ts';
import { listUnfilledSlots } from '../../model/live/steps/list-slots.ts';

/** Maximum length of a suggested key. */
const maxSuggestedKey = 60;

/**
 * Refuses to import a cycle with an unfilled slot, because the service would install a connector
 * that the manifest cannot sign in. In all other cases the plan reports it.
 */
export function reportUnfilled(
  named: NamedCycle,
  {
    desired,
    liveConnectors,
  }: { readonly desired: DesiredAccount; readonly liveConnectors: readonly LiveConnector[] },
): Refusal[] {
  const { origin } = named.bound.desired;
  if (origin.kind !== 'file' || desired.connectors.kind !== 'set') return [];
  const there = new Set(liveConnectors.map(({ release }) => release.name));
  return listUnfilledSlots(named)
    .filter(({ connectorName }) => !there.has(connectorName))
    .map((slot): Refusal => {
      const steps = slot.steps.map((step) => `"${step}"`).join(', ');
      return reportError('slot-unfilled', {
        summary: `${desired.key} has no connector for the slot "${slot.name}" of ${origin.path}, which ${steps} ${slot.steps.length === 1 ? 'uses' : 'use'}`,
        at: origin.at,
        address: named.bound.desired.address,
        remedy: `Add one under connectors of the account, with its properties and credentials: ${formatEntry(slot)}.`,
      });
    });
}

function formatEntry({ connectorName }: Slot): string {
  const key = formatYamlName(toSlug(connectorName, maxSuggestedKey));
  return `${key}: {connector: {name: ${formatYamlName(connectorName)}}}`;
}
