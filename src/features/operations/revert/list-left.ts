import { toDriftAddress } from '../../../engine/diff/check-drift-addresses.ts';
import { findRestoration } from '../../../engine/observe/cycles/find-restoration.ts';
import {
  type Address,
  isRequested,
  toFieldAddress,
  toObjectAddress,
} from '../../../model/address.ts';
import {
  type Diagnostic,
  reportError,
  reportWarning,
} from '../../../model/diagnostic/diagnostic.ts';
import { isChanged } from '../../../model/diff/disposition.ts';
import type { AccountDiff, ConnectorDiff, CycleDiff } from '../../../model/diff/field-diff.ts';
import type { UnresolvedName } from '../../../model/diff/unresolved-name.ts';
import type { UnmanagedChange } from '../../../model/observed/unmanaged.ts';
import type { Notice } from '../../../model/plan/notice.ts';
import { formatDriftCommand } from '../../../model/report/advice/commands.ts';

/** Drift that a revert leaves to a person. */
export type Left = {
  readonly address: Address;
  readonly details: Pick<Diagnostic, 'at' | 'remedy'> & { readonly summary: string };
};

/** Selects the unmanaged changes that a revert is about; without an address those that fail drift. */
export function selectMeant(
  { unmanaged = [] }: AccountDiff,
  addresses: readonly Address[],
): readonly UnmanagedChange[] {
  return unmanaged.filter((change) =>
    addresses.length > 0
      ? isRequested(addresses, toDriftAddress(change))
      : change.response === 'fail' && change.ignored === undefined,
  );
}

/** Lists the drift that a revert leaves, because the service lacks a name or takes no such write. */
export function listLeft(diff: AccountDiff, addresses: readonly Address[]): readonly Left[] {
  const lost = [...diff.connectors, ...diff.cycles].flatMap((each) => listLost(each, addresses));
  const manual = selectMeant(diff, addresses)
    .filter((change) => !isLeft(lost, toDriftAddress(change)))
    .flatMap((change) => listManual(diff, change));
  return [...lost, ...manual];
}

/** Returns whether drift is left: at its address, or with its object. */
export function isLeft(left: readonly Left[], address: Address): boolean {
  const object = toObjectAddress(address);
  return left.some((each) => each.address === address || each.address === object);
}

/** Refuses a requested address where a revert would leave all. */
export function reportRefused({ address, details }: Left): Diagnostic {
  return reportError('revert-refused', { ...details, address });
}

/** Reports drift that a revert leaves. */
export function toNotice({ address, details }: Left): Notice {
  const diagnostic = reportWarning('not-reverted', { ...details, address });
  return { kind: 'warning', address: toObjectAddress(address), diagnostic };
}

// Leaves an object that lacks a name of Git whole, unless an address names a part of it. A gone variable
// is no lost name here, because every plan leaves that alone.
function listLost(
  { address: object, fields, desired }: ConnectorDiff | CycleDiff,
  addresses: readonly Address[],
): readonly Left[] {
  const isWhole = isRequested(addresses, object);
  const lost = fields.flatMap((field): Left[] => {
    const miss = desired.unresolved.get(field.path);
    const own = toFieldAddress(object, field.path);
    if (miss === undefined || !isChanged(field) || !isRequested(addresses, own)) return [];
    const near = miss.lost.near.map((name) => `"${name}"`).join(', ');
    const names = near === '' ? '' : ` (${near})`;
    const rest = isWhole ? ' To revert other drift of it, pass its addresses.' : '';
    const remedy = `Restore it in the console, or write its current name in Git${names}.${rest}`;
    const address = isWhole ? object : own;
    const summary = `${address} cannot be reverted: ${formatMiss(miss)}`;
    return [{ address, details: { summary, at: field.desired.at, remedy } }];
  });
  const bySummary = Map.groupBy(lost, ({ details }) => details.summary);
  return [...bySummary.values()].flatMap(([first]) => first ?? []);
}

function listManual(diff: AccountDiff, change: UnmanagedChange): readonly Left[] {
  const restoration = findRestoration(diff, change);
  if (restoration.kind === 'value') return [];
  const address = toDriftAddress(change);
  const { miss } = restoration;
  const isUpgrade = change.isUpgrade === true;
  const why =
    miss !== null
      ? formatMiss(miss)
      : isUpgrade
        ? 'an upgrade cannot be taken back'
        : 'no manifest manages it, and only a person can restore it';
  const place = { environment: diff.desired.environment, address };
  const accept = formatDriftCommand('--accept', place);
  const remedy = isUpgrade
    ? `Accept it: ${accept}`
    : `Restore it in the console, or accept it: ${accept}`;
  const summary = `${address} cannot be reverted: ${why}`;
  return [{ address, details: { summary, at: change.at, remedy } }];
}

function formatMiss({ diagnostic }: UnresolvedName): string {
  return diagnostic.summary.replace(/^The /, 'the ');
}
