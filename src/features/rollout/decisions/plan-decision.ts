import { isInProgress, type Rollout, type RolloutAccount } from '../../../model/state/rollout.ts';
import { checkRecorded } from '../gate/check-gate.ts';
import { formatMissing } from '../gate/format-gate-result.ts';
import { findWaveName, formatWaveTally } from '../waves/format-rollout.ts';
import { planStep } from '../waves/plan-step.ts';

/** A rollout as a person decided, with the entry of the history. */
export type Decision = { readonly rollout: Rollout; readonly entry: string };

/** Plans the pause of a rollout; null where none is open. */
export function planPause(latest: Rollout | null, reason: string): Decision | null {
  if (latest?.state !== 'open') return null;
  const { id, fleet } = latest;
  return {
    rollout: { ...latest, state: 'paused', pausedFor: reason },
    entry: `pause ${id} of ${fleet}: ${reason}`,
  };
}

/** Plans to open a paused rollout again; null where none is paused. */
export function planResume(latest: Rollout | null, reason: string): Decision | null {
  if (latest?.state !== 'paused') return null;
  const { pausedFor = '', ...rollout } = latest;
  const { id, fleet } = rollout;
  return {
    rollout: { ...rollout, state: 'open' },
    entry: `resume ${id} of ${fleet} (paused: ${pausedFor}): ${reason}`,
  };
}

/** Plans the stop of a rollout; null where none has steps left. */
export function planStop(latest: Rollout | null, reason: string): Decision | null {
  if (latest === null || !isInProgress(latest)) return null;
  const { id, fleet } = latest;
  return {
    rollout: { ...latest, state: 'stopped', endedFor: reason },
    entry: `stop ${id} of ${fleet}: ${reason}`,
  };
}

/**
 * Result of an approval. `before`: the wave was approved or passed already. `none`: no wave waits for its gate.
 * `other`: the wave that a person named is not the one that waits.
 */
export type Approval =
  | ({ readonly kind: 'approved'; readonly wave: string } & Decision)
  | { readonly kind: 'before'; readonly wave: string }
  | { readonly kind: 'none'; readonly why: string }
  | { readonly kind: 'other'; readonly why: string };

/** Words of an approval: its reason, the wave that the person has seen (absent: the one that waits), and the time. */
export type ApprovalWords = {
  readonly reason: string;
  readonly wave?: string | undefined;
  readonly now: string;
};

/** Plans the approval of the wave that waits for its gate. */
export function planApproval(
  latest: Rollout | null,
  accounts: readonly RolloutAccount[],
  { reason, wave, now }: ApprovalWords,
): Approval {
  if (latest === null) return { kind: 'none', why: 'no rollout is open' };
  const { id, fleet, state, waves, passed = 0, approvedWaves = 0 } = latest;
  const index = waves.findIndex(({ name }) => name === wave);
  const over = Math.max(passed, approvedWaves);
  if (wave !== undefined && index >= 0 && index < over) return { kind: 'before', wave };
  const isUnknown = wave !== undefined && index < 0;
  const unknown = isUnknown ? `there is no wave ${wave}; ` : '';
  if (state !== 'open') return { kind: 'none', why: `${unknown}the latest rollout is ${state}` };
  const step = planStep(latest, accounts);
  if (step.kind !== 'gate') return { kind: 'none', why: `${unknown}no wave waits for its gate` };
  const name = findWaveName(latest, step.wave);
  if (wave !== undefined && wave !== name) {
    const waiting = formatWaiting(latest, accounts, now);
    const other = isUnknown ? unknown : `the wave ${wave} does not wait; `;
    return { kind: 'other', why: `${other}${waiting}` };
  }
  if (step.wave < over) return { kind: 'before', wave: name };
  return {
    kind: 'approved',
    wave: name,
    rollout: { ...latest, approvedWaves: step.wave + 1 },
    entry: `approve ${id} of ${fleet}: wave ${name}: ${reason}`,
  };
}

function formatWaiting(rollout: Rollout, accounts: readonly RolloutAccount[], now: string): string {
  const { passed = 0 } = rollout;
  const tally = formatWaveTally(accounts.filter(({ wave }) => wave === passed));
  const result = checkRecorded(rollout, accounts, now);
  const missing = result?.kind === 'open' ? `; ${formatMissing(result)}` : '';
  return `the wave ${findWaveName(rollout, passed)} waits, ${tally}${missing}`;
}
