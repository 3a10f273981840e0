import { readPlannedAccounts } from '../../../engine/load/read-plan.ts';
import { count } from '../../../kit/text/text-layout.ts';
import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { Change } from '../../../model/plan/change.ts';
import type { TextFile } from '../../../model/ports.ts';
import type { RolloutSource } from '../open-rollout-source.ts';
import { listKnown } from '../waves/read-unsettled.ts';

/**
 * Checks that a rollout with `onFailure: undo` can be undone: an object that is gone, a secret that was
 * replaced, and an account without an earlier revision cannot.
 */
export async function checkWayBack(
  file: TextFile,
  source: RolloutSource,
): Promise<readonly Diagnostic[]> {
  const { onFailure, at, waves, revisions, earlier } = source;
  if (onFailure === 'stop') return [];
  const without = { replaced: 0, deleted: 0, secrets: 0 };
  for await (const planned of readPlannedAccounts(file.lines())) {
    if (planned.kind !== 'planned') continue;
    for (const change of planned.plan.changes) {
      if (change.verb === 'replace') without.replaced += 1;
      if (change.verb === 'delete') without.deleted += 1;
      without.secrets += countSecrets(change);
    }
  }
  const { replaced, deleted, secrets } = without;
  const known = listKnown(source, earlier);
  const first = waves
    .flatMap(({ entries }) => entries)
    .filter(
      (entry) => (known.get(entry.key) ?? { from: revisions.findDigest(entry) }).from === null,
    );
  const parts = [
    ...(replaced > 0 ? [`${count(replaced, 'object')} to replace`] : []),
    ...(deleted > 0 ? [`${count(deleted, 'object')} to delete`] : []),
    ...(secrets > 0 ? [`${count(secrets, 'secret')} to rotate`] : []),
    ...(first.length > 0 ? [`${count(first.length, 'account')} without an earlier revision`] : []),
  ];
  if (parts.length === 0) return [];
  return [
    reportError('rollout-one-way', {
      summary: `The rollout cannot be undone where it fails: ${parts.join(', ')}`,
      at,
      remedy: 'Write onFailure: stop for this rollout, or bring these changes in another one.',
    }),
  ];
}

function countSecrets(change: Change): number {
  return change.verb === 'update' ? change.fields.filter(({ secret }) => secret).length : 0;
}
