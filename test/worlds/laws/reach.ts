import { fieldTable, findFieldRow } from '../../../src/model/fields/fields.ts';
import type { Change } from '../../../src/model/plan/change.ts';
import type { Action } from '../../../src/model/plan/operation.ts';
import type { AccountPlan } from '../../../src/model/plan/plan.ts';

/** The verbs that each kind of object can have in a plan. */
export const kindVerbs: Readonly<Record<Change['kind'], readonly Change['verb'][]>> = {
  account: ['create', 'adopt', 'update', 'forget'],
  connector: ['create', 'adopt', 'update', 'delete', 'forget'],
  cycle: ['create', 'adopt', 'update', 'delete', 'forget'],
};
// Generated worlds have no custom categories, because a lost answer needs a person;
// custom-categories.test.ts covers them. No apply deletes an account or runs a cycle once, and
// cycle-files.test.ts covers imported cycles.
type OtherKind = 'create-category' | 'delete-account' | 'import-cycle' | 'run-cycle' | 'cancel-run';
const actions: Readonly<Record<Exclude<Action['kind'], OtherKind>, true>> = {
  'create-account': true,
  'update-account': true,
  'install-connector': true,
  'update-connector': true,
  'set-property': true,
  'delete-connector': true,
  'install-template': true,
  'update-cycle': true,
  'bind-slots': true,
  'set-variables': true,
  'set-mapping': true,
  'pause-cycle': true,
  'activate-cycle': true,
  'delete-cycle': true,
};
/** Impossible situations, with reasons. */
const unreachable: ReadonlySet<string> = new Set([
  // Of two values three sides cannot all differ.
  'account errorWebhook/enabled: both',
  'account errorWebhook/includeWarnings: both',
  'cycle state: both',
  'cycle logRequests: both',
  'cycle shareable: both',
  'cycle steps/*/launchVisible/*/*: both',
  // The service has two known words.
  'cycle errorAction: both',
]);
const movements = ['new', 'manifest', 'live', 'both'] as const;
/** A baseline tells who changed a field, so that only an object without one has these. */
const unknownMovements = ['connector', 'cycle'].map((kind) => `${kind}: unknown`);

/** Counts what the plans of a run met, so that a generator that misses something is found out. */
export class Reach {
  readonly #counts = new Map<string, number>();

  add(plan: AccountPlan): void {
    for (const change of plan.changes) {
      this.#count(`${change.kind} ${change.verb}`);
      if (change.verb !== 'create' && change.verb !== 'update') continue;
      for (const field of change.fields) {
        const row =
          field.moved === 'unknown' ? '' : ` ${findFieldRow(change.kind, field.path).path}`;
        this.#count(`${change.kind}${row}: ${field.moved}`);
      }
    }
    for (const operation of plan.operations) this.#count(`operation ${operation.action.kind}`);
  }

  /** Situations that were reached too seldom. */
  listRare(least: number): readonly string[] {
    return listGoals()
      .map((what) => ({ what, count: this.#counts.get(what) ?? 0 }))
      .filter(({ count }) => count < least)
      .map(({ what, count }) => `${count} of ${least} ${what}`);
  }

  #count(what: string): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + 1);
  }
}

function listGoals(): string[] {
  const kinds = Object.entries(kindVerbs).flatMap(([kind, each]) =>
    each.map((verb) => `${kind} ${verb}`),
  );
  const rows = fieldTable
    .filter((row) => row.writable === 'always')
    .flatMap((row) => movements.map((moved) => `${row.kind} ${row.path}: ${moved}`))
    .filter((goal) => !unreachable.has(goal));
  return [
    ...kinds,
    ...rows,
    ...unknownMovements,
    ...Object.keys(actions).map((kind) => `operation ${kind}`),
  ];
}
