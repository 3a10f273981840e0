import { describe, expect, it } from 'vitest';
import type { Effect } from '../../../src/model/observed/members.ts';
import type { AccountOutcome } from '../../../src/model/plan/outcome.ts';
import type { DriftItem } from '../../../src/model/plan/plan.ts';
import type { DriftAccount } from '../../../src/model/report/report.ts';
import {
  type AccountState,
  accountStates,
  classifyDriftAccount,
  classifyOutcome,
  classifyPlannedAccount,
  classifyValidatedAccount,
  isAttentionRequired,
} from '../../../src/reports/classify/account-rank.ts';
import {
  at,
  became,
  changeField,
  contacts,
  drifted,
  mailer,
  operation,
  plain,
  planned,
  update,
} from '../samples/samples.ts';

const waits = { kind: 'waits', address: mailer, name: 'm', user: 'it', at: at(1, 1) } as const;
const reported = { code: 'change-refused', severity: 'error', summary: 'no' } as const;
const paused = { code: 'left-paused', severity: 'error', summary: 'paused' } as const;
const value = changeField(['timezone'], [plain('a'), plain('b')]);

const read = {
  kind: 'read',
  account: 'northwind',
  at: at(1, 1),
  objects: [],
  items: [],
  manifestMoved: 0,
  isApplied: true,
  notices: [],
  ignored: [],
  notOffered: [],
  notReadable: 0,
} satisfies DriftAccount;

function outcome(more: Partial<AccountOutcome>): AccountOutcome {
  return { account: 'northwind', outcomes: [], diagnostics: [], ...more };
}

function onlyReported(effect: Effect): DriftItem {
  const unmanaged = { effect, response: 'report' } as const;
  return { ...drifted(['a'], [plain(1), plain(2)]), kind: 'unmanaged', unmanaged };
}

describe('what an account comes to', () => {
  it.each<readonly [AccountState, DriftAccount]>([
    ['clean', read],
    ['never-applied', { ...read, isApplied: false }],
    ['git-moved', { ...read, manifestMoved: 1 }],
    ['waits', { ...read, manifestMoved: 1, notices: [waits] }],
    ['drift', { ...read, items: [drifted(['a'], [plain(1), plain(2)])], notices: [waits] }],
    ['labels', { ...read, items: [onlyReported('label')] }],
    ['reported', { ...read, items: [onlyReported('label'), onlyReported('runs')] }],
    ['waits', { ...read, items: [onlyReported('runs')], notices: [waits] }],
    ['unread', { kind: 'unread', account: 'a', at: at(1, 1), diagnostics: [reported] }],
  ])('in a drift report is %s', (state, account) => {
    expect(classifyDriftAccount(account)).toBe(state);
  });

  it('in a plan follows the worst that apply would do, and a person who is waited for', () => {
    const deleted = { ...update(contacts, []), verb: 'delete', remoteId: '1' } as const;
    const moved = update(contacts, [value]);
    const interrupts = update(contacts, [value], { impact: 'interrupts' });
    expect(classifyPlannedAccount(planned([]))).toBe('clean');
    expect(classifyPlannedAccount(planned([moved]))).toBe('changes');
    expect(classifyPlannedAccount(planned([moved, interrupts]))).toBe('interrupts');
    expect(classifyPlannedAccount(planned([interrupts], [waits]))).toBe('waits');
    expect(classifyPlannedAccount(planned([interrupts, deleted], [waits]))).toBe('destroys');
    const unplanned = { kind: 'unplanned', account: 'a', diagnostics: [reported] } as const;
    expect(classifyPlannedAccount({ ...unplanned, isUnread: false })).toBe('not-planned');
    expect(classifyPlannedAccount({ ...unplanned, isUnread: true })).toBe('unread');
  });

  it('in an apply is a cycle that was left paused before all else', () => {
    const [one, two] = [operation(contacts, 'one'), operation(contacts, 'two')];
    expect(classifyOutcome(outcome({ outcomes: [became(one, 'done')] }))).toBe('done');
    expect(classifyOutcome(outcome({ outcomes: [became(one, 'waiting')] }))).toBe('waits');
    const stopped = [became(one, 'done'), became(two, 'skipped')];
    expect(classifyOutcome(outcome({ outcomes: stopped }))).toBe('stopped');
    const failed = [became(one, 'failed'), became(two, 'skipped')];
    expect(classifyOutcome(outcome({ outcomes: failed }))).toBe('failed');
    expect(classifyOutcome(outcome({ outcomes: failed, diagnostics: [paused] }))).toBe(
      'left-paused',
    );
  });

  it('in a validation is whether anything is wrong', () => {
    const account = { account: 'northwind', at: at(1, 1), diagnostics: [] };
    expect(classifyValidatedAccount(account)).toBe('clean');
    expect(classifyValidatedAccount({ ...account, diagnostics: [reported] })).toBe('invalid');
    const warning = { ...reported, severity: 'warning' } as const;
    expect(classifyValidatedAccount({ ...account, diagnostics: [warning] })).toBe('warned');
  });

  it('needs a person from left paused to waiting, and none after that', () => {
    const needing = accountStates.filter(isAttentionRequired);
    expect(needing).toEqual(accountStates.slice(0, accountStates.indexOf('interrupts')));
    expect(needing[0]).toBe('left-paused');
    expect(needing.at(-1)).toBe('waits');
  });
});
