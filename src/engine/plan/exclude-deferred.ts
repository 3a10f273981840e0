import type { FieldPath } from '../../model/address.ts';
import type { AccountDiff, CycleDiff, FieldDiff } from '../../model/diff/field-diff.ts';
import { decideRunning } from './running/decide-running.ts';

/** Fields of a cycle that differ and cannot be put right now. */
export type Deferral = {
  /**
   * `sign-in`: it runs, and once paused it could not start before a person has signed its connectors in.
   * `no-schedule`: it shall run, is paused, and nothing tells when to run it. `run-unknown`: nobody knows whether the
   * single run that it is to have was had.
   */
  readonly why: 'sign-in' | 'no-schedule' | 'run-unknown';
  readonly paths: readonly FieldPath[];
};

/** What of a cycle is held back, if anything is. */
export function findDeferral(cycle: CycleDiff, account: AccountDiff): Deferral | null {
  if (cycle.live === null) return null;
  const running = decideRunning(cycle, account);
  const differing = cycle.fields.filter((field) => field.isChange);
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
  // Without a schedule in the manifest the run state is left as it is (ENGINE, Pause windows).
  if (running.isRunning || running.wants !== 'active' || running.schedule !== null) return null;
  return toDeferral(
    'no-schedule',
    differing.filter((field) => field.path === 'state'),
  );
}

const ofRunning = new Set<string>(['state', 'schedule']);

function toDeferral(why: Deferral['why'], fields: readonly FieldDiff[]): Deferral | null {
  return fields.length === 0 ? null : { why, paths: fields.map((field) => field.path) };
}

/** The same findings with nothing to send for what is held back; notices say what it is. */
export function excludeDeferred(account: AccountDiff): AccountDiff {
  return {
    ...account,
    cycles: account.cycles.map((cycle) => {
      const locked = findDeferral(cycle, account);
      if (locked === null) return cycle;
      const paths = new Set(locked.paths);
      const fields = cycle.fields.map((field) =>
        paths.has(field.path) ? { ...field, isChange: false } : field,
      );
      return {
        ...cycle,
        fields,
        ...(locked.why === 'sign-in' ? { isEditWaiting: true } : {}),
      };
    }),
  };
}
