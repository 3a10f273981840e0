import { describe, expect, it } from 'vitest';
import { listTogether } from '../../../faults/list-together.ts';
import {
  listCycles,
  listCycleWrites,
  nameTemplate,
  openReplacing,
  replaced,
  replacingWorld,
  taggedWorld,
} from '../../../worlds/cases/replace.ts';
import { PolicyRefusal } from '../../../worlds/policy-refusal.ts';
import {
  applyAll,
  editManifest,
  listLeft,
  openQuickstart,
  planOne,
  readLive,
} from '../../../worlds/quickstart.ts';

async function refusalOf(work: Promise<unknown>): Promise<readonly string[]> {
  const refused = await work.then(
    () => null,
    (error: unknown) => error,
  );
  if (!(refused instanceof PolicyRefusal)) throw new Error('It was not refused');
  return refused.diagnostics.map(({ code, remedy }) => `${code}: ${remedy}`);
}

describe('a cycle that Git makes from another template', () => {
  it('is replaced: the new one is made whole, the earlier one drained, the new one started at the same times, the earlier one deleted', async () => {
    const place = await openReplacing();
    const [before] = readLive(place, replaced.account).cycles;
    place.emulator.control.advance('50m');
    nameTemplate(place, replaced.after);
    const since = place.emulator.requests().length;
    await applyAll(place);
    const deeds = listCycleWrites(place, since);
    expect(deeds[0]).toBe('POST install');
    expect(deeds.slice(-3)).toEqual(['PUT deactivate', 'PUT activate', 'DELETE ID']);
    expect(deeds.filter((deed) => /activate|DELETE/.test(deed))).toHaveLength(3);
    expect(listCycles(place)).toEqual([`${replaced.after} Active`]);
    expect(listTogether(place.emulator.requests())).toEqual([]);
    const after = readLive(place, replaced.account).cycles.at(-1);
    const gridMs = (after?.activation?.startAtMs ?? 0) - (before?.activation?.startAtMs ?? 0);
    expect(gridMs % (15 * 60_000)).toBe(0);
    expect(after?.tags).toEqual(before?.tags);
    expect(listLeft(await place.plan())).toEqual([]);
  });

  it('is one replace in the plan, which says what is lost', async () => {
    const place = await openReplacing();
    nameTemplate(place, replaced.after);
    const { changes, notices } = await planOne(place, replaced.account);
    expect(changes).toMatchObject([
      { verb: 'replace', address: replaced.address, origin: replaced.after, impact: 'replaces' },
    ]);
    expect(changes[0]?.reasons.slice(0, 3)).toEqual([
      'runs every 15m',
      'the first run starts from the beginning',
      'the run history of the old cycle is lost',
    ]);
    expect(notices.filter(({ kind }) => kind === 'makes-way')).toEqual([]);
    expect(await place.drift()).toMatchObject([{ kind: 'read', items: [] }]);
  });

  it('counts as a delete, and needs that replacing is allowed', async () => {
    const place = await openReplacing();
    nameTemplate(place, replaced.after);
    expect(await refusalOf(place.apply())).toEqual([
      'too-many-deletes: To delete them, pass --allow-deletes 1.',
      'replace-not-allowed: Review the plan; if it is right, pass --allow-replace.',
    ]);
    expect(await refusalOf(place.apply({ allowDeletes: 2, allowReplace: true }))).toEqual([
      'deletes-differ: Review the plan; if it is right, pass --allow-deletes 1.',
    ]);
    expect(await refusalOf(place.apply({ allowDeletes: 1 }))).toHaveLength(1);
    expect(listCycles(place)).toEqual([`${replaced.before} Active`]);
  });

  it('is refused by its name where others call it, until that is allowed too', async () => {
    const place = await openQuickstart({ world: replacingWorld });
    await place.apply();
    editManifest(place, 'contoso', { from: 'Orders to Files}', to: 'Orders to Files 2}' });
    const once = { allowDeletes: 1, allowReplace: true };
    await expect(place.apply(once)).rejects.toThrow('contoso/cycles/orders-in');
    const [outcome] = await place.apply({ ...once, allowNewWebhookUrls: true });
    expect(outcome?.webhooks).toMatchObject([{ address: 'contoso/cycles/orders-in' }]);
    expect(listLeft(await place.plan())).toEqual([]);
  });
});

