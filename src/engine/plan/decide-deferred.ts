import type { FieldPath } from '../../model/address.ts';
import { isChanged } from '../../model/diff/disposition.ts';
import type { AccountDiff, CycleDiff, FieldDiff } from '../../model/diff/field-diff.ts';
import { findOwnRun } from '../../model/state/own-run.ts';
import { decideRunning } from './running/decide-running.ts';

/** Fields of a cycle that differ and cannot be written now. */
export type Deferral = {
  /**
   * `sign-in`: it could not start again before a person signs in. `no-schedule`: it must run, on an
   * unknown schedule. `run-unknown`: its single run may have taken place. `single-run`: it is on one.
   */
  readonly why: 'sign-in' | 'no-schedule' | 'run-unknown' | 'single-run';
  readonly paths: readonly FieldPath[];
};

/** Finds the held-back fields of a cycle; null if there are none. */
export function findDeferral(cycle: CycleDiff, account: AccountDiff): Deferral | null {
  if (cycle.live === null) return null;
  const running = decideRunning(cycle, account);
  const differing = cycle.fields.filter(isChanged);
  if (findOwnRun(cycle) !== null) return { why: 'single-run', paths: differing.map(toPath) };
  if (running.isRunning && running.waitsFor.length > 0) {
    return toDeferral(
      'sign-in',
      differing.filter((field) => field.path !== 'from/template'),
    );
  }
  if (running.isUnknown) {
    const paths = differing.map(({ path }) => path);
    return { why: 'run-unknown', paths: paths.filter((path) => ofRunning.has(path)) };
  }
  // Without a schedule in the manifest the run state stays.
  if (running.isRunning || running.wants !== 'active' || running.schedule !== null) return null;
  return toDeferral(
    'no-schedule',
    differing.filter((field) => field.path === 'state'),
  );
}

const toPath = ({ path }: FieldDiff) => path;

const ofRunning = new Set<string>(['state', 'schedule']);

function toDeferral(why: Deferral['why'], fields: readonly FieldDiff[]): Deferral | null {
  return fields.length === 0 ? null : { why, paths: fields.map((field) => field.path) };
}

const untils = {
  'sign-in': 'sign-in',
  'no-schedule': 'schedule',
  'run-unknown': 'run-known',
  'single-run': 'run-over',
} as const;

/** Leaves held-back fields as they are; notices report them. */
export function decideDeferred(account: AccountDiff): AccountDiff {
  return {
    ...account,
    cycles: account.cycles.map((cycle) => {
      const locked = findDeferral(cycle, account);
      if (locked === null) return cycle;
      const paths = new Set(locked.paths);
      const until = untils[locked.why];
      const fields = cycle.fields.map(
        (field): FieldDiff =>
          paths.has(field.path)
            ? { ...field, disposition: { kind: 'keep', because: { kind: 'deferred', until } } }
            : field,
      );
      return {
        ...cycle,
        fields,
        ...(locked.why === 'sign-in' || locked.why === 'single-run' ? { isEditWaiting: true } : {}),
      };
    }),
  };
}
