import type { Address } from '../../../model/address.ts';
import type { Schedule } from '../../../model/desired/schedule.ts';
import type { CycleDiff } from '../../../model/diff/field-diff.ts';
import type { Action, Operation, Repeat } from '../../../model/plan/operation.ts';
import { toOperationId } from '../../../model/plan/operation.ts';

/** A request of a cycle before its dependencies are known. */
export type OperationDraft = {
  readonly action: Action;
  readonly does: string;
  readonly repeat: Repeat;
};

/** Drafts the request that creates a cycle. */
export function makeInstallDraft(cycle: CycleDiff): OperationDraft {
  const { source } = cycle.desired.bound;
  if (source.kind === 'file') {
    return {
      action: { kind: 'import-cycle' },
      does: `imports ${source.loaded.path}`,
      repeat: 'check-first',
    };
  }
  return {
    action: { kind: 'install-template' },
    does: `installs the template "${source.name}"`,
    repeat: 'check-first',
  };
}

/** Drafts the start of a cycle. */
export function makeActivateDraft(name: string, schedule: Schedule): OperationDraft {
  return {
    action: { kind: 'activate-cycle', schedule },
    does: `activates "${name}"`,
    repeat: 'check-first',
  };
}

/** Drafts the stop of a cycle; `restart` is the schedule for its next start, if any. */
export function makePauseDraft(name: string, restart: Schedule | null): OperationDraft {
  return {
    action: { kind: 'pause-cycle', restart },
    does: `pauses "${name}" and waits until its transactions are done`,
    repeat: 'check-first',
  };
}

/** Drafts the deletion of a stopped cycle. */
export function makeDeleteDraft(name: string): OperationDraft {
  return { action: { kind: 'delete-cycle' }, does: `deletes the cycle "${name}"`, repeat: 'safe' };
}

/** Makes operations of one object, each of which needs the one before. */
export function makeOperationChain(
  address: Address,
  drafts: readonly OperationDraft[],
  at: { readonly after: readonly string[]; readonly window: Address | null },
): Operation[] {
  const ids = drafts.map((item) => toOperationId(address, item.action));
  return drafts.map((item, index) => {
    const before = ids[index - 1];
    return {
      id: ids[index] ?? '',
      address,
      does: item.does,
      action: item.action,
      repeat: item.repeat,
      after: before === undefined ? at.after : [before],
      window: at.window,
    };
  });
}
