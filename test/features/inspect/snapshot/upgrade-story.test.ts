import { describe, expect, it } from 'vitest';
import { compareSnapshot } from '../../../../src/features/inspect/snapshot/compare-snapshot.ts';
import {
  formatChangesSince,
  formatSnapshotJson,
} from '../../../../src/features/inspect/snapshot/format-snapshot.ts';
import { observeSnapshot } from '../../../../src/features/inspect/snapshot/observe-snapshot.ts';
import type {
  AccountChanges,
  CycleSnapshot,
  Snapshot,
  SnapshotValue,
} from '../../../../src/features/inspect/snapshot/snapshot.ts';
import { readSnapshot } from '../../../../src/features/inspect/snapshot/snapshot-command.ts';
import { plainPaint } from '../../../../src/reports/text/paint.ts';
import {
  adopted,
  anotherStep,
  ofFirst,
  openAdopted,
  promoteRelease,
  upgradeInstalled,
  writeCycle,
} from '../../../worlds/cases/adopted-cycle.ts';
import { consoleRequest } from '../../../worlds/console/console-request.ts';
import type { TestFixture } from '../../../worlds/fixture.ts';
import { applyAll, listLeft, listReasons, listReported } from '../../../worlds/quickstart.ts';

const cycle = `  cycles:
    sync:
      from: {template: ${adopted.template}}
      displayName: ${adopted.template}
      state: active
      schedule: {every: 15m}
      variables: {region: emea}
      steps:
        Get contact: {parameters: {contactId: {step: List changed contacts, field: Contact.Id}}}
        Write file:
          fields: {name: {step: List changed contacts, field: Contact.Id}}
`;
const steps = [
  {
    name: 'List changed contacts',
    connector: 'Sample CRM',
    parameters: { modifiedSince: '2026-05-05' },
  },
  { name: 'Get contact', connector: 'Sample CRM' },
  {
    name: 'Write file',
    connector: 'Sample File Store',
    fields: { name: ofFirst('Contact.Email') },
  },
];

async function take(fixture: TestFixture): Promise<readonly CycleSnapshot[]> {
  const cycles: CycleSnapshot[] = [];
  for await (const taken of observeSnapshot((await fixture.open()).run)) {
    expect(taken.diagnostics).toEqual([]);
    cycles.push(...taken.cycles);
  }
  return cycles;
}

async function compare(
  fixture: TestFixture,
  kept: readonly CycleSnapshot[],
): Promise<readonly AccountChanges[]> {
  const found: AccountChanges[] = [];
  for await (const moves of compareSnapshot((await fixture.open()).run, kept)) found.push(moves);
  return found;
}

