import { writeNearest } from '../../../kit/text/nearest.ts';
import {
  type Address,
  type FieldPath,
  fieldAddress,
  parseObjectAddress,
  toFieldPath,
} from '../../../model/address.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import { type AccountDiff, isLostOrigin } from '../../../model/diff/verdict.ts';
import type { SourceSpan } from '../../../model/source-span.ts';

/** What is otherwise than Git has it: a field, or without a path an object that is gone. */
export type Difference = {
  readonly address: Address;
  readonly path: FieldPath | null;
  readonly at: SourceSpan | null;
};

/** The address of a difference, as drift prints it. */
export function toAddress({ address, path }: Difference): Address {
  return path === null ? address : fieldAddress(address, path);
}

/** Those of the differences that an address means. An object stands for all of it, and not for what an account holds. */
export function findMeant<T extends Difference>(differences: readonly T[], text: string): T[] {
  const isObject = parseObjectAddress(text) !== null;
  return differences.filter((each) => {
    const address = toAddress(each);
    if (address === text || each.address === text) return true;
    return !isObject && address.startsWith(`${text}/`);
  });
}

/** Why a difference cannot be left as it is; none where it can. */
export function judgeIgnore({ address, path, at }: Difference, diff: AccountDiff): Diagnostic[] {
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
  if (path?.startsWith('from/') === true && !isOfLostOrigin({ address, path }, diff)) {
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

function isOfLostOrigin(
  { address, path }: Pick<Difference, 'address' | 'path'>,
  { cycles }: AccountDiff,
): boolean {
  const cycle = cycles.find((each) => each.address === address);
  return cycle?.verdicts.some((each) => each.path === path && isLostOrigin(each)) === true;
}

/** Says of an address that a person gave that nothing differs there. */
export function reportNothingMoved(
  text: string,
  diff: AccountDiff,
  differences: readonly Difference[],
): Diagnostic {
  const { address: account, ignores } = diff.desired;
  const entry = ignores.find(({ path }) => fieldAddress(account, toFieldPath(...path)) === text);
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
  const nearest = differences.length === 0 && isKnown ? null : writeNearest(text, candidates);
  return { ...report, remedy: nearest ?? lists };
}

function listNames({ account, connectors, cycles }: AccountDiff): readonly Address[] {
  return [account, ...connectors, ...cycles].flatMap(({ address, verdicts }) => [
    address,
    ...verdicts.map(({ path }) => fieldAddress(address, path)),
  ]);
}
