import type { PlannedChange } from '../../app/run/plan-change.ts';
import { readPlannedAccounts } from '../../engine/load/read-plan.ts';
import { count } from '../../kit/text/text-layout.ts';
import { type Diagnostic, reportError } from '../../model/diagnostic/diagnostic.ts';
import type { TextFile } from '../../model/ports.ts';
import type { RolloutSource } from './open-rollout-source.ts';
import { checkWayBack } from './undo/check-way-back.ts';

/** Diagnostics that refuse to open a rollout, none if it can be opened; and lines about accounts that will fail. */
type OpeningCheck = {
  readonly refused: readonly Diagnostic[];
  readonly lines: readonly string[];
};

/**
 * Checks whether a rollout can be opened with its plan. Accounts that cannot be planned have no approved
 * change and fail in their waves; a rollout of such accounts alone is refused.
 */
export async function checkOpening({
  file,
  source,
  refused,
}: Pick<PlannedChange<RolloutSource>, 'file' | 'source' | 'refused'>): Promise<OpeningCheck> {
  const found = [...(refused ?? []), ...(await checkWayBack(file, source))];
  const failing = await findFailing(file);
  if (failing.size === 0) return { refused: found, lines: [] };
  const members = source.waves.flatMap(({ name, entries }) =>
    entries.map(({ key }) => ({ key, name })),
  );
  if (members.every(({ key }) => failing.has(key))) {
    const none = reportError('rollout-refused', {
      summary: `No account of the rollout can be planned (${count(members.length, 'account')})`,
      remedy: 'Correct what the plan reports of them.',
    });
    return { refused: [...found, none], lines: [] };
  }
  const named = members.flatMap(({ key, name }) => (failing.has(key) ? [`${key} (${name})`] : []));
  const more = named.length - mostNamed;
  return {
    refused: found,
    lines: [
      `Cannot be planned, and ${named.length === 1 ? 'counts' : 'count'} as failed in the wave unless corrected before: ${named.slice(0, mostNamed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`,
    ],
  };
}

/** Most failing accounts that are named. */
const mostNamed = 10;

async function findFailing(file: TextFile): Promise<ReadonlySet<string>> {
  const failing = new Set<string>();
  for await (const planned of readPlannedAccounts(file.lines())) {
    if (planned.kind === 'unplanned') failing.add(planned.account);
    else if (planned.plan.refused !== undefined) failing.add(planned.plan.account);
  }
  return failing;
}
