import { listNearest } from '../../kit/text/nearest.ts';
import {
  type Address,
  isWithin,
  listAccountKeys,
  toAccountAddress,
  toFieldAddress,
  toFieldPath,
} from '../../model/address.ts';
import type { Ignored } from '../../model/desired/scope/ignored.ts';
import { type Diagnostic, reportError } from '../../model/diagnostic/diagnostic.ts';
import type { AccountDiff } from '../../model/diff/field-diff.ts';
import { readOutcome } from '../../model/diff/outcome.ts';
import type { AccountEntry } from '../../model/manifest/manifest.ts';
import { findList } from '../../model/observed/contents.ts';
import { observeMembers } from '../../model/observed/observe-members.ts';
import type { DriftFinding } from '../../model/plan/plan.ts';
import { listDrift } from './list-drift.ts';

/** A difference that an answer to drift can be about: drift, or a difference that is ignored. */
export type Difference = Pick<DriftFinding, 'address' | 'path' | 'at'> & {
  /** Absent for drift. */
  readonly ignored?: Ignored;
};

/** Lists what an answer to drift can be about: drift, and differences that a person ignores. */
export function listDifferences(diff: AccountDiff): readonly Difference[] {
  return [...listDrift(diff), ...listIgnored(diff)];
}

/** Formats the address of a difference, as drift prints it. */
export function toDriftAddress({ address, path }: Pick<Difference, 'address' | 'path'>): Address {
  return path === null ? address : toFieldAddress(address, path);
}

/**
 * Checks the addresses of an answer to drift in their account: each means a difference, or all below it.
 * `refuse` reports an address if the answer takes none of its differences.
 */
export function checkDriftAddresses(
  diff: AccountDiff,
  addresses: readonly Address[],
  refuse: (address: Address, found: readonly Difference[]) => readonly Diagnostic[],
): readonly Diagnostic[] {
  const differences = listDifferences(diff);
  return addresses
    .filter((address) => listAccountKeys([address]).has(diff.desired.key))
    .flatMap((address) => {
      const found = differences.filter((each) => isWithin(address, toDriftAddress(each)));
      return found.length === 0 ? [reportNoDrift(address, diff)] : refuse(address, found);
    });
}

/** Refuses an address at which all differences are ignored. */
export function checkIgnored(
  address: Address,
  found: readonly Difference[],
): readonly Diagnostic[] {
  const [first] = found;
  if (first?.ignored === undefined || found.some(({ ignored }) => ignored === undefined)) return [];
  const { until, at } = first.ignored;
  return [
    reportError('no-drift', {
      summary: `${address} has no drift: it is ignored until ${until}`,
      at,
      address,
      remedy: 'Remove its entry under ignore, and run the command again.',
    }),
  ];
}

/** Reports addresses of accounts that a run does not have, with the nearest. */
export function reportUnknownAccounts(
  addresses: readonly Address[],
  entries: readonly AccountEntry[],
  environment: string,
): readonly Diagnostic[] {
  const keys = entries.map(({ key }) => toAccountAddress(key));
  return addresses.flatMap((address) => {
    const [account = '', ...rest] = address.replace(/^\/+/, '').split('/');
    const isKnown = keys.some((key) => key === account);
    if (isKnown && !address.startsWith('/')) return [];
    const why = isKnown
      ? 'an address begins with the key of its account'
      : `${environment} has no account "${account}"`;
    const near = isKnown ? account : listNearest(account, keys)[0];
    return [toNoDrift(address, why, near === undefined ? null : [near, ...rest].join('/'))];
  });
}

function listIgnored(diff: AccountDiff): readonly Difference[] {
  const { account, connectors, cycles, unmanaged = [], ignoredAbsences = [] } = diff;
  return [
    ...[account, ...connectors, ...cycles].flatMap(({ address, live, fields }) =>
      fields.flatMap((field): Difference[] => {
        const { path, disposition } = field;
        if (live === null || readOutcome(field).notice !== 'ignored') return [];
        if (field.live?.kind === 'not-readable' || disposition.kind !== 'keep') return [];
        const { because } = disposition;
        if (because.kind !== 'ignored') return [];
        return [{ address, path, at: because.ignored.at, ignored: because.ignored }];
      }),
    ),
    ...unmanaged.flatMap(({ address, path, ignored }): Difference[] =>
      ignored === undefined ? [] : [{ address, path, at: ignored.at, ignored }],
    ),
    ...ignoredAbsences.map(({ address, ignored }) => {
      return { address, path: null, at: ignored.at, ignored };
    }),
  ];
}

function reportNoDrift(address: Address, diff: AccountDiff): Diagnostic {
  const { address: account, ignores } = diff.desired;
  const whole = findWhole(address, diff);
  if (whole !== null) {
    return reportError('no-drift', {
      summary: `${address} has no drift of its own: it is part of ${whole}`,
      address,
      remedy: `Pass ${whole}, which is answered as one.`,
    });
  }
  const entry = ignores.find(
    ({ path }) => toFieldAddress(account, toFieldPath(...path)) === address,
  );
  const known = [...listKnownAddresses(diff), ...listDifferences(diff).map(toDriftAddress)];
  if (entry !== undefined || known.some((each) => isWithin(address, each))) {
    const report = toNoDrift(address, 'nothing there that drift compares has changed', null);
    if (entry === undefined) return report;
    const remedy = 'Remove its entry under ignore, which has no effect.';
    return { ...report, at: entry.at, remedy };
  }
  const why = `${account} has no such object or field`;
  return toNoDrift(address, why, findNearest(address, known));
}

/** Finds the change that an address is a part of; null if there is none. */
function findWhole(address: Address, { unmanaged = [] }: AccountDiff): Address | null {
  const whole = unmanaged.find((change) =>
    change.parts?.some(({ path }) => {
      const part = toFieldAddress(change.address, path);
      return isWithin(address, part) || (path !== findList(path) && isWithin(part, address));
    }),
  );
  return whole === undefined ? null : toDriftAddress(whole);
}

function toNoDrift(address: Address, why: string, nearest: string | null): Diagnostic {
  const remedy = 'Pass an address as cyclectl drift prints it';
  return reportError('no-drift', {
    summary: `${address} has no drift: ${why}`,
    address,
    remedy: nearest === null ? `${remedy}.` : `${remedy}; the nearest is "${nearest}".`,
  });
}

// Corrects an address name by name, because a shared beginning would make any other one look near.
function findNearest(address: Address, known: readonly Address[]): string | null {
  let beneath = known.map((each) => each.split('/'));
  const names: string[] = [];
  for (const name of address.replace(/\/+$/, '').split('/')) {
    const { length: depth } = names;
    const there = new Set(beneath.flatMap((each) => each[depth] ?? []));
    const near = there.has(name) ? name : listNearest(name, there)[0];
    if (near === undefined) return null;
    beneath = beneath.filter((each) => each[depth] === near);
    names.push(near);
  }
  return names.join('/');
}

/** Lists the addresses of all entries of an account, and of all that is compared of its objects. */
function listKnownAddresses({ account, connectors, cycles }: AccountDiff): readonly Address[] {
  return [account, ...connectors, ...cycles].flatMap((object) => {
    const { address, fields } = object;
    const paths = new Set([...fields.map(({ path }) => path), ...observeMembers(object).keys()]);
    return [address, ...[...paths].map((path) => toFieldAddress(address, path))];
  });
}
