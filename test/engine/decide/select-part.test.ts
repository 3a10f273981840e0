import { describe, expect, it } from 'vitest';
import { readUndo } from '../../../src/features/operations/undo/read-undo.ts';
import { isSuccess } from '../../../src/model/plan/outcome.ts';
import {
  listCycles,
  nameMailer,
  openReplacing,
  replaced,
  startInConsole,
  stopInConsole,
} from '../../worlds/cases/replace.ts';
import { consoleRequest } from '../../worlds/console/console-request.ts';
import type { RunOptions, TestFixture } from '../../worlds/fixture.ts';
import { applyAll, listReasons, quickstartIds, readLive } from '../../worlds/quickstart.ts';

const path = `accounts/${replaced.account}.yaml`;
const kept = `${replaced.before} Active`;

/** Git has returned to a cycle whose replacement waits for a sign-in. */
async function openReturned(): Promise<TestFixture> {
  const fixture = await openReplacing();
  const before = fixture.manifests.get(path) ?? '';
  nameMailer(fixture);
  // For an undo.
  const text = fixture.manifests.get(path) ?? '';
  fixture.manifests.set(path, text.replace('successHours: 120', 'successHours: 96'));
  await applyAll(fixture);
  expect(listCycles(fixture)).toEqual([kept, 'Contacts to Mailer Paused']);
  fixture.manifests.set(path, before);
  return fixture;
}

async function applyPart(fixture: TestFixture, part: RunOptions): Promise<void> {
  const outcomes = await fixture.apply({ ...part, planned: await fixture.plan(part) });
  expect(outcomes.every(isSuccess)).toBe(true);
}

/** How many live cycles have a state entry. */
async function countBound(fixture: TestFixture): Promise<number> {
  const { objects } = await fixture.store.readState(replaced.account);
  const bound = new Set([...objects.values()].map(({ remoteId }) => remoteId));
  return readLive(fixture, replaced.account).cycles.filter(({ id }) => bound.has(id)).length;
}

describe('a replacement that Git names no longer', () => {
  const revert = { addresses: [], isNew: true };

  it('stays ours when drift of the replaced cycle is reverted, and goes with the next apply', async () => {
    const fixture = await openReturned();
    await stopInConsole(fixture, replaced.before);
    await applyPart(fixture, { revert });
    expect(listCycles(fixture)).toContain(kept);
    expect(await countBound(fixture)).toBe(2);
    await applyAll(fixture);
    expect(listCycles(fixture)).toEqual([kept]);
  });

  it('stays ours when drift of its account is reverted', async () => {
    const fixture = await openReturned();
    await consoleRequest(fixture.emulator, {
      method: 'PUT',
      path: `/v1.0/accounts/${readLive(fixture, replaced.account).id}`,
      account: quickstartIds.northwind,
      body: { Timezone: 'Asia/Tokyo' },
    });
    await applyPart(fixture, { revert });
    expect(readLive(fixture, replaced.account).timezone).toBe('Europe/Berlin');
    expect(await countBound(fixture)).toBe(2);
    await applyAll(fixture);
    expect(listCycles(fixture)).toEqual([kept]);
  });

  it('that runs keeps a revert from starting the replaced cycle beside it', async () => {
    const fixture = await openReturned();
    await stopInConsole(fixture, replaced.before);
    fixture.emulator.control.grantConsent({ account: 'northwind-8812', connector: 'mailer' });
    await startInConsole(fixture, 'Contacts to Mailer');
    const planned = await fixture.plan({ revert });
    expect(listReasons(planned)).toMatchObject([
      { code: 'revert-refused', address: replaced.address },
    ]);
    await applyAll(fixture);
    expect(listCycles(fixture)).toEqual([kept]);
  });

  it('stays ours when the run that made it is undone', async () => {
    const fixture = await openReturned();
    await applyPart(fixture, { undo: await readUndo(fixture.store, 'run') });
    expect(readLive(fixture, replaced.account).successRetentionHours).toBe(120);
    expect(await countBound(fixture)).toBe(2);
    await applyAll(fixture);
    expect(listCycles(fixture)).toEqual([kept]);
  });
});
