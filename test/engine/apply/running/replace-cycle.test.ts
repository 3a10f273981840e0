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
  listReasons,
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
  it('is replaced: the new one is made whole, the replaced one drained, the new one started at the same times, the replaced one deleted', async () => {
    const fixture = await openReplacing();
    const [before] = readLive(fixture, replaced.account).cycles;
    fixture.emulator.control.advance('50m');
    nameTemplate(fixture, replaced.after);
    const since = fixture.emulator.requests().length;
    await applyAll(fixture);
    const actions = listCycleWrites(fixture, since);
    expect(actions[0]).toBe('POST install');
    expect(actions.slice(-3)).toEqual(['PUT deactivate', 'PUT activate', 'DELETE ID']);
    expect(actions.filter((action) => /activate|DELETE/.test(action))).toHaveLength(3);
    expect(listCycles(fixture)).toEqual([`${replaced.after} Active`]);
    expect(listTogether(fixture.emulator.requests())).toEqual([]);
    const after = readLive(fixture, replaced.account).cycles.at(-1);
    const gridMs = (after?.activation?.startAtMs ?? 0) - (before?.activation?.startAtMs ?? 0);
    expect(gridMs % (15 * 60_000)).toBe(0);
    expect(after?.tags).toEqual(before?.tags);
    expect(listLeft(await fixture.plan())).toEqual([]);
  });

  it('is one replace in the plan, which says what is lost', async () => {
    const fixture = await openReplacing();
    nameTemplate(fixture, replaced.after);
    const { changes, notices } = await planOne(fixture, replaced.account);
    expect(changes).toMatchObject([
      { verb: 'replace', address: replaced.address, origin: replaced.after, impact: 'replaces' },
    ]);
    expect(changes[0]?.reasons.slice(0, 3)).toEqual([
      'runs every 15m',
      'the first run starts from the beginning',
      'the run history of the old cycle is lost',
    ]);
    expect(notices.filter(({ kind }) => kind === 'makes-way')).toEqual([]);
    expect(await fixture.drift()).toMatchObject([{ kind: 'read', items: [] }]);
  });

  it('counts as a delete, and needs that replacing is allowed', async () => {
    const fixture = await openReplacing();
    nameTemplate(fixture, replaced.after);
    expect(await refusalOf(fixture.apply())).toEqual([
      'too-many-deletes: To delete them, pass --allow-deletes 1.',
      'replace-not-allowed: Review the plan; if it is right, pass --allow-replace.',
    ]);
    expect(await refusalOf(fixture.apply({ allowDeletes: 2, allowReplace: true }))).toEqual([
      'deletes-differ: Review the plan; if it is right, pass --allow-deletes 1.',
    ]);
    expect(await refusalOf(fixture.apply({ allowDeletes: 1 }))).toHaveLength(1);
    expect(listCycles(fixture)).toEqual([`${replaced.before} Active`]);
  });

  it('is refused by its name where others call it, until that is allowed too', async () => {
    const fixture = await openQuickstart({ world: replacingWorld });
    await fixture.apply();
    editManifest(fixture, 'contoso', { from: 'Orders to Files}', to: 'Orders to Files 2}' });
    const once = { allowDeletes: 1, allowReplace: true };
    await expect(fixture.apply(once)).rejects.toThrow('contoso/cycles/orders-in');
    const [outcome] = await fixture.apply({ ...once, allowNewWebhookUrls: true });
    expect(outcome?.webhooks).toMatchObject([{ address: 'contoso/cycles/orders-in' }]);
    expect(listLeft(await fixture.plan())).toEqual([]);
  });
});

describe('a replaced cycle', () => {
  it('that rests, or must rest, is not started, and goes', async () => {
    const fixture = await openReplacing();
    editManifest(fixture, replaced.account, { from: 'state: active', to: 'state: paused' });
    nameTemplate(fixture, replaced.after);
    const since = fixture.emulator.requests().length;
    await applyAll(fixture);
    expect(listCycles(fixture)).toEqual([`${replaced.after} Paused`]);
    const actions = listCycleWrites(fixture, since).filter((action) =>
      /activate|DELETE/.test(action),
    );
    expect(actions).toEqual(['PUT deactivate', 'DELETE ID']);
    nameTemplate(fixture, replaced.before);
    await applyAll(fixture);
    expect(listCycles(fixture)).toEqual([`${replaced.before} Paused`]);
    expect(listLeft(await fixture.plan())).toEqual([]);
  });

  it('whose running Git does not manage runs on as it ran', async () => {
    const fixture = await openReplacing();
    const lines = /\n {6}state: active\n {6}schedule: [^\n]*/;
    editManifest(fixture, replaced.account, { from: lines, to: '' });
    nameTemplate(fixture, replaced.after);
    await applyAll(fixture);
    expect(listCycles(fixture)).toEqual([`${replaced.after} Active`]);
    expect(readLive(fixture, replaced.account).cycles.at(-1)?.activation?.intervalMinutes).toBe(15);
    expect(listLeft(await fixture.plan())).toEqual([]);
  });

  it('is kept where it is protected, in Git or by what was applied', async () => {
    const fixture = await openReplacing();
    const line = { from: '      state: active', to: '      protect: true\n      state: active' };
    editManifest(fixture, replaced.account, line);
    await applyAll(fixture);
    nameTemplate(fixture, replaced.after);
    const refused = async () => listReasons(await fixture.plan()).map(({ code }) => code);
    expect(await refused()).toEqual(['protected']);
    editManifest(fixture, replaced.account, { from: line.to, to: line.from });
    expect(await refused()).toEqual(['protected']);
  });

  it('may be recognized by a tag alone', async () => {
    const fixture = await openReplacing({ world: taggedWorld });
    const templateOf = () =>
      readLive(fixture, replaced.account)
        .cycles.filter(({ status }) => status === 'Active')
        .map(({ templateId }) => templateId);
    nameTemplate(fixture, 'Twin, tag: second');
    await applyAll(fixture);
    const second = templateOf();
    nameTemplate(fixture, 'Twin, tag: first');
    const { changes } = await planOne(fixture, replaced.account);
    expect(changes.map(({ verb }) => verb)).toEqual(['replace']);
    await applyAll(fixture);
    expect(templateOf()).toHaveLength(1);
    expect(templateOf()).not.toEqual(second);
  });

  it('takes along the connector that it alone used', async () => {
    const fixture = await openReplacing();
    editManifest(fixture, replaced.account, {
      from: /\n {4}files:[\s\S]*?\n {2}cycles:/,
      to: '\n  cycles:',
    });
    editManifest(fixture, replaced.account, {
      from: /from: \{template[\s\S]*$/,
      to: 'from: {template: CRM to CRM}\n      state: paused\n',
    });
    await applyAll(fixture);
    const { connectors } = readLive(fixture, replaced.account);
    expect(connectors.map(({ name }) => name)).not.toContain('files');
    expect(listLeft(await fixture.plan())).toEqual([]);
  });
});
