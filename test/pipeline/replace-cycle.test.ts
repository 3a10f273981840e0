import { describe, expect, it } from 'vitest';
import { listTogether } from '../faults/judge-alone.ts';
import {
  applyAll,
  editManifest,
  listLeft,
  openQuickstart,
  planOne,
  readLive,
} from '../worlds/quickstart.ts';
import { nameTemplate, openReplacing, replaced, replacingWorld } from '../worlds/replace.ts';
import { PolicyRefusal, type TestWorkplace } from '../worlds/workplace.ts';

/** The cycles of northwind that are there, as `TEMPLATE STATUS`. */
function listThere(place: TestWorkplace): readonly string[] {
  const { templates } = place.emulator.control.dump();
  const nameOf = (id: string | null) => templates.find((each) => each.id === id)?.name ?? id;
  return readLive(place, replaced.account)
    .cycles.filter(({ name, status }) => /to files$/i.test(name) && status !== 'DeleteScheduled')
    .map(({ templateId, status }) => `${nameOf(templateId)} ${status}`);
}

/** What was asked of cycles since, without reads, by what each request does. */
function listDeeds(place: TestWorkplace, since: number): readonly string[] {
  return place.emulator
    .requests()
    .slice(since)
    .filter(({ method, path }) => method !== 'GET' && /install|cycles|step/.test(path))
    .map(
      ({ method, path }) =>
        `${method} ${path
          .split('/')
          .at(-1)
          ?.replace(/^[0-9a-f-]{36}$/, 'ID')}`,
    );
}

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
    const deeds = listDeeds(place, since);
    expect(deeds[0]).toBe('POST install');
    expect(deeds.slice(-3)).toEqual(['PUT deactivate', 'PUT activate', 'DELETE ID']);
    expect(deeds.filter((deed) => /activate|DELETE/.test(deed))).toHaveLength(3);
    expect(listThere(place)).toEqual([`${replaced.after} Active`]);
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
      'the run history of the earlier one is lost',
    ]);
    expect(notices.filter(({ kind }) => kind === 'makes-way')).toEqual([]);
    expect(
      (await place.drift()).flatMap((each): readonly unknown[] =>
        each.kind === 'read' ? each.items : [each],
      ),
    ).toEqual([]);
  });

  it('counts as a delete, and needs that replacing is allowed', async () => {
    const place = await openReplacing();
    nameTemplate(place, replaced.after);
    expect(await refusalOf(place.apply())).toEqual([
      'too-many-deletes: If they shall go, run it with --allow-deletes 1.',
      'replace-not-allowed: Look at the plan; if it is meant, run it with --allow-replace.',
    ]);
    expect(await refusalOf(place.apply({ allowDeletes: 2, allowReplace: true }))).toEqual([
      'deletes-differ: Look at the plan; if it is right, write --allow-deletes 1.',
    ]);
    expect(await refusalOf(place.apply({ allowDeletes: 1 }))).toHaveLength(1);
    expect(listThere(place)).toEqual([`${replaced.before} Active`]);
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
