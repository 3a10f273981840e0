import { compareTexts } from '../../kit/text/compare-texts.ts';
import { type Address, type FieldPath, toFieldPath } from '../../model/address.ts';
import type { DesiredAccount } from '../../model/desired/desired.ts';
import type { DesiredFields } from '../../model/fields/field-value.ts';
import { toLastingFingerprint } from '../../model/plan/expectation.ts';
import type { PlannedSecret } from '../../model/plan/plan.ts';
import { type BoundSecret, formatSecretRef } from '../../model/secret/secret.ts';

/**
 * Lists every secret of an account's manifest with its fingerprint, because a changed value makes
 * the plan stale.
 */
export function listSecrets(account: DesiredAccount): readonly PlannedSecret[] {
  const { address, fields, connectors, cycles } = account;
  return [
    ...listOfFields(address, fields),
    ...(connectors.kind === 'set'
      ? [...connectors.value.values()].flatMap((each) => listOfFields(each.address, each.fields))
      : []),
    ...(cycles.kind === 'set'
      ? [...cycles.value.values()].flatMap((each) => [
          ...listOfFields(each.address, each.fields),
          ...each.mappings.flatMap(({ step, slot, target, source }) =>
            source.kind === 'secret'
              ? [toPlanned(each.address, toFieldPath('steps', step, slot, target), source.secret)]
              : [],
          ),
        ])
      : []),
  ].sort(byPlace);
}

function listOfFields(address: Address, fields: DesiredFields): PlannedSecret[] {
  return [...fields].flatMap(([path, { value }]) =>
    value.kind === 'secret' ? [toPlanned(address, path, value.secret)] : [],
  );
}

function toPlanned(address: Address, path: FieldPath, secret: BoundSecret): PlannedSecret {
  const { ref, fingerprint } = secret;
  return { address, path, from: formatSecretRef(ref), print: toLastingFingerprint(fingerprint) };
}

// Entries of a manifest may be reordered without a change.
function byPlace(left: PlannedSecret, right: PlannedSecret): number {
  return compareTexts(`${left.address}/${left.path}`, `${right.address}/${right.path}`);
}
