import { type FieldPath, parsePath } from '../address.ts';
import type { ConnectorDiff, CycleDiff } from './field-diff.ts';

/**
 * The connectors that a cycle uses once it is as the manifest wants it: those of its slots, and those that
 * its steps have now, unless they are bound anew. A slot that others have the say over stays as they have bound it.
 */
export function listUsedConnectors(
  cycle: CycleDiff,
  connectors: readonly ConnectorDiff[],
): readonly ConnectorDiff[] {
  const left = listReplacedSlots(cycle);
  const keys = new Set([...cycle.desired.slotKeys].flatMap(([slot, key]) => left.get(slot) ?? key));
  const isRebound = cycle.fields.some((field) => field.isChange && isSlot(field.path));
  const bound = isRebound ? [] : (cycle.live?.connectors ?? []);
  const used = new Set(bound.map((connector) => connector.id));
  return connectors.filter(
    ({ desired, live }) => keys.has(desired.desired.key) || (live !== null && used.has(live.id)),
  );
}

// By slot, the keys of what others have bound it to; none as long as its cycle is not there.
function listReplacedSlots({ fields }: CycleDiff): ReadonlyMap<string, readonly string[]> {
  return new Map(
    fields.flatMap(({ path, owner, isPendingSeed, live }) => {
      const [, slot = ''] = parsePath(path);
      if (!isSlot(path) || owner === undefined || isPendingSeed === true) return [];
      if (live === null) return [[slot, []]];
      return live.kind === 'plain' ? [[slot, String(live.value).split(', ')]] : [];
    }),
  );
}

function isSlot(path: FieldPath): boolean {
  return path.startsWith('connectors/');
}
