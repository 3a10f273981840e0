import { fieldTable, findFieldRow } from '../../../src/model/fields/fields.ts';
import { isSuccess } from '../../../src/model/plan/outcome.ts';
import type { AccountPlan } from '../../../src/model/plan/plan.ts';
import { kindVerbs } from '../laws/reach.ts';
import { actionKinds, classifyHit, moments } from './draw-faults.ts';
import type { Evidence } from './rough-checks.ts';
import { listLost } from './rough-oracle.ts';

/** Counts what the laws met in a rough world, so that a generator that misses something is found out. */
export class RoughReach {
  readonly #counts = new Map<string, number>();

  count(what: string, times = 1): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + times);
  }

  /** Situations of an apply; only one with a fault counts. */
  addApply(plan: AccountPlan, evidence: Evidence): void {
    const hits = evidence.records.filter(({ fault }) => fault !== null);
    if (hits.length === 0) return;
    const met = hits.flatMap((hit) => classifyHit(hit) ?? []);
    for (const kind of new Set(met.map((each) => each.kind))) this.count(`operation ${kind}`);
    for (const moment of new Set(met.map((each) => each.moment))) {
      this.count(`a write is ${moment}`);
    }
    for (const change of plan.changes) {
      this.count(`${change.kind} ${change.verb}`);
      if (change.verb !== 'create' && change.verb !== 'update') continue;
      const rows = change.fields.map(({ path }) => findFieldRow(change.kind, path).path);
      for (const row of new Set(rows)) this.count(`${change.kind} ${row}`);
    }
    const outcome = evidence.outcomes.find(({ account }) => account === plan.account);
    if (outcome === undefined) return;
    const end = isSuccess(outcome) ? 'done though' : 'failed where';
    for (const moment of new Set(met.map((each) => each.moment))) {
      this.count(`law 12: ${end} a write was ${moment}`);
    }
    const [before, after] = [evidence.before, evidence.after].map(
      (all) => all.find(({ externalId }) => externalId === plan.id) ?? null,
    );
    this.count('law 5: deleted', listLost(before ?? null, after ?? null).length);
  }

  /** Situations that were reached too seldom for such a share of all stories. */
  listRare(share: number): readonly string[] {
    return listGoals()
      .map(({ what, least }) => ({ what, least: Math.ceil(share * least) }))
      .map((goal) => ({ ...goal, count: this.#counts.get(goal.what) ?? 0 }))
      .filter(({ count, least }) => count < least)
      .map(({ what, count, least }) => `${count} of ${least} ${what}`);
  }
}

// An operation, or an end of it, that seldom comes: twice as many would take twice the time of all of them.
// LAW_RUNS has more.
const leastOfOthers = 5;

const laws: readonly string[] = [
  'law 5: deleted',
  'law 5: a file is gone',
  'law 5: more than was allowed',
  'law 6: an account is unread',
  'law 6: a read is refused',
  'law 6: a read is lost',
  'law 9: a cycle is left paused',
  'law 10: a twin is refused',
  'law 10: a twin beside what is bound',
  ...['refused', 'lost before', 'lost after'].flatMap((moment) => [
    `law 12: done though a write was ${moment}`,
    `law 12: failed where a write was ${moment}`,
  ]),
  'law 12: failed where a write was ignored',
];

function listGoals(): { readonly what: string; readonly least: number }[] {
  const verbs = Object.entries(kindVerbs).flatMap(([kind, each]) =>
    each.map((verb) => `${kind} ${verb}`),
  );
  const rows = fieldTable
    .filter((row) => row.writable === 'always')
    .map((row) => `${row.kind} ${row.path}`);
  const others = [
    ...actionKinds.map((kind) => `operation ${kind}`),
    ...moments.map((moment) => `a write is ${moment}`),
    ...laws,
  ];
  return [
    ...[...verbs, ...rows].map((what) => ({ what, least: 20 })),
    ...others.map((what) => ({ what, least: leastOfOthers })),
  ];
}
