import { isSameJson } from '../../kit/json/canonical-json.ts';
import type { Address } from '../../model/address.ts';
import { toShownDesired } from '../../model/fields/to-shown-value.ts';
import type { FieldChange, ShownValue } from '../../model/plan/change.ts';
import { findObject } from '../../model/plan/expectation.ts';
import type { Move, ObjectState } from '../../model/plan/move.ts';
import type { AccountPlan } from '../../model/plan/plan.ts';
import type { FreshObservation } from './list-live-moves.ts';

/**
 * Lists changes of a manifest since a plan: added and removed entries, and fields with both values.
 * Empty for an equal manifest, and for changes in neither plan, such as checks.
 */
export function listManifestMoves(planned: AccountPlan, fresh: FreshObservation): readonly Move[] {
  if (planned.desired === fresh.plan.desired) return [];
  const entries = listEntryMoves(planned, fresh);
  const moved = new Set(entries.map(({ address }) => address));
  const [then, now] = [indexFields(planned), indexFields(fresh.plan)];
  const keys = [...new Set([...then.keys(), ...now.keys()])].sort();
  const fields = keys.flatMap((key): Move[] => {
    const [was, is] = [then.get(key), now.get(key)];
    const place = was ?? is;
    if (place === undefined || moved.has(place.address)) return [];
    const { address, path } = place;
    const wanted = was?.after ?? findWantedThen(is);
    const wants = is?.after ?? findWanted(fresh, place);
    if (wanted === null || isSameJson(wanted, wants)) return [];
    return [{ side: 'manifest', address, path, was: wanted, is: wants }];
  });
  return [...entries, ...fields];
}

type PlacedChange = FieldChange & { readonly address: Address };

function indexFields({ changes }: AccountPlan): ReadonlyMap<string, PlacedChange> {
  const placed = changes.flatMap((change) =>
    'fields' in change ? change.fields.map((field) => ({ ...field, address: change.address })) : [],
  );
  return new Map(placed.map((field) => [`${field.address}/${field.path}`, field] as const));
}

// A field that the plan did not write had the live value. Null if the service changed too.
function findWantedThen(field: FieldChange | undefined): ShownValue | null {
  return field?.moved === 'manifest' ? field.before : null;
}

// A field that needs no write now has the live value, or is no longer in the manifest.
function findWanted({ diff }: FreshObservation, { address, path }: PlacedChange): ShownValue {
  const field = findObject(diff, address)?.fields.find((each) => each.path === path);
  return field === undefined ? { kind: 'unknown' } : toShownDesired(field.desired.value);
}

// An entry without a change in one plan was as the other plan found it.
function listEntryMoves(planned: AccountPlan, { plan, diff }: FreshObservation): readonly Move[] {
  const [then, now] = [indexEntries(planned), indexEntries(plan)];
  const wanted = new Set<Address>(
    [diff.account, ...diff.connectors, ...diff.cycles].map(({ address }) => address),
  );
  return [...new Set([...then.keys(), ...now.keys()])].sort().flatMap((address): Move[] => {
    const isNamed = wanted.has(address);
    const isNew = now.get(address) === true && !diff.state.objects.has(address);
    const wasNamed = then.get(address) ?? !isNew;
    if (wasNamed === isNamed) return [];
    return [
      { side: 'manifest', address, path: null, was: toState(wasNamed), is: toState(isNamed) },
    ];
  });
}

// True for objects that the manifest names, among created, deleted and released ones.
function indexEntries({ changes }: AccountPlan): ReadonlyMap<Address, boolean> {
  return new Map(
    changes.flatMap((change): [Address, boolean][] => {
      if (change.verb === 'create') return [[change.address, true]];
      const isReleased = change.verb === 'forget' && change.path === null;
      return change.verb === 'delete' || isReleased ? [[change.address, false]] : [];
    }),
  );
}

function toState(isNamed: boolean): ObjectState {
  return isNamed ? { kind: 'there', id: null } : { kind: 'absent' };
}
