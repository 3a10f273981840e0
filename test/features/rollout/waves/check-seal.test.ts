import { expect, it } from 'vitest';
import { Refusal } from '../../../../src/app/output/refusal.ts';
import { checkSealWith } from '../../../../src/features/rollout/waves/check-seal.ts';
import type { Signer } from '../../../../src/model/ports.ts';
import type {
  ApprovedChange,
  Rollout,
  RolloutAccount,
  RolloutAccountState,
} from '../../../../src/model/state/rollout.ts';
import { draftRollout } from '../../../support/values/make-rollout.ts';

const rollout: Rollout = {
  ...draftRollout,
  seal: '',
  admitted: 0,
  state: 'open',
};

const whole = { sign: () => '', verify: () => 'whole' } as const satisfies Signer;

function findFault(change: ApprovedChange, state: RolloutAccountState): string | null {
  const member = { account: 'north', wave: 0, from: 'a', approved: [change] } as const;
  const seal = state === 'waiting' ? {} : { stateSeal: '' };
  const account: RolloutAccount = { ...member, state, ...seal };
  const place = { directory: '.', environment: 'local' };
  try {
    checkSealWith({ signer: whole, place }, rollout, [account]);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return `${error.diagnostic.summary}. ${error.diagnostic.remedy}`;
  }
  return null;
}

const deleted = { object: 'cycles/old', path: null, before: null, after: null } as const;

it('goes no step of a rollout of an earlier version that does not record what it deletes', () => {
  for (const verb of ['delete', 'replace'] as const) {
    expect(findFault({ ...deleted, verb, loses: [] }, 'waiting')).toBeNull();
    expect(findFault({ ...deleted, verb }, 'done')).toBeNull();
    expect(findFault({ ...deleted, verb }, 'waiting')).toMatch(
      /an earlier version of cyclectl opened it.*rollout open customers .*--replace/,
    );
  }
  expect(findFault({ ...deleted, verb: 'create' }, 'waiting')).toBeNull();
});
