import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';
import {
  type ChangeGroup,
  type GroupedChange,
  isInGroup,
  isSameGroup,
  makeChangeGroups,
} from '../../../model/observed/change-groups.ts';
import type { AcceptedChange } from '../../../model/observed/unmanaged.ts';
import { toDriftPart, toShownMember } from '../../../model/observed/unmanaged.ts';
import type { FoundAcceptance } from './acceptance.ts';

type Found = () => AsyncIterable<FoundAcceptance> | Iterable<FoundAcceptance>;

/**
 * Finds a group by the members and values that its id stands for, among the changes of all read
 * accounts. Null if no group has them now.
 */
export async function findGroup(
  found: Found,
  { environment, group }: { readonly environment: string; readonly group: string },
): Promise<ChangeGroup | null> {
  const groups = makeChangeGroups(environment);
  for await (const { changes } of found()) {
    for (const change of changes) groups.add(toGroupedChange(change));
  }
  return groups.list().find(({ id }) => isSameGroup(id, group)) ?? null;
}

/** Selects the members of a group. */
export async function* selectMembers(
  found: Found,
  group: ChangeGroup,
): AsyncGenerator<FoundAcceptance, void, undefined> {
  for await (const { account, changes } of found()) {
    const members = changes.filter((change) => isInGroup(toGroupedChange(change), group));
    if (members.length > 0) yield { account, changes: members };
  }
}

/** Reports a group that is not as it was shown. */
export function reportUnknownGroup(group: string): Diagnostic {
  return reportError('accept-refused', {
    summary: `There is no group ${group} of unmanaged changes: its accounts or values are no longer those that were shown`,
    remedy: 'Run cyclectl drift with the same --select again, and pass a group as it prints it.',
  });
}

function toGroupedChange({ address, path, was, is, parts }: AcceptedChange): GroupedChange {
  return {
    ...{ address, path, before: toShownMember(was), now: toShownMember(is) },
    ...(parts === undefined ? {} : { parts: parts.map(toDriftPart) }),
  };
}
