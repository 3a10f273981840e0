import { parseObjectAddress, toObjectAddress } from '../../../model/address.ts';
import { codes } from '../../../model/diagnostic/codes.ts';
import type { Diagnostic, Refusal } from '../../../model/diagnostic/diagnostic.ts';
import type { AccountDiff } from '../../../model/diff/field-diff.ts';
import type { RefusedObject } from '../../../model/plan/refused.ts';
import { withDeferred } from '../list-deferred.ts';
import { checkClaimed } from './check-claimed.ts';
import { checkNeeds } from './check-needs.ts';
import { checkRemoved } from './check-removed.ts';
import { checkUsed } from './check-used.ts';
import { listMisfits, listRefusals } from './list-refusals.ts';

/** Refusals of an account: of all of it, or of some of its objects and what depends on them. */
export type Refusals =
  | { readonly kind: 'account'; readonly diagnostics: readonly Diagnostic[] }
  | { readonly kind: 'objects'; readonly objects: readonly RefusedObject[] };

/**
 * Finds what a plan must leave as it is. `held` are objects that were refused before, such as by the
 * plan that is applied: they stay refused.
 */
export function findRefused(found: AccountDiff, held: readonly RefusedObject[] = []): Refusals {
  const diff = withDeferred(found);
  const own = listRefusals(diff);
  if (own.some((refusal) => isOfAccount(refusal, diff)))
    return { kind: 'account', diagnostics: own };
  const first = toRefused([...own, ...checkClaimed(diff)], held);
  const needs = toRefused(checkNeeds(diff, first), first);
  const kept = toRefused(checkRemoved(diff, needs), needs);
  return { kind: 'objects', objects: order(toRefused(checkUsed(diff, kept), kept), diff) };
}

/** Finds what an adoption must not bind. It sends nothing, so nothing depends on it. */
export function findMisfits(found: AccountDiff): Refusals {
  const diff = withDeferred(found);
  const own = listMisfits(diff);
  if (own.some((refusal) => isOfAccount(refusal, diff)))
    return { kind: 'account', diagnostics: own };
  return { kind: 'objects', objects: order(toRefused([...own, ...checkClaimed(diff)], []), diff) };
}

function isOfAccount({ code, address }: Refusal, { account }: AccountDiff): boolean {
  return codes[code].stops === 'planning' || toObjectAddress(address) === account.address;
}

// An object that is still refused has its present reasons.
function toRefused(
  refusals: readonly Refusal[],
  known: readonly RefusedObject[],
): readonly RefusedObject[] {
  const found = [...Map.groupBy(refusals, ({ address }) => toObjectAddress(address))].map(
    ([address, diagnostics]): RefusedObject => {
      const parsed = parseObjectAddress(address);
      if (parsed === null) throw new Error(`${address} is the address of no object`);
      return { address, kind: parsed.kind, diagnostics };
    },
  );
  const isKnown = new Set(found.map(({ address }) => address));
  return [...known.filter(({ address }) => !isKnown.has(address)), ...found];
}

// As in the manifest, then what is gone from it.
function order(refused: readonly RefusedObject[], diff: AccountDiff): readonly RefusedObject[] {
  const places = new Map(
    [...diff.connectors, ...diff.cycles].map(({ address }, index) => [address, index]),
  );
  const placeOf = ({ address }: RefusedObject) => places.get(address) ?? places.size;
  return refused.toSorted(
    (left, right) => placeOf(left) - placeOf(right) || (left.address < right.address ? -1 : 1),
  );
}
