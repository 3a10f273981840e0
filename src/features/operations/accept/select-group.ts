import { count } from '../../../kit/text/text-layout.ts';
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
 * accounts, or reports which groups there are.
 */
export async function findGroup(
  found: Found,
  { environment, group }: { readonly environment: string; readonly group: string },
): Promise<{ readonly group: ChangeGroup } | { readonly unknown: Diagnostic }> {
  const groups = makeChangeGroups(environment);
  for await (const { changes } of found()) {
    for (const change of changes) groups.add(toGroupedChange(change));
  }
  const known = groups.list();
  const same = known.find(({ id }) => isSameGroup(id, group));
  return same === undefined ? { unknown: reportUnknownGroup(group, known) } : { group: same };
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

/** Groups that are named; more are counted. */
const maxNamed = 10;

// A mistyped group and one whose accounts or values changed look the same.
function reportUnknownGroup(group: string, known: readonly ChangeGroup[]): Diagnostic {
  const names = known
    .slice(0, maxNamed)
    .map(({ id, path, accounts }) => `${id} (${path}, ${count(accounts, 'account')})`);
  const more = known.length > maxNamed ? ` and ${known.length - maxNamed} more` : '';
  return reportError('accept-refused', {
    summary: `There is no group ${group} of unmanaged changes`,
    detail:
      known.length === 0
        ? 'the selected accounts have no groups of equal changes'
        : `the groups are ${names.join(', ')}${more}`,
    remedy:
      'Pass a group as cyclectl drift prints it, with the same --select. A group has another name once its accounts or values change.',
  });
}

function toGroupedChange({ address, path, was, is, parts }: AcceptedChange): GroupedChange {
  return {
    ...{ address, path, before: toShownMember(was), now: toShownMember(is) },
    ...(parts === undefined ? {} : { parts: parts.map(toDriftPart) }),
  };
}
