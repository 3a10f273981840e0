import { describe, expect, it } from 'vitest';
import { listUnfinishedWork } from '../../../../src/features/operations/resume/list-unfinished-work.ts';
import type { Address } from '../../../../src/model/address.ts';
import { makeMortal } from '../../../faults/deaths/death.ts';
import { listTogether } from '../../../faults/list-together.ts';
import { applyRoughly } from '../../../faults/rough-apply.ts';
import {
  listCycles,
  listCycleWrites,
  nameTemplate,
  openReplacing,
  replaced,
} from '../../../worlds/cases/replace.ts';
import { destroyIn } from '../../../worlds/features/destroy-in.ts';
import type { TestFixture } from '../../../worlds/fixture.ts';
import {
  applyAll,
  editManifest,
  listLeft,
  listReported,
  planOne,
  readLive,
} from '../../../worlds/quickstart.ts';

const earlier = `${replaced.address}~1` as Address;

/** Dies after the first effect of a kind, while a cycle is replaced. */
async function die(place: TestFixture, counted: string): Promise<void> {
  nameTemplate(place, replaced.after);
  expect(await applyRoughly(place, makeMortal(1, counted))).toBeNull();
}

async function memoryOf(place: TestFixture) {
  return place.store.readState(replaced.account);
}

describe('while a cycle is replaced, the earlier one', () => {
  it('is remembered under an address of its own from the first note on, until it is gone', async () => {
    const place = await openReplacing();
    const [before] = [...(await memoryOf(place)).objects.values()].filter(
      ({ kind }) => kind === 'cycle',
    );
    await die(place, 'writer installTemplate');
    const { objects, creates } = await memoryOf(place);
    expect(objects.get(earlier)).toEqual({ ...before, address: earlier });
    expect([...creates.keys()]).toEqual([replaced.address]);
    await applyAll(place);
    const after = await memoryOf(place);
    expect([...after.objects.keys()].filter((key) => key.includes('cycles'))).toEqual([
      replaced.address,
    ]);
    expect(after.pauses.size + after.writes.size + after.creates.size).toBe(0);
  });

  it('is no drift, and the plan says that it makes way', async () => {
    const place = await openReplacing();
    await die(place, 'writer updateCycle');
    const { notices } = await planOne(place, replaced.account);
    expect(notices).toContainEqual({
      kind: 'makes-way',
      address: earlier,
      successor: replaced.address,
      isRunning: true,
    });
    const items = (await place.drift()).flatMap((each) => (each.kind === 'read' ? each.items : []));
    // Of a field that was never written nobody can tell who moved it.
    expect(items.filter(({ moved }) => moved !== 'unknown')).toEqual([]);
    expect(items.filter(({ address }) => address !== replaced.address)).toEqual([]);
  });

  it('is told of by its own name where it was stopped and nothing has taken its place', async () => {
    const place = await openReplacing();
    await die(place, 'writer deactivateCycle');
    const environment = { name: 'local', service: { kind: 'emulator' } } as never;
    const keys = new Set([replaced.account]);
    const work = await listUnfinishedWork({
      store: place.store,
      environment,
      keys,
      isGone: () => true,
    });
    expect(work.objects).toMatchObject([
      { address: earlier, does: `stop it, to replace it with ${replaced.address}` },
    ]);
  });

  it('goes with the other one where both are destroyed', async () => {
    for (const effect of ['installTemplate', 'updateCycle', 'deactivateCycle', 'activateCycle']) {
      const place = await openReplacing();
      await die(place, `writer ${effect}`);
      await destroyIn(place, [replaced.address]);
      // What an install whose end is not known has made is nobody's yet.
      const left = listCycles(place).filter(
        (each) => effect !== 'installTemplate' || !each.includes('2 Paused'),
      );
      expect(left, effect).toEqual([]);
      await place.close();
    }
  });

  it('is found again by who says which one it was, after the store was lost', async () => {
    const place = await openReplacing();
    await die(place, 'writer writeMapping');
    const [running] = readLive(place, replaced.account).cycles.filter(
      ({ status }) => status === 'Active',
    );
    place.loseStore();
    const refused = (await place.plan()).flatMap((each) =>
      each.kind === 'unplanned' ? each.diagnostics : [],
    );
    expect(refused).toMatchObject([{ code: 'ambiguous', address: replaced.address }]);
    expect(refused[0]?.remedy).toContain(`state settle ${replaced.address} exists ID`);
    const address = replaced.address as Address;
    await place.store.update({
      account: replaced.account,
      saveObjects: [
        { address, kind: 'cycle', remoteId: running?.id ?? '', applied: {}, run: null },
      ],
    });
    await applyAll(place);
    await applyAll(place);
    expect(listCycles(place)).toEqual([`${replaced.after} Active`]);
    expect(listTogether(place.emulator.requests())).toEqual([]);
    expect(listLeft(await place.plan())).toEqual([]);
  });
});

