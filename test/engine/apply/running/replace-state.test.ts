import { describe, expect, it } from 'vitest';
import { listUnfinishedWork } from '../../../../src/features/operations/resume/list-unfinished-work.ts';
import type { Address } from '../../../../src/model/address.ts';
import { type AccountOutcome, isSuccess } from '../../../../src/model/plan/outcome.ts';
import { makeMortal } from '../../../faults/deaths/death.ts';
import { listTogether } from '../../../faults/list-together.ts';
import { applyRoughly } from '../../../faults/rough-apply.ts';
import {
  listCycles,
  listCycleWrites,
  nameMailer,
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
  listReasons,
  listReported,
  planOne,
  readLive,
} from '../../../worlds/quickstart.ts';

const earlier = `${replaced.address}~1` as Address;

/** Dies after the first effect of a kind, while a cycle is replaced. */
async function die(fixture: TestFixture, counted: string): Promise<void> {
  nameTemplate(fixture, replaced.after);
  expect(await applyRoughly(fixture, makeMortal(1, counted))).toBeNull();
}

async function memoryOf(fixture: TestFixture) {
  return fixture.store.readState(replaced.account);
}

describe('the replaced cycle of a replacement', () => {
  it('has a state entry under an address of its own from the first record until it is gone', async () => {
    const fixture = await openReplacing();
    const [before] = [...(await memoryOf(fixture)).objects.values()].filter(
      ({ kind }) => kind === 'cycle',
    );
    await die(fixture, 'writer installTemplate');
    const { objects, creates } = await memoryOf(fixture);
    expect(objects.get(earlier)).toEqual({ ...before, address: earlier });
    expect([...creates.keys()]).toEqual([replaced.address]);
    await applyAll(fixture);
    const after = await memoryOf(fixture);
    expect([...after.objects.keys()].filter((key) => key.includes('cycles'))).toEqual([
      replaced.address,
    ]);
    expect(after.pauses.size + after.writes.size + after.creates.size).toBe(0);
  });

  it('is no drift, and the plan says that it is replaced', async () => {
    const fixture = await openReplacing();
    await die(fixture, 'writer updateCycle');
    const { notices } = await planOne(fixture, replaced.account);
    expect(notices).toContainEqual({
      kind: 'makes-way',
      address: earlier,
      successor: replaced.address,
      isRunning: true,
    });
    const items = (await fixture.drift()).flatMap((each) =>
      each.kind === 'read' ? each.items : [],
    );
    // Of a field that was never written nobody can tell who moved it.
    expect(items.filter(({ moved }) => moved !== 'unknown')).toEqual([]);
    expect(items.filter(({ address }) => address !== replaced.address)).toEqual([]);
  });

  it('is reported by its own name if it was stopped and nothing replaced it', async () => {
    const fixture = await openReplacing();
    await die(fixture, 'writer deactivateCycle');
    const environment = { name: 'local', service: { kind: 'emulator' } } as never;
    const keys = new Set([replaced.account]);
    const work = await listUnfinishedWork({
      store: fixture.store,
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
      const fixture = await openReplacing();
      await die(fixture, `writer ${effect}`);
      await destroyIn(fixture, [replaced.address]);
      // What an install whose end is not known has made is nobody's yet.
      const left = listCycles(fixture).filter(
        (each) => effect !== 'installTemplate' || !each.includes('2 Paused'),
      );
      expect(left, effect).toEqual([]);
      await fixture.close();
    }
  });

  it('is found again by who says which one it was, after the store was lost', async () => {
    const fixture = await openReplacing();
    await die(fixture, 'writer writeMapping');
    const [running] = readLive(fixture, replaced.account).cycles.filter(
      ({ status }) => status === 'Active',
    );
    fixture.loseStore();
    const refused = listReasons(await fixture.plan());
    expect(refused).toMatchObject([{ code: 'ambiguous', address: replaced.address }]);
    expect(refused[0]?.remedy).toContain(`state settle ${replaced.address} exists ID`);
    const address = replaced.address as Address;
    await fixture.store.update({
      account: replaced.account,
      saveObjects: [
        { address, kind: 'cycle', remoteId: running?.id ?? '', applied: {}, run: null },
      ],
    });
    await applyAll(fixture);
    await applyAll(fixture);
    expect(listCycles(fixture)).toEqual([`${replaced.after} Active`]);
    expect(listTogether(fixture.emulator.requests())).toEqual([]);
    expect(listLeft(await fixture.plan())).toEqual([]);
  });
});

it('one that waits for a person to sign a connector in leaves the replaced one running until then', async () => {
  const fixture = await openReplacing();
  nameMailer(fixture);
  const since = fixture.emulator.requests().length;
  await applyAll(fixture);
  const there = ['Contacts to Files Active', 'Contacts to Mailer Paused'];
  expect(listCycles(fixture)).toEqual(there);
  expect(
    listCycleWrites(fixture, since).filter((action) => /activate|DELETE/.test(action)),
  ).toEqual([]);
  const { changes, operations, notices } = await planOne(fixture, replaced.account);
  expect({ changes, operations }).toEqual({ changes: [], operations: [] });
  expect(notices.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['makes-way', 'stays-paused', 'waits']),
  );
  fixture.emulator.control.grantConsent({ account: 'northwind-8812', connector: 'mailer' });
  await applyAll(fixture);
  expect(listCycles(fixture)).toEqual(['Contacts to Mailer Active']);
  expect(listTogether(fixture.emulator.requests())).toEqual([]);
});

