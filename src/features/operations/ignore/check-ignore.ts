import { formatNearest } from '../../../kit/text/nearest.ts';
import {
  type Address,
  type FieldPath,
  parseObjectAddress,
  toFieldAddress,
  toFieldPath,
} from '../../../model/address.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import { type AccountDiff, isLostOrigin } from '../../../model/diff/field-diff.ts';
import type { SourceSpan } from '../../../model/source-span.ts';

/** What is otherwise than Git has it: a field, or without a path an object that is gone. */
export type DriftDifference = {
  readonly address: Address;
  readonly path: FieldPath | null;
  readonly at: SourceSpan | null;
};

/** The address of a difference, as drift prints it. */
export function toAddress({ address, path }: DriftDifference): Address {
  return path === null ? address : toFieldAddress(address, path);
}

/** Those of the differences that an address means. An object stands for all of it, and not for what an account holds. */
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

/** Why a difference cannot be left as it is; none where it can. */
export function checkIgnore(
  { address, path, at }: DriftDifference,
  diff: AccountDiff,
): Diagnostic[] {
  const place = at === null ? {} : { at };
  const report = (summary: string, remedy: string): Diagnostic[] => [
    { code: 'not-ignored', severity: 'error', summary, ...place, address, remedy },
  ];
  if (path === null && address === diff.desired.address) {
    return report(
      'That an account is gone is not ignored: nothing of it is left to compare',
      'Remove its manifest, or let apply make it again.',
    );
  }
  if (path?.startsWith('from/') === true && !isOfReplacedCycle({ address, path }, diff)) {
    return report(
      'What a cycle is made from is not ignored: another one would be made in its place',
      'Write in its entry what it is made from by now.',
    );
  }
  const key = parseObjectAddress(address)?.key;
  const user = diff.cycles.find(({ desired: { slotKeys } }) =>
    [...slotKeys.values()].some((each) => each === key),
  );
  const isConnector = parseObjectAddress(address)?.kind === 'connector';
  if (path !== null || !isConnector || user === undefined) return [];
  return report(
    `That a connector is gone is not ignored while ${user.address} uses it`,
    'Let apply install it again, or take it out of the cycle.',
  );
}

function isOfReplacedCycle(
  { address, path }: Pick<DriftDifference, 'address' | 'path'>,
  { cycles }: AccountDiff,
): boolean {
  const cycle = cycles.find((each) => each.address === address);
  return cycle?.fields.some((each) => each.path === path && isLostOrigin(each)) === true;
}

/** Says of an address that a person gave that nothing differs there. */
export function reportNoDifference(
  text: string,
  diff: AccountDiff,
  differences: readonly DriftDifference[],
): Diagnostic {
  const { address: account, ignores } = diff.desired;
  const entry = ignores.find(({ path }) => toFieldAddress(account, toFieldPath(...path)) === text);
  const known = listNames(diff);
  const isKnown = known.includes(text as Address);
  const summary =
    isKnown || entry !== undefined
      ? `Nothing has moved at ${text}, so that there is nothing to ignore`
      : `${text} is no address of an object or field that the manifest names`;
  const report = { code: 'not-ignored', severity: 'error', summary } as const;
  if (entry !== undefined) {
    return { ...report, at: entry.at, remedy: 'Take out what stands there of it by now.' };
  }
  const lists = 'cyclectl drift lists what has moved.';
  const candidates = differences.length > 0 ? differences.map(toAddress) : known;
  const nearest = differences.length === 0 && isKnown ? null : formatNearest(text, candidates);
  return { ...report, remedy: nearest ?? lists };
}

function listNames({ account, connectors, cycles }: AccountDiff): readonly Address[] {
  return [account, ...connectors, ...cycles].flatMap(({ address, fields }) => [
    address,
    ...fields.map(({ path }) => toFieldAddress(address, path)),
  ]);
}
