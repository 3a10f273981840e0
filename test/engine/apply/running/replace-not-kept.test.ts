import { describe, expect, it } from 'vitest';
import { formatCycleFile } from '../../../../src/engine/cycle-file/order-keys.ts';
import { openRunContext } from '../../../../src/engine/run/open-run.ts';
import { exportCycle } from '../../../../src/features/authoring/cycle-files/export-cycle.ts';
import { toCycleAddress } from '../../../../src/model/address.ts';
import { hasWritten } from '../../../../src/model/plan/outcome.ts';
import { cyclePath, openFileCycle } from '../../../worlds/cases/open-file-cycle.ts';
import { listCycleWrites } from '../../../worlds/cases/replace.ts';
import { buildFile, listBuilt, openBuilt } from '../../../worlds/cases/replace-file.ts';
import type { TestFixture } from '../../../worlds/fixture.ts';
import {
  applyAll,
  listLeft,
  listReasons,
  listReported,
  planOne,
  readLive,
} from '../../../worlds/quickstart.ts';

// What the emulator does not know of a file it does not build, and answers with success (SERVICE E.2).

const address = toCycleAddress('northwind', 'contacts');
const one = ['Contacts of a file Active'];
const both = [...one, 'Contacts of a file Paused'];

function edit(fixture: TestFixture, from: string | RegExp, to: string): void {
  const text = fixture.manifests.get(cyclePath) ?? '';
  const changed = text.replace(from, to);
  expect(changed).not.toBe(text);
  fixture.manifests.set(cyclePath, changed);
}

function idOf(fixture: TestFixture, status: string): string | undefined {
  return readLive(fixture, 'northwind').cycles.find((each) => each.status === status)?.id;
}

/** What an apply says of the cycle. */
async function applyWithReport(fixture: TestFixture) {
  return listReported(await applyAll(fixture)).filter((each) => each.address === address);
}

async function planRefused(fixture: TestFixture) {
  const reasons = listReasons(await fixture.plan());
  if (reasons.length === 0) throw new Error('All of it was planned.');
  return reasons;
}

/** Writes over the file what the service has, as `cyclectl export` does. */
async function exportOver(fixture: TestFixture): Promise<void> {
  const { run } = await fixture.open();
  const looking = await openRunContext(run.context, null);
  const made = await exportCycle(looking, run.entries, { account: 'northwind', key: 'contacts' });
  if ('refused' in made) throw new Error(JSON.stringify(made.refused));
  fixture.manifests.set(cyclePath, formatCycleFile(made.document));
}

const notKept = {
  code: 'cycle-file-not-kept',
  address,
  detail: 'setting MaxRetriesOnError: 5 → 0',
};

