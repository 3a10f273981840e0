import { expect, it } from 'vitest';
import type { Fault } from '../../src/emulator/control/faults.ts';
import type { PlannedAccount } from '../../src/model/report/report.ts';
import { isTried } from '../faults/share.ts';
import type { TestFixture } from '../worlds/fixture.ts';
import {
  applyAll,
  editManifest,
  listReported,
  listWrites,
  openQuickstart,
  quickstartIds,
  readLive,
} from '../worlds/quickstart.ts';

const northwind = quickstartIds.northwind;
const ways: readonly Pick<Fault & { do: 'status' }, 'do' | 'status'>[] = [
  { do: 'status', status: 500 },
  { do: 'status', status: 403 },
];
const cuts = [{ do: 'truncate' }, { do: 'garble' }, { do: 'drop-after' }] as const;

/** Brings a workplace to where reads of every kind are made. */
const stages = {
  'nothing is there yet': async () => undefined,
  'all is there': async (fixture: TestFixture) => {
    await applyAll(fixture);
  },
  'the manifests have changed': async (fixture: TestFixture) => {
    await applyAll(fixture);
    editManifest(fixture, 'northwind', { from: 'region: emea', to: 'region: apac' });
    editManifest(fixture, 'contoso', { from: '[orders, eu]', to: '[orders]' });
  },
} as const;

it.each(Object.entries(stages))(
  'concludes nothing from a read that fails, each in turn, when %s',
  async (name, prepare) => {
    const fixture = await openQuickstart();
    await prepare(fixture);
    const turn = Object.keys(stages).indexOf(name);
    for (const [index, { path, accounts }] of (await listReads(fixture)).entries()) {
      // Each read is cut off in one way, with CHECK_FULL=1 in all of them.
      const cut = cuts.filter((_, nth) => isTried(index + nth, { turn, parts: cuts.length }));
      for (const way of [...ways, ...cut]) {
        // What 403 says of an account is an answer: it is not ours to see, and still no proof of absence.
        fixture.emulator.control.plantFaults([{ method: 'GET', path, ...way }]);
        const isRefused = 'status' in way && way.status === 403;
        await expectUntouched(fixture, { path, accounts }, isRefused);
      }
    }
    fixture.emulator.control.plantFaults([]);
  },
  240_000,
);

it('writes nothing to an account that cannot be read again before it is applied', async () => {
  const fixture = await openQuickstart();
  await applyAll(fixture);
  const idle = new Set((await listReads(fixture)).map(({ path }) => path));
  await stages['the manifests have changed'](fixture);
  const planned = await fixture.plan();
  // A plan reads whole the cycles that it edits, to name what others changed in them.
  const reads = (await listReads(fixture)).filter(({ path }) => idle.has(path) || isOfStarts(path));
  // An apply reads each account by its id; the list that a plan reads is not asked again.
  const paths = reads.map(({ path }) => path.replace(/accounts$/, `accounts/${northwind}`));
  const owned = paths.filter((_, index) => reads[index]?.accounts.has('contoso') !== true);
  expect(owned.length).toBeGreaterThan(5);
  for (const path of owned) {
    fixture.emulator.control.plantFaults([{ method: 'GET', path, do: 'status', status: 500 }]);
    const since = fixture.emulator.requests().length;
    const before = readLive(fixture, 'northwind');
    const outcomes = await fixture.apply({ planned });
    const outcome = outcomes.filter(({ account }) => account === 'northwind');
    expect(
      listReported(outcome).map(({ code }) => code),
      path,
    ).toEqual([isOfStarts(path) ? 'request-failed' : 'unread']);
    expect(readLive(fixture, 'northwind')).toEqual(before);
    const wrote = fixture.emulator
      .requests()
      .slice(since)
      .filter(({ method, account }) => method !== 'GET' && account === northwind);
    expect(wrote).toEqual([]);
  }
});

// What a cycle lacks is asked by who starts one: a plan, and an apply right before it.
function isOfStarts(path: string): boolean {
  return path.endsWith('/prerequisites');
}

// What a cycle would be made from is no matter of what is there.
function isOfMaking(path: string): boolean {
  return path.includes('/templates/') && path.endsWith('/export');
}

type Read = { readonly path: string; readonly accounts: ReadonlySet<string> };

/** The paths that a plan reads, and the keys of the accounts that need each. */
async function listReads(fixture: TestFixture): Promise<Read[]> {
  const since = fixture.emulator.requests().length;
  await fixture.plan();
  const reads = new Map<string, Set<string>>();
  for (const { method, path, account } of fixture.emulator.requests().slice(since)) {
    if (method !== 'GET') continue;
    const owner = Object.entries(quickstartIds).find(
      ([, id]) => account === id || path.endsWith(`/accounts/${id}`),
    );
    const owners = reads.get(path) ?? new Set<string>();
    for (const key of owner === undefined ? [] : [owner[0]]) owners.add(key);
    reads.set(path, owners);
  }
  return [...reads].map(([path, accounts]) => ({ path, accounts }));
}

// A plan concludes nothing from the parts that no manifest manages, and says where they are unread.
function listUnread(each: PlannedAccount): readonly string[] {
  if (each.kind === 'unplanned') return each.isUnread ? [each.account] : [];
  const { account, notices } = each.plan;
  return notices.some(({ kind }) => kind === 'part-unread') ? [account] : [];
}

// Drift alone compares the rest of a cycle whose edges or variables are refused, and counts those.
async function expectUntouched(
  fixture: TestFixture,
  { path, accounts }: Read,
  isRefused: boolean,
): Promise<void> {
  const since = fixture.emulator.requests().length;
  const planned = await fixture.plan();
  const unread = planned.flatMap(listUnread);
  expect(unread.length, `accounts that ${path} leaves unread`).toBeGreaterThan(0);
  for (const key of accounts) expect(unread, path).toContain(key);
  const drift = await fixture.drift();
  const undrifted = drift.filter((each) => each.kind === 'unread').map(({ account }) => account);
  if (isRefused && /\/(edges|variables)$/.test(path)) {
    const parts = drift.flatMap((each) => (each.kind === 'read' ? each.notices : []));
    expect(parts.map(({ kind }) => kind)).toContain('part-unread');
    expect(undrifted).toEqual([]);
  } else if (isOfMaking(path)) expect(unread).toEqual(expect.arrayContaining(undrifted));
  else expect(undrifted).toEqual(isOfStarts(path) ? [] : unread);
  expect(listWrites(fixture, since)).toEqual([]);
}