/** Makes Git name a template whose cycle needs a person to sign a connector in. */
function nameMailer(place: TestFixture): void {
  editManifest(place, replaced.account, {
    from: '  cycles:',
    to: '    mailer:\n      connector: {name: Sample Mailer}\n      auth: {oauth: {user: it@northwind.example}}\n  cycles:',
  });
  editManifest(place, replaced.account, {
    from: /from: \{template[\s\S]*$/,
    to: 'from: {template: Contacts to Mailer}\n      state: active\n      schedule: {every: 1h}\n      steps:\n        Add subscriber:\n          fields:\n            Status: subscribed\n',
  });
}

it('one that waits for a person to sign a connector in leaves the earlier one running until then', async () => {
  const place = await openReplacing();
  nameMailer(place);
  const since = place.emulator.requests().length;
  await applyAll(place);
  const there = ['Contacts to Files Active', 'Contacts to Mailer Paused'];
  expect(listCycles(place)).toEqual(there);
  expect(listCycleWrites(place, since).filter((deed) => /activate|DELETE/.test(deed))).toEqual([]);
  const { changes, operations, notices } = await planOne(place, replaced.account);
  expect({ changes, operations }).toEqual({ changes: [], operations: [] });
  expect(notices.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['makes-way', 'stays-paused', 'waits']),
  );
  place.emulator.control.grantConsent({ account: 'northwind-8812', connector: 'mailer' });
  await applyAll(place);
  expect(listCycles(place)).toEqual(['Contacts to Mailer Active']);
  expect(listTogether(place.emulator.requests())).toEqual([]);
});

it('one that rests stays as long as an edit of the one in its place waits for a person to sign a connector in', async () => {
  const place = await openReplacing();
  nameMailer(place);
  await applyAll(place);
  place.emulator.control.grantConsent({ account: 'northwind-8812', connector: 'mailer' });
  expect(await applyRoughly(place, makeMortal(1, 'writer activateCycle'))).toBeNull();
  const there = ['Contacts to Files Paused', 'Contacts to Mailer Active'];
  expect(listCycles(place)).toEqual(there);
  editManifest(place, replaced.account, {
    from: '    mailer:',
    to: '    mailer-two:\n      connector: {name: Sample Mailer}\n      auth: {oauth: {user: hq@northwind.example}}\n    mailer:',
  });
  editManifest(place, replaced.account, {
    from: 'state: active',
    to: 'state: active\n      connectors: {Sample Mailer: mailer-two}',
  });
  expect(listReported(await applyAll(place))).toEqual([]);
  expect(listCycles(place)).toEqual(there);
  const { changes, operations, notices } = await planOne(place, replaced.account);
  expect({ changes, operations }).toEqual({ changes: [], operations: [] });
  expect(notices.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['makes-way', 'edit-waits', 'waits']),
  );
  place.emulator.control.grantConsent({ account: 'northwind-8812', connector: 'mailer-two' });
  await applyAll(place);
  expect(listCycles(place)).toEqual(['Contacts to Mailer Active']);
});
