import { systemClock } from '../../../app/ports/open-ports.ts';
import type { ProjectRequest } from '../../../app/project/open-project.ts';
import type { ChangeOptions } from '../../../app/run/change-source.ts';
import type { AccountEntry } from '../../../model/manifest/manifest.ts';
import { formatRevision } from '../../../model/state/revision.ts';
import type { Rollout, RolloutAccount, SaveRolloutChange } from '../../../model/state/rollout.ts';
import { planTurn, type TurnFacts } from '../windows/plan-turn.ts';
import { Approvals } from './approved-changes.ts';
import { findWaveName } from './format-rollout.ts';
import { type AdmittedStates, type OpenedAdmitting, openAdmitting } from './open-admitting.ts';
import type { RolloutStep } from './plan-step.ts';
import { runAdmitting } from './run-admitting.ts';

/** A wave that is applied, and all accounts of its rollout. */
export type WaveRun = {
  readonly update: SaveRolloutChange;
  readonly rollout: Rollout;
  readonly accounts: readonly RolloutAccount[];
  readonly step: Extract<RolloutStep, { readonly kind: 'apply' }>;
  readonly facts: TurnFacts;
  /** The accounts of the step in the project. */
  readonly entries: readonly AccountEntry[];
};

/**
 * Plans the accounts of a wave afresh, holds back what was not approved, admits the others to the
 * revision, applies them, and records what each came to.
 */
export async function applyWave(
  request: ProjectRequest<ChangeOptions>,
  wave: WaveRun,
): Promise<void> {
  const { openSource, record } = openWave(wave);
  await runAdmitting(request, openSource);
  await record();
}

/** Opens a wave: the change of its accounts, and the record of what each came to. */
export function openWave(
  wave: WaveRun,
): Pick<OpenedAdmitting, 'openSource'> & { readonly record: () => Promise<void> } {
  const { update, rollout, step, accounts, entries } = wave;
  const { fleet, revision } = rollout;
  const approvals = new Approvals(accounts);
  const name = findWaveName(rollout, step.admitted - 1);
  const { openSource, readStates, readTimes } = openAdmitting({
    entries,
    admissions: { fleets: [{ fleet, revision }], accounts: [] },
    choices: rollout.approved.options,
    reason: `rollout ${formatRevision(revision)} of ${fleet}, wave ${name}`,
    hold: (planned) => approvals.hold(planned),
    confirm: null,
    admit: (keys) => admit(wave, keys),
    begin: (account, now) => begin(wave, account, now),
  });
  return {
    openSource,
    record: () => {
      const members = listStates(wave, readStates(), readTimes());
      return update({
        rollout: { ...rollout, admitted: step.admitted },
        accounts: members,
        admissions: members.flatMap(({ account, state, from }) =>
          state === 'waiting' ? [{ account, fleet, revision: from, at: systemClock.now() }] : [],
        ),
      });
    },
  };
}

// The accounts with their new states; none where it was not started.
function listStates(
  { step, entries, accounts }: WaveRun,
  states: AdmittedStates | null,
  times: ReadonlyMap<string, string>,
): readonly RolloutAccount[] {
  if (states === null) return [];
  const keys = new Set(entries.map(({ key }) => key));
  const gone = new Set(step.accounts.flatMap(({ account }) => (keys.has(account) ? [] : account)));
  return accounts.flatMap((each) => {
    const found = gone.has(each.account) ? 'gone' : states.get(each.account);
    // One that had a part of the revision already stays on it.
    const state = found === 'waiting' && each.state !== 'waiting' ? 'admitted' : found;
    const appliedAt = times.get(each.account);
    if (state === undefined) return [];
    return [{ ...each, state, ...(appliedAt === undefined ? {} : { appliedAt }) }];
  });
}

// Durable before the first write: a plan that follows a death has the same revision.
async function admit(
  { update, rollout, step, accounts }: WaveRun,
  keys: ReadonlySet<string>,
): Promise<void> {
  const { fleet, revision } = rollout;
  const at = systemClock.now();
  await update({
    admissions: [...keys].map((account) => ({ account, fleet, revision, at })),
    rollout: { ...rollout, admitted: step.admitted },
    accounts: accounts
      .filter(({ account }) => keys.has(account))
      .map((each) => ({ ...each, state: 'admitted' as const })),
  });
}

// An account whose window closed since the step was planned waits as before. One that had a part of the
// revision already stays on it.
async function begin(wave: WaveRun, key: string, now: string): Promise<boolean> {
  const { rollout, step, facts, update } = wave;
  const members = step.accounts.filter(({ account }) => account === key);
  const { waiting } = planTurn(rollout, members, { ...facts, readTime: () => now });
  const [member] = waiting;
  if (member === undefined) return true;
  if (member.state === 'waiting') {
    const { fleet } = rollout;
    const at = systemClock.now();
    await update({
      admissions: [{ account: key, fleet, revision: member.from, at }],
      rollout: { ...rollout, admitted: step.admitted },
      accounts: [member],
    });
  }
  return false;
}
