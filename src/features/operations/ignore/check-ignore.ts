import type { Difference } from '../../../engine/diff/check-drift-addresses.ts';
import { parseObjectAddress } from '../../../model/address.ts';
import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';
import { type AccountDiff, isLostOrigin } from '../../../model/diff/field-diff.ts';

/** Refuses differences that cannot be ignored; empty otherwise. */
export function checkIgnore({ address, path, at }: Difference, diff: AccountDiff): Diagnostic[] {
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
  { address, path }: Pick<Difference, 'address' | 'path'>,
  { unmanaged = [] }: AccountDiff,
): boolean {
  return unmanaged.some((each) => each.address === address && each.path === path);
}

function isOfReplacedCycle(
  { address, path }: Pick<Difference, 'address' | 'path'>,
  { cycles }: AccountDiff,
): boolean {
  const cycle = cycles.find((each) => each.address === address);
  return cycle?.fields.some((each) => each.path === path && isLostOrigin(each)) === true;
}
