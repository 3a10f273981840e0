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
import { planStep, type RolloutStep } from './plan-step.ts';
import { type RecordedAdmitting, runAdmitting } from './run-admitting.ts';

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
  const opened = openWave(wave);
  await runAdmitting(request, opened);
  const { step, rollout } = wave;
  if (opened.isLeft())
    request.context.terminal.log(
      `Wrote nothing to the wave ${findWaveName(rollout, step.admitted - 1)}: the plans of more accounts failed or are held than its budget allows.`,
    );
}

/** Opens a wave: the change of its accounts, and the record of what each came to. */
export function openWave(wave: WaveRun): RecordedAdmitting<void> & Pick<OpenedAdmitting, 'isLeft'> {
  const { update, rollout: before, step, accounts, entries } = wave;
  const { fleet, revision } = before;
  const rollout = { ...before, admitted: step.admitted };
  const approvals = new Approvals(accounts);
  const name = findWaveName(rollout, step.admitted - 1);
  const admit = (members: readonly RolloutAccount[], admitted = members) => {
    const at = systemClock.now();
    const admissions = admitted.map(({ account }) => ({ account, fleet, revision, at }));
    return update({ rollout, accounts: members, admissions });
  };
  const { openSource, readStates, isLeft, readTroubles, readResult } = openAdmitting({
    entries,
    fleet,
    admissions: { fleets: [{ fleet, revision }], accounts: [] },
    choices: rollout.approved.options,
    reason: `rollout ${formatRevision(revision)} of ${fleet}, wave ${name}`,
    hold: (planned) => approvals.hold(planned),
    isTooMany: (states) => planStep(rollout, withPlanned(wave, states)).kind === 'stop',
    confirm: null,
    start: () => admit([]),
    // Durable before its first write: a plan that follows a death has the same revision.
    admit: async (key, now) => {
      const members = step.accounts.filter(({ account }) => account === key);
      const { ready } = planTurn(rollout, members, { ...wave.facts, readTime: () => now });
      if (ready.length === 0) return false;
      await admit(ready.map((each) => ({ ...each, state: 'admitted' })));
      return true;
    },
  });
  return {
    openSource,
    readTroubles,
    isLeft,
    // One that needed nothing is admitted here.
    record: () => {
      const members = listResults(wave, readStates(), readResult);
      return admit(
        members,
        members.filter(({ state }) => state === 'done'),
      );
    },
  };
}

// One that is not held or failed by its plan may yet be done.
function withPlanned({ accounts }: WaveRun, states: AdmittedStates): readonly RolloutAccount[] {
  return accounts.map((each): RolloutAccount => {
    const state = states.get(each.account);
    return state === undefined ? each : { ...each, state: state === 'done' ? 'waiting' : state };
  });
}

// The accounts that came to something; none where it was not started.
function listResults(
  { step, entries, accounts }: WaveRun,
  states: AdmittedStates | null,
  readResult: OpenedAdmitting['readResult'],
): readonly RolloutAccount[] {
  if (states === null) return [];
  const keys = new Set(entries.map(({ key }) => key));
  const gone = new Set(step.accounts.flatMap(({ account }) => (keys.has(account) ? [] : account)));
  return accounts.flatMap((each) => {
    const state = gone.has(each.account) ? 'gone' : states.get(each.account);
    if (state === undefined || state === 'waiting') return [];
    const { unverified: _, ...member } = each;
    return [{ ...member, state, ...readResult(each.account) }];
  });
}