describe('an upgrade in the console', () => {
  it('is kept before, compared after, put back by plan, and compared again', async () => {
    const fixture = await openAdopted(cycle);
    expect(await take(fixture)).toEqual([]);
    promoteRelease(fixture, steps);
    const kept = await take(fixture);
    expect(kept).toMatchObject([
      { account: 'northwind', name: adopted.template, template: adopted.template },
    ]);
    expect(kept[0]?.fields).toMatchObject({
      'variables/region': { kind: 'plain', value: 'emea' },
      'steps/Write file/fields/name': { kind: 'plain', value: { kind: 'step' } },
    });
    const [behind] = (await compare(fixture, kept))[0]?.cycles ?? [];
    expect([behind?.state, behind?.changes]).toEqual(['behind', []]);
    upgradeInstalled(fixture);
    expect(await take(fixture)).toEqual([]);
    const [after] = await compare(fixture, kept);
    const [moved] = after?.cycles ?? [];
    expect(moved?.state).toBe('upgraded');
    const owners = moved?.changes.map((each) => [
      each.kind === 'field' ? each.path : each.step,
      each.owner,
    ]);
    expect(owners).toContainEqual(['steps/Write file/fields/name', 'plan']);
    expect(owners).toContainEqual([
      'steps/List changed contacts/parameters/modifiedSince',
      'person',
    ]);
    const shown = formatChangesSince(after === undefined ? [] : [after], plainPaint);
    expect(shown).toContain('northwind/cycles/sync is not behind its template');
    expect(shown.replaceAll(/\s+/g, ' ')).toContain(
      'plan restores the value in Git: steps/Write file/fields/name',
    );
    expect(listReported(await applyAll(fixture))).toEqual([]);
    expect(listLeft(await fixture.plan())).toEqual([]);
    const [settled] = (await compare(fixture, kept))[0]?.cycles ?? [];
    expect(settled?.changes.filter(({ owner }) => owner === 'plan')).toEqual([]);
    expect(settled?.changes.some(({ owner }) => owner === 'person')).toBe(true);
  });

  it('changes settings too, of which a snapshot of an earlier version knows nothing', async () => {
    const fixture = await openAdopted(cycle.replace('state:', 'errorAction: Retry\n      state:'));
    promoteRelease(fixture, steps);
    const kept = await take(fixture);
    upgradeInstalled(fixture);
    const changesOf = async (before: readonly CycleSnapshot[]) =>
      (await compare(fixture, before))[0]?.cycles[0]?.changes ?? [];
    const path = 'errorAction';
    expect(await changesOf(kept)).toContainEqual({
      kind: 'field',
      path,
      before: { kind: 'plain', value: 'Retry' },
      after: { kind: 'plain', value: 'Ignore' },
      owner: 'plan',
    });
    const earlier = kept.map((each) => {
      const { errorAction: _, ...fields } = each.fields as Record<string, SnapshotValue>;
      return { ...each, fields };
    });
    const found = await changesOf(earlier);
    expect(found.some((change) => change.kind === 'field' && change.path === path)).toBe(false);
  });

  it('promises no plan for a step whose name in Git the new release does not have', async () => {
    const fixture = await openAdopted(cycle);
    promoteRelease(
      fixture,
      steps.map((each) =>
        each.name === 'Write file' ? { ...each, name: 'Write files', method: 'Write file' } : each,
      ),
    );
    const kept = await take(fixture);
    upgradeInstalled(fixture);
    const [moved] = (await compare(fixture, kept))[0]?.cycles ?? [];
    const owners = moved?.changes.flatMap((each) =>
      each.kind === 'field' && each.path === 'steps/Write file/fields/name' ? [each.owner] : [],
    );
    expect(owners).toEqual(['unknown']);
    expect(listReasons(await fixture.plan())).toMatchObject([{ code: 'step-unknown' }]);
    expect(formatChangesSince([], plainPaint)).toBe('No cycle was compared.\n');
  });

  it('reports a step that it brought, and what that needs is refused before anything is paused', async () => {
    const fixture = await openAdopted(cycle);
    promoteRelease(fixture, [...steps, anotherStep]);
    const kept = await take(fixture);
    upgradeInstalled(fixture);
    const [moved] = (await compare(fixture, kept))[0]?.cycles ?? [];
    expect(moved?.changes).toContainEqual({
      kind: 'step',
      step: 'List again',
      before: null,
      after: 'Sample CRM, List changed contacts',
      owner: 'person',
    });
    expect(listReasons(await fixture.plan())).toMatchObject([{ code: 'prerequisite-missing' }]);
  });

  it('finds a cycle that is gone, and upgrades nothing itself', async () => {
    const fixture = await openAdopted(cycle);
    promoteRelease(fixture, steps);
    const kept = await take(fixture);
    const path = `/v1.0/cycles/${kept[0]?.id}`;
    await consoleRequest(fixture.emulator, {
      method: 'PUT',
      path: `${path}/deactivate`,
      account: adopted.id,
    });
    await consoleRequest(fixture.emulator, { method: 'DELETE', path, account: adopted.id });
    const writes = () =>
      fixture.emulator.requests().filter(({ method }) => method !== 'GET').length;
    const before = writes();
    const [moved] = (await compare(fixture, kept))[0]?.cycles ?? [];
    expect([moved?.state, moved?.changes]).toEqual(['gone', []]);
    expect(writes()).toBe(before);
  });
});

describe('a snapshot', () => {
  it('has the fingerprint of what may be a secret, and no text of it', async () => {
    const fixture = await openAdopted(cycle);
    const value = 'a-secret-of-the-sort-4711';
    const secret = cycle.replace('{region: emea}', '{region: {env: region_key}}');
    fixture.secrets.set('region_key', value);
    writeCycle(fixture, secret);
    expect(listReported(await applyAll(fixture))).toEqual([]);
    promoteRelease(fixture, steps);
    const kept = await take(fixture);
    expect(kept[0]?.fields).toMatchObject({ 'variables/region': { kind: 'secret' } });
    expect(formatSnapshotJson({ cycles: kept }, [])).not.toContain(value);
  });

  it('is read back as it was written, and refused where it is another file or of another service', async () => {
    const fixture = await openAdopted(cycle);
    promoteRelease(fixture, steps);
    const target = { environment: 'local', service: 'emulator', address: 'world.yaml' } as const;
    const snapshot: Snapshot = {
      format: 'cyclectl-snapshot/1',
      target,
      takenAt: '2026-11-22T00:00:00.000Z',
      cycles: await take(fixture),
    };
    const text = JSON.stringify(snapshot);
    expect(readSnapshot(text, target)).toEqual({ snapshot });
    const elsewhere = { ...target, environment: 'prod' };
    for (const [other, where, says] of [
      ['{', target, 'not a JSON object'],
      ['{}', target, 'not of the format'],
      [text.replace('"takenAt"', '"taken"'), target, 'takenAt'],
      [text, elsewhere, 'it was taken from local, world.yaml; this is prod'],
    ] as const) {
      expect(readSnapshot(other, where)).toEqual({ wrong: expect.stringContaining(says) });
    }
  });

  it('has nothing of an account that cannot be read, and says so', async () => {
    const fixture = await openAdopted(cycle);
    fixture.emulator.control.plantFaults([
      { path: '/v1.0/cycles/upgradeable', every: 1, do: 'status', status: 500 },
    ]);
    const found = [];
    for await (const taken of observeSnapshot((await fixture.open()).run)) found.push(taken);
    expect(found).toMatchObject([{ cycles: [], diagnostics: [{ code: 'unread' }] }]);
  });
});
