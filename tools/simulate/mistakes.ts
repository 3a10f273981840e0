import type { Planted } from './plant-edits.ts';

/** A mutation of the engine, and the laws that it breaks. */
export type Mistake = Planted & {
  readonly laws: readonly string[];
  /** Only worlds of this kind find it. */
  readonly of?: 'fleets' | 'rollouts';
};

/** Known mistakes; a simulation must find each by one of its laws. */
export const mistakes: readonly Mistake[] = [
  one('repeat a create', ['law 8', 'law 1'], {
    file: 'engine/apply/journal/create-once.ts',
    from: 'const looks = 2;',
    to: 'const looks = 0;',
  }),
  one('forget the restart', ['law 9', 'law 12'], {
    file: 'engine/apply/running/run-window.ts',
    from: 'const started = await startEdited(state, window.activate);',
    to: 'const started = done;',
  }),
  one('leave the cycle paused when an edit fails', ['law 9'], {
    file: 'engine/apply/running/run-window.ts',
    from: 'const isStarted = isRestored && (await startAgain(state, window));',
    to: 'const isStarted = isRestored;',
  }),
  one('restart on a new grid', ['law 9'], {
    file: 'model/desired/schedule.ts',
    from: 'return isSame ? (before.sent.startTime ?? null) : null;',
    to: 'return null;',
  }),
  one('start without reading back', ['law 9'], {
    file: 'engine/apply/running/verify-edits.ts',
    from: 'if (left.length === 0) return done;',
    to: 'if (left.length >= 0) return done;',
  }),
  one('skip a page', ['law 1', 'law 8', 'law 12', 'law 13'], {
    file: 'service/http/list-pages.ts',
    from: ': page >= pageCount;',
    to: ': true;',
  }),
  one('compare with what was sent', ['law 1', 'law 4', 'law 12'], {
    file: 'engine/diff/fields/classify-plain.ts',
    from: "if (isSame(desired, live)) return 'same';",
    to: "if (isSame(desired, applied === null ? live : applied.value)) return 'same';",
  }),
  one('trust a 200', ['law 12'], {
    file: 'engine/verify/verify-account.ts',
    from: 'if (isChanged(field)) return true;',
    to: 'if (isChanged(field)) return false;',
  }),
  one('delete what others made', ['law 5'], {
    file: 'engine/match/match-objects.ts',
    from: 'record: bound.get(live.id) ?? null',
    to: 'record: bound.get(live.id) ?? [...matching.records.values()].at(0) ?? null',
  }),
  one('delete more than was allowed', ['law 5'], {
    file: 'engine/policy/check-plan-totals.ts',
    from: 'if (refused.length > 0) return { refused };',
    to: 'if (refused.length > 99) return { refused };',
  }),
  one('adopt one of two', ['law 10'], {
    file: 'engine/match/match-objects.ts',
    from: 'if (candidates.length === 1)',
    to: 'if (candidates.length > 0)',
  }),
  one('take the unreadable for absent', ['law 6', 'law 8', 'law 1'], {
    file: 'engine/live/read-listing.ts',
    from: 'readsCycles ? reader.listCycles(account.id) : null,',
    to: 'readsCycles ? reader.listCycles(account.id).then((each) => each.ok ? each : { ok: true, value: [] }) : null,',
  }),
  one('apply a stale plan', ['law 4', 'law 12'], {
    file: 'engine/run/apply-plan.ts',
    from: 'if (moves !== null)',
    to: 'if (moves?.isDone === true)',
  }),
  one('keep a value where its fingerprint belongs', ['law 7'], {
    file: 'engine/apply/values/read-payload.ts',
    from: "applied: { kind: 'secret', written, read: null, writtenAt, origin: 'sent' },",
    to: "applied: { kind: 'plain', value: secret.reveal(), origin: 'sent' },",
  }),
  one('overwrite a secret with its mask', ['law 12', 'owners'], {
    file: 'service/connectors.ts',
    from: 'Description: write.description, AuthValue: write.authValue }',
    to: "Description: write.description, AuthValue: write.authValue ?? '********' }",
  }),
  one('edit a running cycle without a pause', ['law 1', 'law 9'], {
    file: 'engine/running/plan-run.ts',
    from: "return edits.needPause || edits.tag ? { kind: 'window', on } : leave;",
    to: "return edits.tag ? { kind: 'window', on } : leave;",
  }),
  one('start beside the replaced cycle', ['law 9'], {
    file: 'engine/running/plan-run.ts',
    from: 'const from = context.deposed.filter(isPossiblyRunning);',
    to: 'const from = context.deposed.filter(({ isWriteOpen }) => isWriteOpen);',
  }),
  one('keep a cycle running that Git pauses', ['law 12', 'law 1', 'law 9'], {
    file: 'engine/running/plan-run.ts',
    from: "if (wanted.state === 'paused') return { kind: 'stop' };",
    to: "if (wanted.state === 'paused') return leave;",
  }),
  one('pause without a note', ['law 9'], {
    file: 'engine/apply/running/stop-cycle.ts',
    from: 'if (pause !== null) await savePause(state, pause);',
    to: 'if (pause === undefined) await savePause(state, pause);',
  }),
  one('install without a note', ['law 1', 'law 8', 'fence'], {
    file: 'engine/apply/cycles/create-cycle.ts',
    from: 'await store.update({',
    to: 'void ({',
  }),
  one('ignore the fence', ['fence'], {
    file: 'engine/run/journal/lock-account.ts',
    from: 'store.update({ ...change, fence })',
    to: 'store.update(change)',
  }),
  one('write what is ignored', ['owners'], {
    file: 'engine/decide/resolve-field-owner.ts',
    from: ': resolveOwner(rules, object, path));',
    to: ": rule?.ignored === undefined ? resolveOwner(rules, object, path) : 'managed');",
  }),
  one('write what others own', ['owners'], {
    file: 'engine/decide/deciders/owned-by-others.ts',
    from: "owner === 'managed' || pendingSeed",
    to: "owner !== 'seeded' || pendingSeed",
  }),
  one('write a seeded field again', ['owners'], {
    file: 'engine/decide/deciders/owned-by-others.ts',
    from: "owner === 'managed' || pendingSeed",
    to: "owner !== 'observed' || pendingSeed",
  }),
  one('forget the rest of a seed', ['law 12'], {
    file: 'engine/decide/resolve-field-owner.ts',
    from: 'isPendingSeed(path, { live, record, isInterrupted })',
    to: 'isPendingSeed(path, { live, record: null, isInterrupted: false })',
  }),
  one('send a field without the secret beside it', ['owners', 'table'], {
    file: 'engine/decide/deciders/secret-unavailable.ts',
    from: 'return isTorn ?',
    to: 'return companions.length > 99 && isTorn ?',
  }),
  one('send the wanted value beside another field', ['owners', 'scope'], {
    file: 'engine/decide/with-companions.ts',
    from: "if (!isLeft || desired.value.kind === 'secret')",
    to: "if (!isLeft || desired.value.kind !== 'secret' || live === null)",
  }),
  one('request a single run without a note', ['single run'], {
    file: 'engine/apply/running/once/run-once.ts',
    from: 'await saveRunState(state, address, { ...run, isUnknown: true });',
    to: '',
  }),
  one('forget a cancelled single run', ['single run'], {
    file: 'engine/apply/running/once/stop-single-run.ts',
    from: '{ ...withKnownOutcome(run), isBeforeRun: true }',
    to: 'run.earlier ?? null',
  }),
  one('stop a cycle in its single run', ['single run', 'table'], {
    file: 'engine/running/plan-run.ts',
    from: "return kind === 'running-once';",
    to: "return kind === 'running-once' && kind !== 'running-once';",
  }),
  one('destroy more than was named', ['law 5', 'destroy'], {
    file: 'features/operations/destroy/match-destroy-target.ts',
    from: 'pair.record !== null && target.addresses.has(pair.record.address);',
    to: 'pair.record !== null;',
  }),
  one('save a half of a move', ['law 1', 'law 8', 'law 12'], {
    file: 'engine/run/save-moved-state.ts',
    from: 'if ([movedFrom, renamed, deposed].every(',
    to: 'if ([movedFrom, renamed].every(',
  }),
  one('move the baseline by itself', ['law 14'], {
    file: 'engine/verify/to-baseline.ts',
    from: 'const isMoved = isOfGit || isSignIn(path, is);',
    to: 'const isMoved = is !== undefined;',
  }),
  one('swallow an edit beside a write', ['law 14'], {
    file: 'engine/apply/apply-state.ts',
    from: '...toKeptBaseline(before, record),',
    to: '',
  }),
  one('take back whole objects', ['scope'], {
    file: 'model/diff/part.ts',
    from: 'return part.fields.get(address)?.has(path) === true;',
    to: 'return path !== null && part.fields.has(address);',
  }),
  ofFleets('delete at once instead of stop first', ['stop first'], {
    file: 'model/diff/unmet.ts',
    from: "live.status === 'Active' || staying?.has(address)",
    to: "live.status === 'Unknown'",
  }),
  ofFleets('start again a leaving account', ['render', 'leaving'], {
    file: 'engine/validate/layers/merge-account.ts',
    from: "if (state !== 'paused' && state !== 'leaving') return null;",
    to: "if (state !== 'paused') return null;",
  }),
  ofFleets('create a leaving account', ['leaving'], {
    file: 'engine/observe/observe-account.ts',
    from: 'if (isLeaving !== true || account !== null) return undefined;',
    to: 'if (isLeaving !== null || account !== null) return undefined;',
  }),
  ofFleets('destroy an account that stays', ['leaving', 'law 5'], {
    file: 'features/operations/destroy/select-leaving.ts',
    from: '.filter(({ isLeaving }) => isLeaving !== true)',
    to: '.filter(({ isLeaving }) => isLeaving === null)',
  }),
  ofRollouts(
    'admit the next wave without judging',
    {
      file: 'features/rollout/waves/plan-step.ts',
      from: 'if (failed !== undefined)',
      to: 'if (failed !== undefined && failed.wave > 99)',
    },
    {
      file: 'features/rollout/waves/plan-step.ts',
      from: "result === 'passed');",
      to: "result !== 'unfinished');",
    },
  ),
  ofRollouts('pass a gate without evidence', {
    file: 'features/rollout/gate/check-gate.ts',
    from: 'evidence === null || evidence.has >= evidence.needs;',
    to: 'evidence === null || evidence.has >= 0;',
  }),
  ofRollouts('leave an account in an undo', {
    file: 'features/rollout/undo/find-returning.ts',
    from: 'returning.push({ entry, on, to, member',
    to: 'if (returning.length === 0) returning.push({ entry, on, to, member',
  }),
  ofRollouts('apply before the admission is durable', {
    file: 'features/rollout/waves/apply-wave.ts',
    from: "await admit(ready.map((each) => ({ ...each, state: 'admitted' })));",
    to: "setTimeout(() => admit(ready.map((each) => ({ ...each, state: 'admitted' }))), 60_000).unref();",
  }),
  ofRollouts('admit accounts that were not begun', {
    file: 'features/rollout/waves/apply-wave.ts',
    from: 'start: () => admit([]),',
    to: "start: () => admit(step.accounts.map((each) => ({ ...each, state: 'admitted' }))),",
  }),
];

function ofRollouts(name: string, ...edits: Mistake['edits']): Mistake {
  return { name, laws: ['rollout', 'law 12', 'owners'], edits, of: 'rollouts' };
}

function ofFleets(name: string, laws: readonly string[], edit: Mistake['edits'][number]): Mistake {
  return { ...one(name, laws, edit), of: 'fleets' };
}

function one(name: string, laws: readonly string[], edit: Mistake['edits'][number]): Mistake {
  return { name, laws, edits: [edit] };
}
