import { type Address, type FieldPath, toFieldAddress } from '../../../model/address.ts';
import type { AccountDiff } from '../../../model/diff/field-diff.ts';
import type { PlainValue } from '../../../model/fields/field-value.ts';
import {
  toShownApplied,
  toShownDesired,
  toShownLive,
} from '../../../model/fields/to-shown-value.ts';
import { redactAddress } from '../../../model/secret/redact-address.ts';
import type { FoundAccount } from '../merge/found-account.ts';
import type { WrittenField } from '../merge/merge-manifests.ts';
import type { AdoptedValue } from './drift-adoption.ts';

type Adopted = Omit<AdoptedValue, 'file' | 'variable'>;

/** Lists adopted values of a manifest: drift, and other lines that it replaces. */
export function listWritten(
  found: FoundAccount,
  written: readonly WrittenField[],
): readonly Adopted[] {
  const listed = written
    .filter(isReportable)
    .flatMap((each) => [
      ...listValues(found.diff, [toFieldAddress(each.address, each.field)]),
      ...listOverwritten(found, each),
      ...listWebhook(found, each),
    ]);
  const byAddress = Map.groupBy(listed, ({ address }) => address);
  return [...byAddress.values()].flatMap(([first]) => first ?? []);
}

/** Lists the values of some fields on all sides. */
export function listValues(diff: AccountDiff, addresses: readonly Address[]): readonly Adopted[] {
  const sides = new Map(listSides(diff));
  return [...new Set(addresses)].flatMap((address) => {
    const side = sides.get(address);
    if (side === undefined) return [];
    const wanted = toShownDesired(side.desired.value);
    return [{ address, wanted, before: toShownApplied(side), now: toShownLive(side) }];
  });
}

// Skips fields that only travel with another, except a schedule, because their values do not
// change.
function isReportable({ isMoved, field }: WrittenField): boolean {
  return isMoved || field === 'schedule';
}

// Includes fields of a replaced map, because their lines go without a change in the service.
function listOverwritten(
  { diff, raw }: FoundAccount,
  { pointer }: WrittenField,
): readonly Adopted[] {
  return listSides(diff).flatMap(([address, field]) => {
    const { at, value } = field.desired;
    const isInside = at.file === raw.file && at.pointer.startsWith(`${pointer}/`);
    if (!isInside || !raw.isWritten(at.pointer)) return [];
    const wanted = toShownDesired(value);
    return [{ address, wanted, before: toShownApplied(field), now: { kind: 'unknown' } }];
  });
}

// Includes the live parts of an error webhook that was turned on, because the manifest had none.
function listWebhook(
  { diff: { account } }: FoundAccount,
  { address, field }: WrittenField,
): readonly Adopted[] {
  const { live } = account;
  if (field !== 'errorWebhook/enabled' || live?.webhookEnabled !== true) return [];
  const { webhookUrl, webhookIncludesWarnings } = live;
  const toNews = (path: string, value: PlainValue): Adopted => {
    const nothing = { kind: 'plain', value: null } as const;
    const now = { kind: 'plain', value } as const;
    return {
      address: toFieldAddress(address, path as FieldPath),
      wanted: nothing,
      before: nothing,
      now,
    };
  };
  return [
    toNews('errorWebhook/url', redactAddress(webhookUrl ?? '')),
    ...(webhookIncludesWarnings ? [toNews('errorWebhook/includeWarnings', true)] : []),
  ];
}

function listSides({ account, connectors, cycles }: AccountDiff) {
  return [account, ...connectors, ...cycles].flatMap((object) =>
    object.fields.map((each) => [toFieldAddress(object.address, each.path), each] as const),
  );
}
