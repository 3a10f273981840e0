import { fieldTable } from '../../../src/model/fields/fields.ts';
import { kindVerbs } from '../../worlds/laws/reach.ts';
import { actionKinds, moments } from '../../worlds/rough/draw-faults.ts';
import type { Tally } from '../tally.ts';
import { listCellGoals } from './met-cells.ts';
import { findWhyUnmet } from './unmet-cells.ts';

/** How often each must be met in many worlds. */
const least = 5;

/** Situations that were reached too seldom. */
export function listRare(tally: Tally): readonly string[] {
  return listGoals()
    .map((what) => ({ what, count: tally.of(what) }))
    .filter(({ count }) => count < least)
    .map(({ what, count }) => `${count} of ${least} ${what}`);
}

/** All counts, one on each line. */
export function formatCounts(tally: Tally): string {
  const lines = Object.entries(tally.read()).map(
    ([what, count]) => `${String(count).padStart(8)} ${what}`,
  );
  return lines.join('\n');
}

function listGoals(): readonly string[] {
  const verbs = Object.entries(kindVerbs).flatMap(([kind, each]) =>
    each.map((verb) => `${kind} ${verb}`),
  );
  const rows = fieldTable
    .filter((row) => row.writable === 'always')
    .map((row) => `row ${row.kind} ${row.path}`);
  const makers = new Set(['create-account', 'install-connector', 'install-template']);
  const hits = actionKinds.flatMap((kind) =>
    moments
      .filter((moment) => moment !== 'late' || makers.has(kind))
      .map((moment) => `${kind} is ${moment}`),
  );
  const cells = listCellGoals().filter((cell) => findWhyUnmet(cell) === null);
  return [...verbs, ...rows, ...hits, ...deaths, ...others, ...cells];
}

// Right after each kind of effect.
const deaths = [
  'nothing',
  ...[
    'heartbeat',
    'saveRun',
    'saveRunAccounts',
    'acquireLock',
    'update',
    'releaseLock',
    'removeHolder',
  ].map((name) => `store ${name}`),
  ...[
    'createAccount',
    'updateAccount',
    'installConnector',
    'updateConnector',
    'createProperty',
    'updateProperty',
    'deleteConnector',
    'installTemplate',
    'updateCycle',
    'deleteCycle',
    'activateCycle',
    'deactivateCycle',
    'writeVariables',
    'writeMapping',
    'bindStep',
  ].map((name) => `writer ${name}`),
].map((effect) => `death after ${effect}`);

const others = [
  ...['status', 'delay', 'drop-before', 'drop-after', 'truncate', 'garble', 'ignore', 'lag'].map(
    (action) => `fault ${action}`,
  ),
  ...['apply', 'die', 'stop', 'resume', 'look', 'saved', 'race', 'lose', 'clock'].map(
    (fault) => `fault ${fault}`,
  ),
  ...['hand', 'edit', 'secret', 'apply'].map((between) => `law 4: ${between}`),
  ...['live', 'silent', 'unlocked'].map((kind) => `race ${kind}: all done`),
  ...['silent', 'unlocked'].map((kind) => `race ${kind}: taken while at work`),
  'race live: lock-held',
  'race live: plan-done',
  'resume: done',
  'resume: busy',
  'unlocked by a person',
  'look: unread',
  'look: read',
  'store lost',
  'law 5: one too many',
  'law 9: the grid is kept',
  'law 12: a credential is kept',
  'a list of several pages',
  'law 10: a twin is refused',
  'cycle replace',
  ...['cell', 'condition', 'state', 'row', 'line', 'blueprint', 'override', 'grace'].map(
    (step) => `fleet: ${step}`,
  ),
  ...['active at rest', 'paused at rest', 'leaving at rest', 'gone at rest', 'rendered'].map(
    (which) => `fleet: a row is ${which}`,
  ),
  'fleet: a condition leaves a running cycle out',
  'leaving: due',
  'leaving: none is due',
  'leaving: a row stays',
  ...['open done', 'done', 'stopped', 'an account is admitted', 'an account is failed'].map(
    (what) => `rollout: ${what}`,
  ),
  'rollout: others changed something',
  'rollout: death after store updateRevisions',
];