it('one whose new connector others sign in leaves the replaced one running until then', async () => {
  const fixture = await openReplacing();
  nameMailer(fixture);
  editManifest(fixture, replaced.account, { from: /(mailer:[\s\S]*?)\n {6}auth: .*/, to: '$1' });
  const outcomes = await applyAll(fixture);
  const there = ['Contacts to Files Active', 'Contacts to Mailer Paused'];
  expect(listCycles(fixture)).toEqual(there);
  expect(outcomes.map(isSuccess)).toEqual([true]);
  expect(outcomes.flatMap(listWaiting)).toEqual([
    'pause-cycle northwind/cycles/contacts-to-files~1',
    'activate-cycle northwind/cycles/contacts-to-files',
    'delete-cycle northwind/cycles/contacts-to-files~1',
  ]);
  const { operations, notices } = await planOne(fixture, replaced.account);
  expect(operations).toEqual([]);
  expect(notices.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['makes-way', 'stays-paused']),
  );
  fixture.emulator.control.grantConsent({ account: 'northwind-8812', connector: 'mailer' });
  await applyAll(fixture);
  expect(listCycles(fixture)).toEqual(['Contacts to Mailer Active']);
});

function listWaiting({ outcomes }: AccountOutcome): string[] {
  return outcomes.flatMap(({ operation: { action, address }, result }) =>
    result === 'waiting' ? [`${action.kind} ${address}`] : [],
  );
}

it('one that rests stays as long as an edit of the one in its place waits for a person to sign a connector in', async () => {
  const fixture = await openReplacing();
  nameMailer(fixture);
  await applyAll(fixture);
  fixture.emulator.control.grantConsent({ account: 'northwind-8812', connector: 'mailer' });
  expect(await applyRoughly(fixture, makeMortal(1, 'writer activateCycle'))).toBeNull();
  const there = ['Contacts to Files Paused', 'Contacts to Mailer Active'];
  expect(listCycles(fixture)).toEqual(there);
  editManifest(fixture, replaced.account, {
    from: '    mailer:',
    to: '    mailer-two:\n      connector: {name: Sample Mailer}\n      auth: {oauth: {user: hq@northwind.example}}\n    mailer:',
  });
  editManifest(fixture, replaced.account, {
    from: 'state: active',
    to: 'state: active\n      connectors: {Sample Mailer: mailer-two}',
  });
  expect(listReported(await applyAll(fixture))).toEqual([]);
  expect(listCycles(fixture)).toEqual(there);
  const { changes, operations, notices } = await planOne(fixture, replaced.account);
  expect({ changes, operations }).toEqual({ changes: [], operations: [] });
  expect(notices.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['makes-way', 'edit-waits', 'waits']),
  );
  fixture.emulator.control.grantConsent({ account: 'northwind-8812', connector: 'mailer-two' });
  await applyAll(fixture);
  expect(listCycles(fixture)).toEqual(['Contacts to Mailer Active']);
});
