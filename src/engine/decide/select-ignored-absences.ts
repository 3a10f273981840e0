import {
  type Address,
  parseObjectAddress,
  toFieldAddress,
  toFieldPath,
} from '../../model/address.ts';
import { isOfObject } from '../../model/desired/scope/ignored.ts';
import {
  type ComparedAccount,
  type ConnectorDiff,
  findLostBinding,
  type IgnoredAbsence,
} from '../../model/diff/field-diff.ts';

/**
 * Moves objects that are gone, and that an entry under ignore covers, out of the desired ones. A
 * connector that a cycle uses stays, because the cycle cannot run without it.
 */
export function selectIgnoredAbsences(found: ComparedAccount): ComparedAccount {
  const { ignores, address: account } = found.desired;
  const open = ignores.filter((each) => each.isOver !== true && isOfObject(each));
  if (open.length === 0 || found.part?.values === 'earlier') return found;
  const ignoredAbsences = [...found.connectors, ...found.cycles].flatMap(
    (object): IgnoredAbsence[] => {
      const isGone = object.missing === 'gone' || findLostBinding(object, found.state) !== null;
      if (!isGone || isUsed(object, found)) return [];
      const ignored = open.find(({ path }) => toAddress(account, path) === object.address);
      return ignored === undefined ? [] : [{ address: object.address, ignored }];
    },
  );
  if (ignoredAbsences.length === 0) return found;
  const left = new Set(ignoredAbsences.map(({ address }) => address));
  return {
    ...found,
    connectors: found.connectors.filter(({ address }) => !left.has(address)),
    cycles: found.cycles.filter(({ address }) => !left.has(address)),
    ignoredAbsences: [...(found.ignoredAbsences ?? []), ...ignoredAbsences],
  };
}

function toAddress(account: Address, path: readonly string[]): Address {
  return toFieldAddress(account, toFieldPath(...path));
}

function isUsed(
  { address, kind }: Pick<ConnectorDiff, 'address' | 'kind'>,
  { cycles }: ComparedAccount,
): boolean {
  const key = parseObjectAddress(address)?.key;
  return (
    kind === 'connector' &&
    cycles.some(({ desired: { slotKeys } }) => [...slotKeys.values()].some((each) => each === key))
  );
}
