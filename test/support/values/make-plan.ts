import { formatPlan } from '../../../src/engine/plan/format-plan.ts';
import { makeAccountPlan } from '../../../src/engine/plan/make-account-plan.ts';
import { findRefused } from '../../../src/engine/plan/refusals/find-refused.ts';
import { makePlanCounter } from '../../../src/engine/run/planning/make-plan-counter.ts';
import { toAccountAddress } from '../../../src/model/address.ts';
import type { AccountDiff } from '../../../src/model/diff/field-diff.ts';
import { type AccountPlan, noChoices } from '../../../src/model/plan/plan.ts';
import type { PlannedAccount } from '../../../src/model/report/report.ts';
import { openSigner } from '../../../src/secrets/fingerprint-key.ts';
import { fingerprint } from './make-field-diff.ts';

// Plans of accounts, and the file that they are saved in.

/** The plan of an account that exists and has nothing to do. */
export function accountPlan(account: string, more: Partial<AccountPlan> = {}): AccountPlan {
  return {
    account,
    id: `${account}-1`,
    isNew: false,
    desired: 'd',
    secrets: [],
    expects: [],
    changes: [],
    operations: [],
    notices: [],
    notOffered: [],
    notReadable: 0,
    hasNews: false,
    ...more,
  };
}

/** The plan of a comparison, with what it refuses; fails where all of the account is refused. */
export function planDiff(diff: AccountDiff, hasNews = false): AccountPlan {
  const found = findRefused(diff);
  if (found.kind === 'account') throw new Error(JSON.stringify(found.diagnostics));
  return makeAccountPlan(diff, { refused: found.objects, hasNews, fingerprint });
}

/** An account that has one thing to say: a cycle of this name that is not ours. */
export function makeAccountWithUnmanaged(account: string, name: string): PlannedAccount {
  const notices = [{ kind: 'foreign', object: 'cycle', name } as const];
  return { kind: 'planned', plan: accountPlan(account, { notices }) };
}

/** An account that could not be read. */
export function unread(account: string): PlannedAccount {
  const summary = 'The account could not be read';
  const address = toAccountAddress(account);
  const diagnostics = [{ code: 'unread', severity: 'error', summary, address } as const];
  return { kind: 'unplanned', account, diagnostics, isUnread: true };
}

/** Signs with a key of the tests. */
export const planSigner = openSigner({ id: 'test', bytes: Buffer.alloc(32, 7) }, 'seal');

export const planHead = {
  target: { environment: 'prod', service: 'remote', address: 'https://svc.example' },
  options: noChoices,
  envelope: { createdAt: '2026-12-01T05:00:00Z', tool: 'cyclectl 0.1.0' },
} as const;

/** The file of a plan; `skipped` accounts were left out by the selection. */
export async function savePlan(accounts: readonly PlannedAccount[], skipped = 0): Promise<string> {
  async function* each() {
    yield* accounts;
  }
  const pieces: string[] = [];
  for await (const piece of formatPlan(
    { ...planHead, signer: planSigner },
    each(),
    makePlanCounter(skipped),
  ))
    pieces.push(piece);
  return pieces.join('');
}
