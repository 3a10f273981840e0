import { type Address, type FieldPath, parsePath } from '../address.ts';
import type { DesiredConnector } from '../desired/desired.ts';
import { isChanged, isKept } from './disposition.ts';
import type { ConnectorDiff, DecidedCycle, FieldDiff } from './field-diff.ts';

/**
 * Connectors that a cycle uses once applied: those of its slots, and those of its present steps
 * that are not bound again. A slot that others own stays as bound.
 */
export function listUsedConnectors(
  cycle: DecidedCycle,
  connectors: readonly ConnectorDiff[],
): readonly ConnectorDiff[] {
  const left = listReplacedSlots(cycle);
  const keys = new Set([...cycle.desired.slotKeys].flatMap(([slot, key]) => left.get(slot) ?? key));
  const isRebound = cycle.fields.some((field) => isChanged(field) && isSlot(field.path));
  const bound = isRebound ? [] : (cycle.live?.connectors ?? []);
  const used = new Set(bound.map((connector) => connector.id));
  return connectors.filter(
    ({ desired, live }) => keys.has(desired.desired.key) || (live !== null && used.has(live.id)),
  );
}

// Connector keys of slots that others own, by slot; empty without a live cycle.
function listReplacedSlots({ fields }: DecidedCycle): ReadonlyMap<string, readonly string[]> {
  return new Map(
    fields.flatMap((field) => {
      const { path, live } = field;
      const [, slot = ''] = parsePath(path);
      if (!isSlot(path) || !isLeft(field)) return [];
      if (live === null) return [[slot, []]];
      return live.kind === 'plain' ? [[slot, String(live.value).split(', ')]] : [];
    }),
  );
}

function isLeft(field: FieldDiff): boolean {
  return isKept(field, 'out-of-scope', 'owned-by-others', 'ignored');
}

function isSlot(path: FieldPath): boolean {
  return path.startsWith('connectors/');
}

/**
 * Connectors that others must sign in before a cycle can run. A connector that its steps stop
 * using does not count.
 */
export function listAwaitingConsent(
  cycle: DecidedCycle,
  connectors: readonly ConnectorDiff[],
): Address[] {
  return listUsedConnectors(cycle, connectors)
    .filter(awaitsSignIn)
    .map(({ address }) => address);
}

// A new connector without `auth` in Git may need none, and properties may sign one in.
function awaitsSignIn({ desired: { desired }, live, fields }: ConnectorDiff): boolean {
  if (!isSignedInByOthers(desired) || live?.authenticated === true) return false;
  return desired.auth.kind === 'oauth' || (live !== null && !fields.some(isChangedProperty));
}

function isChangedProperty(field: FieldDiff): boolean {
  return field.path.startsWith('properties/') && isChanged(field);
}

/** Returns whether apply leaves the sign-in of a connector to others: to a person, or unmanaged. */
export function isSignedInByOthers({ auth }: Pick<DesiredConnector, 'auth'>): boolean {
  return auth.kind === 'oauth' || auth.kind === 'unmanaged';
}
