import { expect, it } from 'vitest';
import { openRevisions } from '../../../../src/engine/index/revisions/revisions.ts';
import type { AccountEntry } from '../../../../src/model/manifest/manifest.ts';
import { openSqliteStore } from '../../../../src/store/sqlite/open-sqlite-store.ts';
import { makeFiles } from '../../../support/values/read-manifests.ts';
import { fleet, indexTexts, texts } from '../fleet-texts.ts';

const at = '2026-11-28T12:00:00Z';
const [first = '', second = ''] = ['a', 'b'].map((each) => each.padEnd(64, '0'));

/** A fleet with a rollout whose accounts are on the first revision, and the number of reads of the store since. */
async function openRolledOut() {
  const written = `${fleet}  rollout: {waves: [{name: pilot, count: 1}]}\n`;
  const { index } = await indexTexts({ 'fleets/customers.yaml': written });
  const store = openSqliteStore({ file: ':memory:', now: () => Date.parse(at) });
  const made = { fleet: 'customers', blueprint: 'sync', files: {} };
  await store.updateRevisions({
    revisions: [first, second].map((digest) => ({ ...made, digest })),
    fleets: [{ fleet: 'customers', revision: first }],
    admissions: [{ account: 'of-second', fleet: 'customers', revision: second, at }],
  });
  const reads: unknown[] = [];
  const counted: typeof store = {
    ...store,
    readAdmissions: (accounts) => {
      reads.push(accounts);
      return store.readAdmissions(accounts);
    },
  };
  const { accounts } = index;
  const files = makeFiles({ ...texts, 'fleets/customers.yaml': written });
  const facts = { accounts, today: '2026-11-28', environment: 'prod' };
  const revisions = await openRevisions(files, counted, facts);
  reads.length = 0;
  const admit = ({ key: account }: AccountEntry) =>
    store.updateRevisions({
      admissions: [{ account, fleet: 'customers', revision: second, at }],
    });
  const [one, other] = accounts;
  if (one === undefined || other === undefined) throw new Error('no accounts');
  return { store, accounts, revisions, reads, admit, one, other };
}

it('finds once that a rollout brought an account to another revision', async () => {
  const { revisions, admit, one, other } = await openRolledOut();
  expect(await revisions.readAgain(one)).toBe(false);
  await admit(one);
  expect(revisions.findHeld(one)).toBe(first);
  expect(await revisions.readAgain(one)).toBe(true);
  expect(await revisions.readAgain(one)).toBe(false);
  expect([one, other].map((each) => revisions.findHeld(each))).toEqual([second, first]);
});

it('finds it where the rollout ended, and its fleet is on the revision', async () => {
  const { store, revisions, admit, one, other } = await openRolledOut();
  await admit(one);
  expect(await revisions.readAgain(one)).toBe(true);
  const fleets = [{ fleet: 'customers', revision: second }];
  await store.updateRevisions({ fleets, settled: ['customers'] });
  expect(await revisions.readAgain(one)).toBe(false);
  expect(await revisions.readAgain(other)).toBe(true);
});

it('asks the store once for all accounts that ask before it reads', async () => {
  const { accounts, revisions, reads, admit, one } = await openRolledOut();
  await admit(one);
  const moved = await Promise.all(accounts.map((each) => revisions.readAgain(each)));
  expect(moved).toEqual(accounts.map((each) => each === one));
  expect(reads).toEqual([accounts.map(({ key }) => key)]);
});

it('leaves revisions that a command gave as they are, and asks nothing', async () => {
  const { revisions, reads, admit, one } = await openRolledOut();
  const fleets = [{ fleet: 'customers', revision: first }];
  const given = revisions.withAdmissions({ fleets, accounts: [] });
  await admit(one);
  expect(await given.readAgain(one)).toBe(false);
  expect(given.findHeld(one)).toBe(first);
  expect(reads).toEqual([]);
});
