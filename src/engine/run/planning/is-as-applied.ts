import type { Address } from '../../../model/address.ts';
import type { DesiredAccount } from '../../../model/desired/desired.ts';
import type { ComparedField } from '../../../model/diff/field-diff.ts';
import type { DesiredFields } from '../../../model/fields/field-value.ts';
import type { Catalog } from '../../../model/live/reading.ts';
import { hasContents } from '../../../model/observed/contents.ts';
import type { Fingerprinter } from '../../../model/plan/expectation.ts';
import type { AccountState, ObjectRecord } from '../../../model/state/account-state.ts';
import { resolveCycleNames } from '../../bind/resolve-cycle-names.ts';
import { listConnectorFields } from '../../diff/diff-connectors.ts';
import { diffFields, listForgotten } from '../../diff/fields/diff-fields.ts';
import { isFoundBy } from '../../observe/find-live-account.ts';
import { bindAccount } from '../../observe/match-account.ts';

/** One object as Git wants it. */
type Wanted = { readonly fields: DesiredFields; readonly isProtected: boolean };

/**
 * Returns whether all that Git wants of an account was applied, by its state alone: each value was
 * sent and kept, nothing else is ours, and nothing waits or is unfinished.
 */
export function isAsApplied(
  desired: DesiredAccount,
  state: AccountState,
  {
    catalog,
    fingerprint,
  }: { readonly catalog: Catalog | null; readonly fingerprint: Fingerprinter },
): boolean {
  const { objects, creates, pauses, writes } = state;
  const account = objects.get(desired.address);
  if (account === undefined || !isFoundBy(account, desired.id)) return false;
  if ((desired.isLeaving === true) !== (account.leavingSince !== undefined)) return false;
  if (creates.size + pauses.size + writes.size > 0 || desired.ignores.length > 0) return false;
  const wanted = listWanted(desired, catalog);
  if (wanted === null || wanted.size !== objects.size) return false;
  return [...wanted].every(([address, each]) => {
    const record = objects.get(address);
    return record !== undefined && isSettled(record) && isApplied(record, each, fingerprint);
  });
}

// Null for an account whose names cannot be resolved.
function listWanted(
  desired: DesiredAccount,
  catalog: Catalog | null,
): ReadonlyMap<Address, Wanted> | null {
  const bound = bindAccount(desired, catalog);
  const connectors = desired.connectors.kind === 'set' ? desired.connectors.value : new Map();
  const cycles = bound.cycles.map((cycle) =>
    resolveCycleNames(cycle, { instance: null, template: null, connectors, isUnbound: false }),
  );
  const isRefused = [...bound.connectors, ...cycles].some(({ refusals }) => refusals.length > 0);
  if (isRefused) return null;
  return new Map<Address, Wanted>([
    [desired.address, { fields: desired.fields, isProtected: desired.isProtected === true }],
    ...bound.connectors.map((each): [Address, Wanted] => [
      each.desired.address,
      { fields: listConnectorFields(each), isProtected: each.desired.isProtected === true },
    ]),
    ...cycles.map(({ bound: { desired: each }, fields }): [Address, Wanted] => [
      each.address,
      { fields, isProtected: each.isProtected === true },
    ]),
  ]);
}

// Nothing of it waits for a person, a time or the next apply.
function isSettled({
  kind,
  baseline,
  owed,
  waitsSince,
  run,
  unproven,
  ...rest
}: ObjectRecord): boolean {
  const isDue = baseline === undefined || (kind === 'cycle' && !hasContents({ baseline, ...rest }));
  const isRunOpen = run?.isUnknown === true || run?.schedule.kind === 'once';
  return !isDue && !isRunOpen && [owed, waitsSince, unproven].every((each) => each === undefined);
}

function isApplied(
  record: ObjectRecord,
  { fields: desired, isProtected }: Wanted,
  fingerprint: Fingerprinter,
): boolean {
  if (isProtected !== (record.isProtected === true)) return false;
  if (listForgotten(desired, record).length > 0) return false;
  // Where nothing is shown, a value is compared with the one that was sent.
  const sides = { desired, live: new Map(), record, isBound: true };
  return diffFields(record.kind, sides, { fingerprint, rewrite: false }).every(isCertain);
}

function isCertain({ applied, comparison }: ComparedField): boolean {
  const isSame = comparison === 'same' || comparison === 'not-readable';
  return applied !== null && applied.origin !== 'assumed' && isSame;
}