describe('a replaced cycle', () => {
  it('that rests, or shall rest, is not started, and goes', async () => {
    const place = await openReplacing();
    editManifest(place, replaced.account, { from: 'state: active', to: 'state: paused' });
    nameTemplate(place, replaced.after);
    const since = place.emulator.requests().length;
    await applyAll(place);
    expect(listCycles(place)).toEqual([`${replaced.after} Paused`]);
    const deeds = listCycleWrites(place, since).filter((deed) => /activate|DELETE/.test(deed));
    expect(deeds).toEqual(['PUT deactivate', 'DELETE ID']);
    nameTemplate(place, replaced.before);
    await applyAll(place);
    expect(listCycles(place)).toEqual([`${replaced.before} Paused`]);
    expect(listLeft(await place.plan())).toEqual([]);
  });

  it('whose running Git does not manage runs on as it ran', async () => {
    const place = await openReplacing();
    const lines = /\n {6}state: active\n {6}schedule: [^\n]*/;
    editManifest(place, replaced.account, { from: lines, to: '' });
    nameTemplate(place, replaced.after);
    await applyAll(place);
    expect(listCycles(place)).toEqual([`${replaced.after} Active`]);
    expect(readLive(place, replaced.account).cycles.at(-1)?.activation?.intervalMinutes).toBe(15);
    expect(listLeft(await place.plan())).toEqual([]);
  });

  it('that had its single run does not run again', async () => {
    const place = await openReplacing();
    const once = 'schedule: {once: {at: 2026-12-01T05:10:00Z}}';
    editManifest(place, replaced.account, { from: /schedule: [^\n]*/, to: once });
    await applyAll(place);
    place.emulator.control.advance('20m');
    expect(listCycles(place)).toEqual([`${replaced.before} Paused`]);
    nameTemplate(place, replaced.after);
    const since = place.emulator.requests().length;
    await applyAll(place);
    expect(listCycles(place)).toEqual([`${replaced.after} Paused`]);
    expect(listCycleWrites(place, since).filter((deed) => deed === 'PUT activate')).toEqual([]);
    expect(listLeft(await place.plan())).toEqual([]);
  });

  it('is kept where it is protected, in Git or by what was applied', async () => {
    const place = await openReplacing();
    const line = { from: '      state: active', to: '      protect: true\n      state: active' };
    editManifest(place, replaced.account, line);
    await applyAll(place);
    nameTemplate(place, replaced.after);
    const refused = async () =>
      (await place.plan()).flatMap((each) =>
        each.kind === 'unplanned' ? each.diagnostics.map(({ code }) => code) : [],
      );
    expect(await refused()).toEqual(['protected']);
    editManifest(place, replaced.account, { from: line.to, to: line.from });
    expect(await refused()).toEqual(['protected']);
  });

  it('may be told by a tag alone', async () => {
    const place = await openReplacing({ world: taggedWorld });
    const templateOf = () =>
      readLive(place, replaced.account)
        .cycles.filter(({ status }) => status === 'Active')
        .map(({ templateId }) => templateId);
    nameTemplate(place, 'Twin, tag: second');
    await applyAll(place);
    const second = templateOf();
    nameTemplate(place, 'Twin, tag: first');
    const { changes } = await planOne(place, replaced.account);
    expect(changes.map(({ verb }) => verb)).toEqual(['replace']);
    await applyAll(place);
    expect(templateOf()).toHaveLength(1);
    expect(templateOf()).not.toEqual(second);
  });

  it('takes along the connector that it alone used', async () => {
    const place = await openReplacing();
    editManifest(place, replaced.account, {
      from: /\n {4}files:[\s\S]*?\n {2}cycles:/,
      to: '\n  cycles:',
    });
    editManifest(place, replaced.account, {
      from: /from: \{template[\s\S]*$/,
      to: 'from: {template: CRM to CRM}\n      state: paused\n',
    });
    await applyAll(place);
    const { connectors } = readLive(place, replaced.account);
    expect(connectors.map(({ name }) => name)).not.toContain('files');
    expect(listLeft(await place.plan())).toEqual([]);
  });
});
