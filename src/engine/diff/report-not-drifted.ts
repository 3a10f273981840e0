import { listNearest } from '../../kit/text/nearest.ts';
import { type Address, toAccountAddress, toFieldAddress } from '../../model/address.ts';
import { isWithin } from '../../model/desired/scope/revert.ts';
import type { Diagnostic } from '../../model/diagnostic/diagnostic.ts';
import type { AccountDiff } from '../../model/diff/field-diff.ts';
import type { AccountEntry } from '../../model/manifest/manifest.ts';

/** Says of an address that a person gave that nothing there has moved; or that it is none of those that there are. */
export function reportNotDrifted(address: Address, known: readonly Address[]): Diagnostic {
  const isThere = known.some((each) => isWithin(address, each));
  const why = isThere
    ? 'nothing that Git has the say over has moved there'
    : 'no manifest of this run names it';
  const [nearest] = isThere ? [] : listNearest(address, known);
  const remedy = 'Give an address as cyclectl drift prints it';
  return {
    code: 'no-drift',
    severity: 'error',
    summary: `${address} has no drift: ${why}`,
    address,
    remedy: nearest === undefined ? `${remedy}.` : `${remedy}; the nearest is "${nearest}".`,
  };
}

/** The addresses of all that a manifest names of an account. */
export function listKnownAddresses({
  account,
  connectors,
  cycles,
}: AccountDiff): readonly Address[] {
  return [account, ...connectors, ...cycles].flatMap(({ address, fields }) => [
    address,
    ...fields.map(({ path }) => toFieldAddress(address, path)),
  ]);
}

/** Says of addresses of accounts that the run does not have that there are none, with the nearest. */
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
