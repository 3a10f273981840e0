import { listKnownAddresses } from '../../../engine/diff/report-not-drifted.ts';
import { formatNearest } from '../../../kit/text/nearest.ts';
import {
  type Address,
  type FieldPath,
  parseObjectAddress,
  toFieldAddress,
  toFieldPath,
} from '../../../model/address.ts';
import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';
import { type AccountDiff, isLostOrigin } from '../../../model/diff/field-diff.ts';
import type { SourceSpan } from '../../../model/source-span.ts';

/** Difference from Git: a field, or without a path an object that is gone. */
export type DriftDifference = {
  readonly address: Address;
  readonly path: FieldPath | null;
  readonly at: SourceSpan | null;
};

/** Formats the address of a difference, as drift prints it. */
export function toAddress({ address, path }: DriftDifference): Address {
  return path === null ? address : toFieldAddress(address, path);
}

/**
 * Lists the differences at an address. An object covers all of its fields, but not the objects of
 * an account.
 */
export function listMatching<T extends DriftDifference>(
  differences: readonly T[],
  text: string,
): T[] {
  const isObject = parseObjectAddress(text) !== null;
  return differences.filter((each) => {
    const address = toAddress(each);
    if (address === text || each.address === text) return true;
    return !isObject && address.startsWith(`${text}/`);
  });
}

/** Refuses differences that cannot be ignored; empty otherwise. */
export function checkIgnore(
  { address, path, at }: DriftDifference,
  diff: AccountDiff,
): Diagnostic[] {
  const position = at === null ? {} : { at };
  const report = (summary: string, remedy: string): Diagnostic[] => [
    reportError('not-ignored', { summary, ...position, address, remedy }),
  ];
  if (path === null && address === diff.desired.address) {
    return report(
      'A missing account cannot be ignored: nothing is left to compare',
      'Remove its manifest, or create it again with apply.',
    );
  }
  const isOrigin = path?.startsWith('from/') === true && !isUpgrade({ address, path }, diff);
  if (isOrigin && !isOfReplacedCycle({ address, path }, diff)) {
    return report(
      'The origin of a cycle cannot be ignored: apply would replace the cycle',
      'Write its current origin in its entry.',
    );
  }
  const key = parseObjectAddress(address)?.key;
  const user = diff.cycles.find(({ desired: { slotKeys } }) =>
    [...slotKeys.values()].some((each) => each === key),
  );
  const isConnector = parseObjectAddress(address)?.kind === 'connector';
  if (path !== null || !isConnector || user === undefined) return [];
  return report(
    `A missing connector cannot be ignored while ${user.address} uses it`,
    'Install it again with apply, or remove it from the cycle.',
  );
}

function isUpgrade(
  { address, path }: Pick<DriftDifference, 'address' | 'path'>,
  { unmanaged = [] }: AccountDiff,
): boolean {
  return unmanaged.some((each) => each.address === address && each.path === path);
}

function isOfReplacedCycle(
  { address, path }: Pick<DriftDifference, 'address' | 'path'>,
  { cycles }: AccountDiff,
): boolean {
  const cycle = cycles.find((each) => each.address === address);
  return cycle?.fields.some((each) => each.path === path && isLostOrigin(each)) === true;
}

/** Reports an address without a difference. */
export function reportNoDifference(
  text: string,
  diff: AccountDiff,
  differences: readonly DriftDifference[],
): Diagnostic {
  const { address: account, ignores } = diff.desired;
  const entry = ignores.find(({ path }) => toFieldAddress(account, toFieldPath(...path)) === text);
  const known = listKnownAddresses(diff);
  const isKnown = known.includes(text as Address);
  const summary =
    isKnown || entry !== undefined
      ? `No drift at ${text} to ignore`
      : `${text} is not the address of an object or field in the manifest`;
  const report = reportError('not-ignored', { summary });
  if (entry !== undefined) {
    return { ...report, at: entry.at, remedy: 'Remove its existing entry there.' };
  }
  const lists = 'cyclectl drift lists addresses with drift.';
  const candidates = differences.length > 0 ? differences.map(toAddress) : known;
  const nearest = differences.length === 0 && isKnown ? null : formatNearest(text, candidates);
  return { ...report, remedy: nearest ?? lists };
}
