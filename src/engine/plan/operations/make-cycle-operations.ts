import type { Address, FieldPath } from '../../../model/address.ts';
import { splitPath } from '../../../model/address.ts';
import type { AccountDiff, CycleDiff } from '../../../model/diff/verdict.ts';
import type { LiveCycle } from '../../../model/live/live.ts';
import type { Action, Operation } from '../../../model/plan/operation.ts';
import { judgeExchange } from '../running/judge-exchange.ts';
import {
  isRetagged,
  judgeRunning,
  listEdits,
  needsWindow,
  willActivate,
} from '../running/judge-running.ts';
import {
  chainDrafts,
  type Draft,
  draftActivate,
  draftDelete,
  draftInstall,
  draftPause,
} from './chain-drafts.ts';
import { makeExchangeOperations } from './make-exchange-operations.ts';

const ownPaths = new Set(['displayName', 'description', 'tags', 'retention']);

/**
 * The requests that make a cycle or bring one to what the manifest wants, in order; each needs the one
 * before it. A running cycle is edited inside a pause window: all of it, or the old values again. One that takes the
 * place of others is made whole first, while they run on.
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
  const judged = judgeExchange(cycle, running, account);
  // It starts when those that run in its place have stopped.
  const isExchanged = judged.kind === 'goes' && judged.stops.length > 0;
  const name = cycle.desired.bound.desired.name;
  const drafts: Draft[] = [
    ...(cycle.live === null ? [draftInstall(cycle)] : []),
    ...(mustPause ? [draftPause(name, isWindow ? running.schedule : null)] : []),
    ...draftEdits(cycle, account, isRetagged(cycle, running)),
    ...(mustActivate && !isExchanged && running.schedule !== null
      ? [draftActivate(name, running.schedule)]
      : []),
  ];
  const own = chainDrafts(cycle.address, drafts, {
    after,
    window: isWindow ? cycle.address : null,
  });
  if (judged.kind !== 'goes') return own;
  const ready = own.length === 0 ? after : own.slice(-1).map(({ id }) => id);
  const exchange = { judged, schedule: running.schedule, after: ready };
  return [...own, ...makeExchangeOperations(cycle, account, exchange)];
}

/** The requests that remove a cycle of ours: it is stopped and drained first. */
export function makeCycleDelete(
  address: Address,
  live: LiveCycle,
  after: readonly string[],
): Operation[] {
  const drafts: Draft[] = [
    ...(live.status === 'Active' ? [draftPause(live.name, null)] : []),
    draftDelete(live.name),
  ];
  return chainDrafts(address, drafts, { after, window: null });
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