describe('a cycle that the service does not build as its file says', () => {
  it.each<readonly [string, { from: string | RegExp; to: string; detail: string }]>([
    [
      'a setting',
      {
        from: /("MaxRetriesOnError": )0/,
        to: '$15',
        detail: 'setting MaxRetriesOnError: 5 → 0',
      },
    ],
    [
      'a key that it does not know',
      { from: '"Steps": [', to: '"New": [1],\n  "Steps": [', detail: 'setting New: [1] → nothing' },
    ],
    [
      'the kind of an edge',
      {
        from: /("CycleEdgeType": )0/,
        to: '$17',
        detail: 'edge from "List changed contacts" to "Get contact", setting CycleEdgeType: 7 → 0',
      },
    ],
    [
      'a setting of a step',
      {
        from: /("ContinueOnNullResult": )false/,
        to: '$1true',
        detail: 'step "List changed contacts", setting ContinueOnNullResult: true → false',
      },
    ],
  ])('takes the place of none: %s', async (_what, { from, to, detail }) => {
    const fixture = await openBuilt();
    const before = idOf(fixture, 'Active');
    edit(fixture, from, to);
    const since = fixture.emulator.requests().length;
    const outcomes = await applyAll(fixture);
    expect(listReported(outcomes)).toMatchObject([{ ...notKept, detail }]);
    expect(outcomes.map(hasWritten)).toEqual([true]);
    expect(listBuilt(fixture)).toEqual(both);
    expect(idOf(fixture, 'Active')).toBe(before);
    expect(listCycleWrites(fixture, since)).toEqual(['POST import']);
  });

  it('is made once, and each plan says what was not kept and what to write', async () => {
    const fixture = await openBuilt();
    edit(fixture, /("MaxRetriesOnError": )0/, '$15');
    await applyWithReport(fixture);
    const since = fixture.emulator.requests().length;
    const [refused] = await planRefused(fixture);
    expect(refused).toMatchObject(notKept);
    expect(refused?.remedy).toContain(`cyclectl export -e local ${address} --out ${cyclePath}`);
    await applyAll(fixture);
    expect(listCycleWrites(fixture, since)).toEqual([]);
    expect(listBuilt(fixture)).toEqual(both);
  });

  it('goes, and the replaced one stays, where the file says again what that one is', async () => {
    const fixture = await openBuilt();
    const before = idOf(fixture, 'Active');
    const text = fixture.manifests.get(cyclePath) ?? '';
    edit(fixture, /("MaxRetriesOnError": )0/, '$15');
    await applyWithReport(fixture);
    fixture.manifests.set(cyclePath, text);
    await applyAll(fixture);
    expect(listBuilt(fixture)).toEqual(one);
    expect(idOf(fixture, 'Active')).toBe(before);
    expect(listLeft(await fixture.plan())).toEqual([]);
  });

  it('goes too where what it was to take the place of is what was exported of it', async () => {
    const fixture = await openBuilt();
    const before = idOf(fixture, 'Active');
    edit(fixture, /("MaxRetriesOnError": )0/, '$15');
    await applyWithReport(fixture);
    await exportOver(fixture);
    await applyAll(fixture);
    expect(listBuilt(fixture)).toEqual(one);
    expect(idOf(fixture, 'Active')).toBe(before);
    expect(listLeft(await fixture.plan())).toEqual([]);
  });

  it('takes the place of the replaced one where the file says what the service keeps of it', async () => {
    const fixture = await openBuilt();
    edit(fixture, /("MaxRetriesOnError": )0/, '$15');
    edit(fixture, /("CycleStepErrorAction": )0/, '$11');
    await applyWithReport(fixture);
    const made = idOf(fixture, 'Paused');
    const since = fixture.emulator.requests().length;
    await exportOver(fixture);
    await applyAll(fixture);
    expect(listCycleWrites(fixture, since)).not.toContain('POST import');
    expect(listBuilt(fixture)).toEqual(one);
    expect(idOf(fixture, 'Active')).toBe(made);
    expect(listLeft(await fixture.plan())).toEqual([]);
  });

  it('is not started where it is the first of its entry', async () => {
    const fixture = await openFileCycle();
    edit(fixture, /("MaxRetriesOnError": )0/, '$15');
    expect(await applyWithReport(fixture)).toMatchObject([notKept]);
    expect(listBuilt(fixture)).toEqual(['Contacts of a file Paused']);
    expect(await planRefused(fixture)).toMatchObject([notKept]);
    edit(fixture, /("MaxRetriesOnError": )5/, '$10');
    await applyAll(fixture);
    expect(listBuilt(fixture)).toEqual(one);
    expect(listLeft(await fixture.plan())).toEqual([]);
  });

  it('is known as such where it could not be looked at when it was made', async () => {
    const fixture = await openBuilt();
    const before = idOf(fixture, 'Active');
    edit(fixture, /("MaxRetriesOnError": )0/, '$15');
    const planned = await fixture.plan();
    const since = fixture.emulator.requests().length;
    fixture.emulator.control.plantFaults([
      { path: '/v1.0/cycles/*/export', do: 'status', status: 403, nth: 2 },
    ]);
    const reported = listReported(await applyAll(fixture, { planned }));
    expect(reported).toMatchObject([{ code: 'request-failed', address }]);
    expect(listCycleWrites(fixture, since)).toEqual(['POST import']);
    expect(await planRefused(fixture)).toMatchObject([notKept]);
    expect(idOf(fixture, 'Active')).toBe(before);
  });

  it('is known as such where the apply died before it was noted', async () => {
    const fixture = await openBuilt();
    edit(fixture, /("MaxRetriesOnError": )0/, '$15');
    const idsBefore = [idOf(fixture, 'Active') ?? ''];
    await applyWithReport(fixture);
    const { objects } = await fixture.store.readState('northwind');
    const structure = objects.get(address)?.unproven ?? '';
    const begun = { address, kind: 'cycle', connectorIdsBefore: [], structure } as const;
    await fixture.store.update({
      account: 'northwind',
      deleteObjects: [address],
      openCreates: [{ ...begun, idsBefore, begunAt: '2026-12-01T05:00:00Z' }],
    });
    expect(await planRefused(fixture)).toMatchObject([notKept]);
    expect(listBuilt(fixture)).toEqual(both);
  });

  it('continues where it could not be looked at when it was made, and is as its file says', async () => {
    const fixture = await openBuilt();
    buildFile(fixture, 1);
    const planned = await fixture.plan();
    fixture.emulator.control.plantFaults([
      { path: '/v1.0/cycles/*/export', do: 'status', status: 403, nth: 2 },
    ]);
    await applyAll(fixture, { planned });
    expect(listBuilt(fixture)).toEqual(both);
    const since = fixture.emulator.requests().length;
    await applyAll(fixture);
    expect(listCycleWrites(fixture, since)).not.toContain('POST import');
    expect(listBuilt(fixture)).toEqual(one);
    expect(listLeft(await fixture.plan())).toEqual([]);
    const { objects } = await fixture.store.readState('northwind');
    expect(objects.get(address)).not.toHaveProperty('unproven');
  });

  it('is what the record of another form was applied to, where nothing differs', async () => {
    const fixture = await openBuilt();
    const state = await fixture.store.readState('northwind');
    const record = state.objects.get(address);
    if (record === undefined) throw new Error('It is not remembered.');
    const applied = { ...record.applied, 'from/file': { kind: 'plain', value: 'of before' } };
    await fixture.store.update({
      account: 'northwind',
      saveObjects: [{ ...record, applied } as typeof record],
    });
    const plan = await planOne(fixture, 'northwind');
    expect(plan.operations).toEqual([]);
    await applyAll(fixture);
    expect(listLeft(await fixture.plan())).toEqual([]);
  });
});
