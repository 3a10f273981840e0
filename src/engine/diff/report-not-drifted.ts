import { listNearest } from '../../kit/text/nearest.ts';
import { type Address, isWithin, toAccountAddress, toFieldAddress } from '../../model/address.ts';
import { type Diagnostic, reportError } from '../../model/diagnostic/diagnostic.ts';
import type { AccountDiff } from '../../model/diff/field-diff.ts';
import type { AccountEntry } from '../../model/manifest/manifest.ts';
import { observeMembers } from '../../model/observed/observe-members.ts';
import type { UnmanagedChange } from '../../model/observed/unmanaged.ts';

/** Reports an address without drift of its own, or an unknown one. */
export function reportNotDrifted(
  address: Address,
  known: readonly Address[],
  open: readonly UnmanagedChange[] = [],
): Diagnostic {
  const whole = open.find((change) =>
    change.parts?.some(({ path }) => isWithin(address, toFieldAddress(change.address, path))),
  );
  if (whole !== undefined) return reportPart(address, toFieldAddress(whole.address, whole.path));
  const isThere = known.some((each) => isWithin(address, each));
  const why = isThere
    ? 'nothing there that drift compares has changed'
    : 'no manifest of this run has it';
  const [nearest] = isThere ? [] : listNearest(address, known);
  const remedy = 'Pass an address as cyclectl drift prints it';
  return reportError('no-drift', {
    summary: `${address} has no drift: ${why}`,
    address,
    remedy: nearest === undefined ? `${remedy}.` : `${remedy}; the nearest is "${nearest}".`,
  });
}

function reportPart(address: Address, whole: Address): Diagnostic {
  return reportError('no-drift', {
    summary: `${address} has no drift of its own: it is part of ${whole}`,
    address,
    remedy: `Pass ${whole}, which is answered as one.`,
  });
}

/** Lists the addresses of all entries of an account, and of all that is compared of its objects. */
export function listKnownAddresses({
  account,
  connectors,
  cycles,
}: AccountDiff): readonly Address[] {
  return [account, ...connectors, ...cycles].flatMap((object) => {
    const { address, fields } = object;
    const paths = new Set([...fields.map(({ path }) => path), ...observeMembers(object).keys()]);
    return [address, ...[...paths].map((path) => toFieldAddress(address, path))];
  });
}

/** Reports addresses of unknown accounts, with the nearest. */
export function reportUnknownAddresses(
  addresses: readonly Address[],
  entries: readonly AccountEntry[],
): readonly Diagnostic[] {
  const keys = entries.map(({ key }) => toAccountAddress(key));
  return addresses.flatMap((address) => {
    const [account = '', ...rest] = address.split('/');
    if (keys.some((key) => key === account)) return [];
    return [
      reportNotDrifted(
        address,
        keys.map((key) => [key, ...rest].join('/') as Address),
      ),
    ];
  });
}
