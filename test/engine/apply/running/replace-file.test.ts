import { describe, expect, it } from 'vitest';
import { toCycleAddress } from '../../../../src/model/address.ts';
import { isSuccess } from '../../../../src/model/plan/outcome.ts';
import { makeMortal } from '../../../faults/deaths/death.ts';
import { listTogether } from '../../../faults/list-together.ts';
import { applyRoughly } from '../../../faults/rough-apply.ts';
import { cyclePath } from '../../../worlds/cases/open-file-cycle.ts';
import { listCycleWrites } from '../../../worlds/cases/replace.ts';
import { buildFile, listBuilt, openBuilt } from '../../../worlds/cases/replace-file.ts';
import { adoptIn } from '../../../worlds/features/adopt-in.ts';
import type { TestFixture } from '../../../worlds/fixture.ts';
import { applyAll, editManifest, listLeft, planOne, readLive } from '../../../worlds/quickstart.ts';

const address = 'northwind/cycles/contacts';
const one = ['Contacts of a file Active'];

function liveId(fixture: TestFixture): string | undefined {
  return readLive(fixture, 'northwind').cycles.find(({ status }) => status !== 'DeleteScheduled')
    ?.id;
}

async function expectAtRest(fixture: TestFixture): Promise<void> {
  expect(listBuilt(fixture)).toEqual(one);
  expect(listLeft(await fixture.plan())).toEqual([]);
  expect(listTogether(fixture.emulator.requests())).toEqual([]);
}

describe('a cycle whose file has another structure', () => {
  it('is one replace in the plan, which says what is built otherwise and what is lost', async () => {
    const fixture = await openBuilt();
    buildFile(fixture, 1);
    const { changes } = await planOne(fixture, 'northwind');
    expect(changes).toMatchObject([
      { verb: 'replace', address, origin: cyclePath, impact: 'replaces' },
    ]);
    expect(changes[0]?.reasons).toContain(
      'different structure: setting CycleStepErrorAction: 0 → 1',
    );
    expect(changes[0]?.reasons).toContain('the run history of the old cycle is lost');
    expect(await fixture.apply().catch((error: Error) => error.message)).toMatch(/replace/);
  });

  it('is replaced by an import: the new one is whole before the replaced one is stopped', async () => {
    const fixture = await openBuilt();
    const before = liveId(fixture);
    buildFile(fixture, 1);
    const since = fixture.emulator.requests().length;
    await applyAll(fixture);
    const actions = listCycleWrites(fixture, since);
    expect(actions[0]).toBe('POST import');
    expect(actions.slice(-3)).toEqual(['PUT deactivate', 'PUT activate', 'DELETE ID']);
    expect(liveId(fixture)).not.toBe(before);
    await expectAtRest(fixture);
  });

  it('stays the one that it is where the structure is as it was, whatever of the rest has changed', async () => {
    const fixture = await openBuilt();
    const before = liveId(fixture);
    buildFile(fixture, 1);
    buildFile(fixture, 0);
    const text = fixture.manifests.get(cyclePath) ?? '';
    fixture.manifests.set(
      cyclePath,
      text.replace(/("Name": "region",\s+"Value": )"[a-z]+"/, '$1"apac"'),
    );
    await applyAll(fixture);
    expect(liveId(fixture)).toBe(before);
    await expectAtRest(fixture);
  });

  it('is replaced by one of a template where Git names one, and back', async () => {
    const fixture = await openBuilt();
    const from = `from: {file: ${cyclePath}}`;
    const to = 'from: {template: Contacts to Files}';
    editManifest(fixture, 'northwind', { from, to });
    const { changes } = await planOne(fixture, 'northwind');
    expect(changes).toMatchObject([{ verb: 'replace', origin: 'Contacts to Files' }]);
    await applyAll(fixture);
    await expectAtRest(fixture);
    const template = liveId(fixture);
    editManifest(fixture, 'northwind', { from: to, to: from });
    buildFile(fixture, 1);
    expect((await planOne(fixture, 'northwind')).changes).toMatchObject([
      { verb: 'replace', origin: cyclePath },
    ]);
    await applyAll(fixture);
    expect(liveId(fixture)).not.toBe(template);
    await expectAtRest(fixture);
  });

  it('continues as it is where its template made what a file says too', async () => {
    const fixture = await openBuilt();
    const from = `from: {file: ${cyclePath}}`;
    const to = 'from: {template: Contacts to Files}';
    editManifest(fixture, 'northwind', { from, to });
    await applyAll(fixture);
    const template = liveId(fixture);
    editManifest(fixture, 'northwind', { from: to, to: from });
    await applyAll(fixture);
    expect(liveId(fixture)).toBe(template);
    await expectAtRest(fixture);
  });

  it('that was bound without a word of its file is compared, and replaced', async () => {
    const fixture = await openBuilt();
    const remoteId = liveId(fixture) ?? '';
    fixture.loseStore();
    const found = {
      address: toCycleAddress('northwind', 'contacts'),
      kind: 'cycle',
      remoteId,
    } as const;
    const record = { ...found, applied: {}, run: null };
    await fixture.store.update({ account: 'northwind', saveObjects: [record] });
    await applyAll(fixture);
    expect(liveId(fixture)).toBe(remoteId);
    await fixture.store.update({ account: 'northwind', saveObjects: [record] });
    buildFile(fixture, 1);
    await applyAll(fixture);
    expect(liveId(fixture)).not.toBe(remoteId);
    await expectAtRest(fixture);
  });

  it('that was bound by an adopt after the store was lost is replaced by the next apply', async () => {
    const fixture = await openBuilt();
    const id = liveId(fixture) ?? '';
    fixture.loseStore();
    buildFile(fixture, 1);
    expect(await adoptIn(fixture, address, { live: id })).toMatchObject({
      bound: [{ address: 'northwind' }, { address }],
    });
    expect((await planOne(fixture, 'northwind')).changes.map(({ verb }) => verb)).toContain(
      'replace',
    );
    await applyAll(fixture);
    expect(liveId(fixture)).not.toBe(id);
    await expectAtRest(fixture);
  });
});

it('a third one takes the place of both, in one apply, where an apply died as it started the second', async () => {
  const fixture = await openBuilt();
  buildFile(fixture, 1);
  const mortal = makeMortal(1, 'writer activateCycle');
  await applyRoughly(fixture, mortal);
  expect(mortal.last()).toBe('writer activateCycle');
  buildFile(fixture, 2);
  const { changes } = await planOne(fixture, 'northwind');
  // The second is what runs, and so what is lost.
  expect(changes).toMatchObject([{ verb: 'replace' }, { verb: 'delete', address: `${address}~1` }]);
  expect(changes[0]?.reasons).toContain(
    'different structure: setting LogStepDataRequests: true → false',
  );
  expect(changes[1]?.reasons).toEqual(['another cycle has replaced it meanwhile']);
  const outcomes = await applyAll(fixture);
  expect(outcomes.every(isSuccess)).toBe(true);
  await expectAtRest(fixture);
});
