import { describe, expect, it } from 'vitest';
import { selectRun } from '../../../../src/engine/run/open-run.ts';
import { makePlan } from '../../../../src/engine/run/planning/make-plan.ts';
import { toAccountAddress } from '../../../../src/model/address.ts';
import { consoleRequest } from '../../../worlds/console/console-request.ts';
import { findDumped } from '../../../worlds/console/dumped.ts';
import { planOf, type TestFixture } from '../../../worlds/fixture.ts';
import { listUnmanaged, toItemName } from '../../../worlds/laws/member-edits.ts';
import {
  applyAll,
  editManifest,
  listLeft,
  listReported,
  openQuickstart,
} from '../../../worlds/quickstart.ts';

const id = 'northwind-8812';
const address = 'northwind/cycles/contacts-to-files';
const edit = { from: 'region: emea', to: 'region: apac' };

// A person writes the description of a step, which no manifest manages.
async function describeStep(fixture: TestFixture): Promise<void> {
  const [live] = findDumped(fixture.emulator, id)?.cycles ?? [];
  const step = live?.steps.find(({ name }) => name === 'Write file');
  const put = (path: string, body: object) =>
    consoleRequest(fixture.emulator, {
      method: 'PUT',
      account: id,
      path: `/v1.0/cycles/${live?.id}${path}`,
      body,
    });
  await put('/deactivate', {});
  await put(`/steps/${step?.id}`, { Description: 'by hand' });
  const every = live?.activation?.intervalMinutes;
  await put('/activate', { StartTime: '2026-12-02T00:00:00Z', Interval: every });
}

async function readPlan(fixture: TestFixture) {
  const since = fixture.emulator.requests().length;
  const planned = await fixture.plan();
  const asked = fixture.emulator.requests().slice(since);
  const own = asked.filter(({ account }) => account === id).map(({ path }) => path);
  const plan = planOf(planned, 'northwind');
  const open = plan.notices.filter(({ kind }) => kind === 'unmanaged-open');
  return { open, own, estimate: plan.requests?.plan };
}

function toLast(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

describe('a plan that edits a cycle', () => {
  it('names what others changed inside it, reads nothing twice, and counts these reads', async () => {
    const fixture = await openQuickstart();
    await applyAll(fixture);
    await describeStep(fixture);
    const idle = await readPlan(fixture);
    expect(idle.open).toEqual([]);
    editManifest(fixture, 'northwind', edit);
    const edited = await readPlan(fixture);
    expect(edited.open).toEqual([
      { kind: 'unmanaged-open', address, paths: ['steps/Write file/description'] },
    ]);
    expect(new Set(edited.own).size).toBe(edited.own.length);
    const more = edited.own.filter((path) => !idle.own.includes(path)).map(toLast);
    expect(more).toEqual(['edges', 'parameters', 'parameters', 'prerequisites']);
    // The check of its start is not part of the reading.
    expect((edited.estimate ?? 0) - (idle.estimate ?? 0)).toBe(more.length - 1);
  });

  it('reads an account once that it was asked for by name', async () => {
    const fixture = await openQuickstart();
    await applyAll(fixture);
    editManifest(fixture, 'northwind', edit);
    const { run } = await fixture.open();
    const since = fixture.emulator.requests().length;
    await Array.fromAsync(makePlan(selectRun(run, [toAccountAddress('northwind')])));
    const asked = fixture.emulator.requests().slice(since);
    expect(asked.filter(({ path }) => path === `/v1.0/accounts/${id}`)).toHaveLength(1);
  });

  it('says nothing of a cycle whose rest nobody changed', async () => {
    const fixture = await openQuickstart();
    await applyAll(fixture);
    editManifest(fixture, 'northwind', edit);
    expect((await readPlan(fixture)).open).toEqual([]);
  });

  it.each([403, 500])(
    'is planned and applied where the rest of the cycle is a %i, which the plan says',
    async (status) => {
      const fixture = await openQuickstart();
      await applyAll(fixture);
      await describeStep(fixture);
      editManifest(fixture, 'northwind', edit);
      fixture.emulator.control.plantFaults([
        { method: 'GET', path: '/v1.0/cycles/*/edges', do: 'status', status },
      ]);
      const planned = await fixture.plan();
      const why = expect.stringContaining(`${status}`);
      expect(planOf(planned, 'northwind').notices).toContainEqual({
        kind: 'part-unread',
        address,
        part: 'rest',
        why,
      });
      const outcomes = await applyAll(fixture, { planned });
      expect(listReported(outcomes)).toEqual([]);
      fixture.emulator.control.plantFaults([]);
      expect((await listUnmanaged(fixture)).map(toItemName)).toEqual([
        `${address}/steps/Write file/description`,
      ]);
      expect(listLeft(await fixture.plan())).toEqual([]);
    },
  );
});
