import type { Address, FieldPath } from '../../model/address.ts';
import { splitPath } from '../../model/address.ts';
import type { LiveCycle } from '../../model/live.ts';
import type { Action, Operation, Repeat } from '../../model/operation.ts';
import { toOperationId } from '../../model/operation.ts';
import type { Schedule } from '../../model/schedule.ts';
import type { AccountDiff, CycleDiff } from '../../model/verdict.ts';
import { isRetagged, judgeRunning, listEdits, needsWindow, willActivate } from './judge-running.ts';

/** One request of a cycle before it knows what it comes after. */
type Draft = { readonly action: Action; readonly does: string; readonly repeat: Repeat };

const ownPaths = new Set(['displayName', 'description', 'tags', 'retention']);

/**
 * The requests that make a cycle or bring one to what the manifest wants, in order; each needs the one
 * before it. A running cycle is edited inside a pause window: all of it, or the old values again.
 */
export function makeCycleOperations(
  cycle: CycleDiff,
  account: AccountDiff,
  after: readonly string[],
): Operation[] {
  const running = judgeRunning(cycle, account);
  const isWindow = needsWindow(cycle, running);
  const mustPause =
    isWindow || (running.isRunning && running.wants === 'paused' && running.canPause);
  const mustActivate = isWindow || willActivate(cycle, running);
  const name = cycle.desired.bound.desired.name;
  const drafts: Draft[] = [
    ...(cycle.live === null ? [draftInstall(cycle)] : []),
    ...(mustPause ? [draftPause(name, isWindow ? running.schedule : null)] : []),
    ...draftEdits(cycle, account, isRetagged(cycle, running)),
    ...(mustActivate && running.schedule !== null ? [draftActivate(name, running.schedule)] : []),
  ];
  return chain(cycle.address, drafts, { after, window: isWindow ? cycle.address : null });
}

/** The requests that remove a cycle of ours: it is stopped and drained first. */
export function makeCycleDelete(
  address: Address,
  live: LiveCycle,
  after: readonly string[],
): Operation[] {
  const drafts: Draft[] = [
    ...(live.status === 'Active' ? [draftPause(live.name, null)] : []),
    { action: { kind: 'delete-cycle' }, does: `deletes the cycle "${live.name}"`, repeat: 'safe' },
  ];
  return chain(address, drafts, { after, window: null });
}

function draftInstall(cycle: CycleDiff): Draft {
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

function draftActivate(name: string, schedule: Schedule): Draft {
  return {
    action: { kind: 'activate-cycle', schedule },
    does: `activates "${name}"`,
    repeat: 'check-first',
  };
}

function draftPause(name: string, restart: Schedule | null): Draft {
  return {
    action: { kind: 'pause-cycle', restart },
    does: `pauses "${name}" and waits until its transactions are done`,
    repeat: 'check-first',
  };
}

function draftEdits(cycle: CycleDiff, account: AccountDiff, isRetagged: boolean): Draft[] {
  // One whose making was interrupted may lack its name, or the tag that it is known by.
  const isInterrupted =
    account.memory.creates.has(cycle.address) && cycle.live?.status !== 'Active';
  const isNew = cycle.live === null || isInterrupted;
  const paths = listEdits(cycle).map((verdict) => verdict.path);
  const inRoom = (room: string): FieldPath[] => paths.filter((path) => splitPath(path)[0] === room);
  const own = paths.filter((path) => ownPaths.has(splitPath(path)[0] ?? ''));
  const slots = inRoom('connectors');
  const variables = inRoom('variables');
  return [
    ...(own.length > 0 || isRetagged || (isNew && account.capabilities.cycles)
      ? [draft({ kind: 'update-cycle', paths: own }, sayOwn(own, isNew))]
      : []),
    ...(slots.length > 0
      ? [draft({ kind: 'bind-slots', paths: slots }, 'binds its steps to the connectors')]
      : []),
    ...(variables.length > 0
      ? [draft({ kind: 'set-variables', paths: variables }, `writes ${variables.join(', ')}`)]
      : []),
    ...inRoom('steps').map((path) => {
      const slot = splitPath(path)[2] === 'parameters' ? 'parameters' : 'fields';
      return draft({ kind: 'set-mapping', slot, path }, `writes ${path}`);
    }),
  ];
}

function sayOwn(own: readonly FieldPath[], isNew: boolean): string {
  if (isNew) return 'gives it its name';
  return own.length === 0 ? 'gives it the tag of its new key' : `writes ${own.join(', ')}`;
}

function draft(action: Action, does: string): Draft {
  return { action, does, repeat: 'safe' };
}

function chain(
  address: Address,
  drafts: readonly Draft[],
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
