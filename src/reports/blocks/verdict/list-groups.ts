import { count } from '../../../kit/text/text-layout.ts';
import type { FieldPath } from '../../../model/address.ts';
import type { ChangeGroup } from '../../../model/observed/change-groups.ts';
import { formatDifference } from '../words/format-field-value.ts';
import { formatPath } from '../words/format-path.ts';
import type { GroupRow } from './verdict.ts';

/** Groups that are shown; more are counted. */
const maxGroups = 20;

/** The largest groups of equal changes. */
export function listGroups(groups: readonly ChangeGroup[] = []): readonly GroupRow[] {
  return groups.slice(0, maxGroups).map(({ id, path, before, now, accounts }) => ({
    id,
    change: `*/${formatPath(path)}: ${formatDifference(path as FieldPath, before, now)}`,
    members: count(accounts, 'account'),
  }));
}

/** Counts the groups that are not shown. */
export function listFurtherGroups({ length }: readonly ChangeGroup[] = []): readonly string[] {
  const more = length - maxGroups;
  return more <= 0
    ? []
    : [`${count(more, 'further group')} of equal changes, in the report as JSON`];
}
