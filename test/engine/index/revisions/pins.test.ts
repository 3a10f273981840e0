import { expect, it } from 'vitest';
import { listNewestAdmissions } from '../../../../src/engine/index/revisions/list-newest-admissions.ts';
import { makeRevision } from '../../../../src/engine/index/revisions/make-revision.ts';
import { openRevisions } from '../../../../src/engine/index/revisions/revisions.ts';
import { formatSpan } from '../../../../src/model/source-span.ts';
import type { Revision } from '../../../../src/model/state/revision.ts';
import { openSqliteStore } from '../../../../src/store/sqlite/open-sqlite-store.ts';
import { makeFiles } from '../../../support/values/read-manifests.ts';
import { fleet, indexTexts, texts } from '../fleet-texts.ts';

const at = '2026-11-28T12:00:00Z';
const today = '2026-11-28';
const rollout = '  rollout: {waves: [{name: pilot, count: 1}]}\n';

function makeDigest(first: string): string {
  return first.padEnd(64, '0');
}

function makeNamed(digest: string, name: string): Revision {
  return { digest: makeDigest(digest), fleet: name, blueprint: 'sync', files: {} };
}

/** A fleet with a pin of north-3, its accounts, and a store that has some revisions. */
async function openPinned({
  revision = '8c1f02ab',
  until = '2026-12-31',
  digests = ['8c1f02ab'],
  more = '',
}: {
  readonly revision?: string;
  readonly until?: string;
  readonly digests?: readonly string[];
  readonly more?: string;
} = {}) {
  const pin = `{revision: "${revision}", reason: own migration, owner: anna, until: ${until}}`;
  const written = `${fleet}    - {account: north-3, pin: ${pin}}\n${more}`;
  const { project, index } = await indexTexts({ 'fleets/customers.yaml': written });
  expect(index.diagnostics).toEqual([]);
  const files = makeFiles({ ...texts, 'fleets/customers.yaml': written });
  const store = openSqliteStore({ file: ':memory:', now: () => Date.parse(at) });
  const known = digests.map((digest) => makeNamed(digest, 'customers'));
  const other = makeNamed('5555555555', 'others');
  // Revisions stay in the store as long as accounts are on them.
  await store.updateRevisions({
    revisions: [...known, other],
    admissions: [...known, other].map((each) => {
      return { account: `of-${each.digest}`, fleet: each.fleet, revision: each.digest, at };
    }),
  });
  const revisions = await openRevisions(files, store, { accounts: index.accounts, today });
  const entry = index.accounts.find(({ key }) => key === 'north-3');
  const first = entry?.layering?.fleet;
  if (entry === undefined || first == null || project === null) throw new Error('no north-3');
  const newest = await makeRevision(files, first);
  return { index, files, store, revisions, entry, newest, environments: project.environments };
}

it('holds an account on the revision whose digest begins with its digits', async () => {
  const { revisions, entry, index } = await openPinned();
  expect(revisions.findDigest(entry)).toBe(makeDigest('8c1f02ab'));
  expect(revisions.findRecorded(entry)).toBeNull();
  expect(index.accounts.filter((each) => revisions.findPin(each) !== null)).toEqual([entry]);
});

it('holds on its last day, and no longer', async () => {
  const last = await openPinned({ until: today });
  expect(last.revisions.findPin(last.entry)).not.toBeNull();
  const over = await openPinned({ until: '2026-11-27' });
  expect(over.revisions.findPin(over.entry)).toBeNull();
  expect(over.revisions.findDigest(over.entry)).toBeNull();
});

it.each([
  [
    'none',
    { revision: 'ffffffff' },
    [
      'the store has none of the fleet customers that begins with it',
      'Write one of those that it has (8c1f02ab), or remove the pin, so that the next apply takes the account along.',
    ],
  ],
  [
    'one of another fleet',
    { revision: '55555555', more: rollout },
    [
      'the store has none of the fleet customers that begins with it',
      'Write one of those that it has (8c1f02ab), or remove the pin, so that the next cyclectl rollout open customers takes the account along.',
    ],
  ],
  [
    'several',
    { digests: ['8c1f02abaa', '8c1f02abbb'] },
    [
      '2 revisions of the fleet customers begin with it',
      `Write more digits: ${makeDigest('8c1f02abaa')} or ${makeDigest('8c1f02abbb')}.`,
    ],
  ],
  [
    'one of a store that is lost',
    { digests: [] },
    [
      'the store has none of the fleet customers that begins with it',
      'The store has no revision of this fleet: remove the pin, so that the next apply takes the account along.',
    ],
  ],
])('is an error of its line if its digits begin %s', async (_, pinned, [says, remedy]) => {
  const { revisions, entry, environments } = await openPinned(pinned);
  expect(revisions.isWaiting(entry)).toBe(false);
  const admitted = await revisions.findAdmitted(entry, environments);
  expect(admitted?.document).toBeNull();
  const [error, ...others] = admitted?.diagnostics ?? [];
  expect([error?.code, error?.severity, others]).toEqual(['pin-unknown', 'error', []]);
  expect(error?.at && formatSpan(error.at)).toBe('fleets/customers.yaml:11:42');
  expect(error?.summary).toContain(says);
  expect(error?.remedy).toBe(remedy);
});

it('records the accounts that it holds with the first apply, the others on the newest', async () => {
  const { index, files, store, newest, revisions } = await openPinned();
  const admitting = { files, revisions, environment: 'prod', now: at, locks: [] };
  const changes = await listNewestAdmissions(admitting, index.accounts, index.accounts);
  for (const change of changes) await store.updateRevisions(change);
  const held = { account: 'north-3', fleet: 'customers', revision: makeDigest('8c1f02ab'), at };
  const { fleets, accounts } = await store.readAdmissions();
  expect(fleets).toEqual([{ fleet: 'customers', revision: newest.digest }]);
  expect(accounts.filter((each) => each.fleet === 'customers')).toEqual([held]);
  expect(await store.listRevisions()).toContain(makeDigest('8c1f02ab'));
  const again = await openRevisions(files, store, { accounts: index.accounts, today });
  const next = { ...admitting, revisions: again };
  expect(await listNewestAdmissions(next, index.accounts, index.accounts)).toEqual([]);
});

it('records nothing but what it holds, with an apply of a fleet that has a rollout or of one account', async () => {
  for (const more of ['', rollout]) {
    const { index, files, newest, revisions, entry } = await openPinned({ more });
    const admitting = { files, revisions, environment: 'prod', now: at, locks: [] };
    const [change, ...others] = await listNewestAdmissions(admitting, [entry], index.accounts);
    expect(others).toEqual([]);
    expect(change).toEqual({
      ...(more === '' ? { revisions: [newest] } : {}),
      admissions: [
        { account: 'north-3', fleet: 'customers', revision: makeDigest('8c1f02ab'), at },
      ],
    });
  }
});
