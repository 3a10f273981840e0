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

function liveId(place: TestFixture): string | undefined {
  return readLive(place, 'northwind').cycles.find(({ status }) => status !== 'DeleteScheduled')?.id;
}

async function expectAtRest(place: TestFixture): Promise<void> {
  expect(listBuilt(place)).toEqual(one);
  expect(listLeft(await place.plan())).toEqual([]);
  expect(listTogether(place.emulator.requests())).toEqual([]);
}

describe('a cycle whose file has another structure', () => {
  it('is one replace in the plan, which says what is built otherwise and what is lost', async () => {
    const place = await openBuilt();
    buildFile(place, 1);
    const { changes } = await planOne(place, 'northwind');
    expect(changes).toMatchObject([
      { verb: 'replace', address, origin: cyclePath, impact: 'replaces' },
    ]);
    expect(changes[0]?.reasons).toContain(
      'different structure: setting CycleStepErrorAction: 0 → 1',
    );
    expect(changes[0]?.reasons).toContain('the run history of the old cycle is lost');
    expect(await place.apply().catch((error: Error) => error.message)).toMatch(/replace/);
  });

  it('is replaced by an import: the new one is whole before the earlier one is stopped', async () => {
    const place = await openBuilt();
    const before = liveId(place);
    buildFile(place, 1);
    const since = place.emulator.requests().length;
    await applyAll(place);
    const deeds = listCycleWrites(place, since);
    expect(deeds[0]).toBe('POST import');
    expect(deeds.slice(-3)).toEqual(['PUT deactivate', 'PUT activate', 'DELETE ID']);
    expect(liveId(place)).not.toBe(before);
    await expectAtRest(place);
  });

  it('stays the one that it is where the structure is as it was, whatever of the rest has changed', async () => {
    const place = await openBuilt();
    const before = liveId(place);
    buildFile(place, 1);
    buildFile(place, 0);
    const text = place.manifests.get(cyclePath) ?? '';
    place.manifests.set(
      cyclePath,
      text.replace(/("Name": "region",\s+"Value": )"[a-z]+"/, '$1"apac"'),
    );
    await applyAll(place);
    expect(liveId(place)).toBe(before);
    await expectAtRest(place);
  });

  it('is replaced by one of a template where Git names one, and back', async () => {
    const place = await openBuilt();
    const from = `from: {file: ${cyclePath}}`;
    const to = 'from: {template: Contacts to Files}';
    editManifest(place, 'northwind', { from, to });
    const { changes } = await planOne(place, 'northwind');
    expect(changes).toMatchObject([{ verb: 'replace', origin: 'Contacts to Files' }]);
    await applyAll(place);
    await expectAtRest(place);
    const template = liveId(place);
    editManifest(place, 'northwind', { from: to, to: from });
    buildFile(place, 1);
    expect((await planOne(place, 'northwind')).changes).toMatchObject([
      { verb: 'replace', origin: cyclePath },
    ]);
    await applyAll(place);
    expect(liveId(place)).not.toBe(template);
    await expectAtRest(place);
  });

  it('goes on as it is where its template made what a file says too', async () => {
    const place = await openBuilt();
    const from = `from: {file: ${cyclePath}}`;
    const to = 'from: {template: Contacts to Files}';
    editManifest(place, 'northwind', { from, to });
    await applyAll(place);
    const template = liveId(place);
    editManifest(place, 'northwind', { from: to, to: from });
    await applyAll(place);
    expect(liveId(place)).toBe(template);
    await expectAtRest(place);
  });

  it('that was bound without a word of its file is compared, and replaced', async () => {
    const place = await openBuilt();
    const remoteId = liveId(place) ?? '';
    place.loseStore();
    const found = {
      address: toCycleAddress('northwind', 'contacts'),
      kind: 'cycle',
      remoteId,
    } as const;
    const record = { ...found, applied: {}, run: null };
    await place.store.update({ account: 'northwind', saveObjects: [record] });
    await applyAll(place);
    expect(liveId(place)).toBe(remoteId);
    await place.store.update({ account: 'northwind', saveObjects: [record] });
    buildFile(place, 1);
    await applyAll(place);
    expect(liveId(place)).not.toBe(remoteId);
    await expectAtRest(place);
  });

  it('that was bound by an adopt after the store was lost is replaced by the next apply', async () => {
    const place = await openBuilt();
    const id = liveId(place) ?? '';
    place.loseStore();
    buildFile(place, 1);
    expect(await adoptIn(place, address, { live: id })).toMatchObject({
      bound: [{ address: 'northwind' }, { address }],
    });
    expect((await planOne(place, 'northwind')).changes.map(({ verb }) => verb)).toContain(
      'replace',
    );
    await applyAll(place);
    expect(liveId(place)).not.toBe(id);
    await expectAtRest(place);
  });
});

it('a third one takes the place of both, in one apply, where an apply died as it started the second', async () => {
  const place = await openBuilt();
  buildFile(place, 1);
  const mortal = makeMortal(1, 'writer activateCycle');
  await applyRoughly(place, mortal);
  expect(mortal.last()).toBe('writer activateCycle');
  buildFile(place, 2);
  const { changes } = await planOne(place, 'northwind');
  // The second is what runs, and so what is lost.
  expect(changes).toMatchObject([{ verb: 'replace' }, { verb: 'delete', address: `${address}~1` }]);
  expect(changes[0]?.reasons).toContain(
    'different structure: setting LogStepDataRequests: true → false',
  );
  expect(changes[1]?.reasons).toEqual(['another cycle has replaced it meanwhile']);
  const outcomes = await applyAll(place);
  expect(outcomes.every(isSuccess)).toBe(true);
  await expectAtRest(place);
});
