import { expect, it } from 'vitest';
import { listNewestAdmissions } from '../../../../src/engine/index/revisions/list-newest-admissions.ts';
import { makeRevision } from '../../../../src/engine/index/revisions/make-revision.ts';
import { openRevision } from '../../../../src/engine/index/revisions/open-revision.ts';
import { openRevisions } from '../../../../src/engine/index/revisions/revisions.ts';
import { listPastOverrides } from '../../../../src/engine/validate/fleet/list-past-overrides.ts';
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
  pinFor = null,
  environment = 'prod',
}: {
  readonly revision?: string;
  readonly until?: string;
  readonly digests?: readonly string[];
  readonly more?: string;
  /** The environment that the pin names. */
  readonly pinFor?: string | null;
  readonly environment?: string;
} = {}) {
  const named = pinFor === null ? '' : `, environment: ${pinFor}`;
  const pin = `{revision: "${revision}", reason: own migration, owner: anna, until: ${until}${named}}`;
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
  const { accounts } = index;
  const revisions = await openRevisions(files, store, { accounts, today, environment });
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

it('holds in each environment, and with the name of one only there', async () => {
  for (const [pinFor, environment, holds] of [
    [null, 'prod', true],
    [null, 'staging', true],
    ['prod', 'prod', true],
    ['prod', 'staging', false],
  ] as const) {
    const { revisions, entry, index } = await openPinned({ pinFor, environment });
    expect(revisions.findPin(entry) !== null).toBe(holds);
    expect(revisions.findDigest(entry)).toBe(holds ? makeDigest('8c1f02ab') : null);
    const past = listPastOverrides(index.accounts, '2999-12-31', environment);
    expect(past.map(({ code }) => code)).toEqual(holds ? ['pin-past'] : []);
  }
});

it('opens a revision whose fleet had a pin for an environment that is gone', async () => {
  const { files, entry, newest } = await openPinned({ pinFor: 'prod' });
  const fleetNow = entry.layering?.fleet;
  if (fleetNow == null) throw new Error('no fleet');
  const opened = await openRevision(newest, { fleet: fleetNow, files });
  expect(opened).toHaveProperty('readRow');
});

it.each([
  [
    'none',
    { revision: 'ffffffff' },
    [
      'the store has none of the fleet customers that begins with it',
      'Write one of those that it has (8c1f02ab), or remove the pin, so that the next apply takes the account along. If it is for another environment, add environment: NAME to it.',
    ],
  ],
  [
    'one of another fleet',
    { revision: '55555555', more: rollout },
    [
      'the store has none of the fleet customers that begins with it',
      'Write one of those that it has (8c1f02ab), or remove the pin, so that the next cyclectl rollout open customers takes the account along. If it is for another environment, add environment: NAME to it.',
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
      'The store has no revision of this fleet: remove the pin, so that the next apply takes the account along. If it is for another environment, add environment: NAME to it.',
    ],
  ],
  [
    'none, and it is for this environment',
    { revision: 'ffffffff', pinFor: 'prod' },
    [
      'the store has none of the fleet customers that begins with it',
      'Write one of those that it has (8c1f02ab), or remove the pin, so that the next apply takes the account along.',
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
  const { accounts: all } = index;
  const again = await openRevisions(files, store, { accounts: all, today, environment: 'prod' });
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
