import { describe, expect, it } from 'vitest';
import type { Address } from '../../../src/model/address.ts';
import { formatDrift } from '../../../src/reports/blocks/objects/format-drift.ts';
import { listParts } from '../../../src/reports/blocks/objects/list-parts.ts';
import {
  adopted,
  anotherStep,
  cycleEntry,
  firstSteps,
  openAdopted,
  promoteRelease,
  upgradeInstalled,
  writeCycle,
} from '../../worlds/cases/adopted-cycle.ts';
import { nameTemplate, openReplacing, replaced } from '../../worlds/cases/replace.ts';
import { consoleRequest } from '../../worlds/console/console-request.ts';
import { findDumped } from '../../worlds/console/dumped.ts';
import { acceptIn } from '../../worlds/features/accept-in.ts';
import { adoptDriftIn } from '../../worlds/features/adopt-drift-in.ts';
import { planOf, type TestFixture } from '../../worlds/fixture.ts';
import { listUnmanaged, toItemName } from '../../worlds/laws/member-edits.ts';
import { applyAll, listReported } from '../../worlds/quickstart.ts';

const steps = [...firstSteps.slice(0, 2), anotherStep, ...firstSteps.slice(2)];

/** Changes a step of the cycle by hand, while it is stopped. */
async function type(fixture: TestFixture, name: string, body: object): Promise<void> {
  const { emulator } = fixture;
  const [live] = findDumped(emulator, adopted.id)?.cycles ?? [];
  const step = live?.steps.find((each) => each.name === name);
  const path = `/v1.0/cycles/${live?.id}`;
  const at = { method: 'PUT', account: adopted.id } as const;
  await consoleRequest(emulator, { ...at, path: `${path}/deactivate`, body: {} });
  await consoleRequest(emulator, { ...at, path: `${path}/steps/${step?.id}`, body });
}

const upgrade = 'northwind/cycles/sync/from/template';
const list = 'northwind/cycles/sync/variables';

describe('an upgrade of a cycle in the console', () => {
  it('is one finding with its parts, known by the template', async () => {
    const fixture = await openAdopted(cycleEntry);
    expect(await listUnmanaged(fixture)).toEqual([]);
    promoteRelease(fixture, steps);
    expect(await listUnmanaged(fixture)).toEqual([]);
    upgradeInstalled(fixture);
    const found = await listUnmanaged(fixture);
    expect(found.map(toItemName)).toEqual([upgrade]);
    expect(found[0]?.unmanaged).toMatchObject({
      effect: 'runs',
      response: 'fail',
      isUpgrade: true,
    });
    expect(found.map(formatDrift)).toEqual([
      'has the steps of the live release of "Contacts to Files": 1 step added, 5 mappings changed',
    ]);
    expect(found[0]?.parts).toContainEqual({
      path: 'steps',
      before: { kind: 'plain', value: ['List changed contacts', 'Get contact', 'Write file'] },
      now: {
        kind: 'plain',
        value: ['List changed contacts', 'Get contact', 'List again', 'Write file'],
      },
    });
  });

  it('is none of a hand in the console that changes another thing beside it', async () => {
    const fixture = await openAdopted(cycleEntry);
    promoteRelease(fixture, steps);
    upgradeInstalled(fixture);
    await type(fixture, 'Write file', { Name: 'Save file' });
    const found = await listUnmanaged(fixture);
    expect(found.map(toItemName)).toContain('northwind/cycles/sync/steps');
    expect(found.some(({ unmanaged }) => unmanaged?.isUpgrade === true)).toBe(false);
  });

  it('is none of a step that a person renames and names back, which changes nothing but names', async () => {
    const fixture = await openAdopted(cycleEntry);
    await type(fixture, 'Get contact', { Name: 'Fetch contact' });
    await acceptIn(fixture, { reason: 'ours' });
    expect(await listUnmanaged(fixture)).toEqual([]);
    await type(fixture, 'Fetch contact', { Name: 'Get contact' });
    const found = await listUnmanaged(fixture);
    expect(found.map(toItemName)).toEqual(['northwind/cycles/sync/steps']);
    expect(found[0]?.unmanaged).not.toHaveProperty('isUpgrade');
  });

  it('is none of a hand that adds or deletes a variable', async () => {
    const fixture = await openAdopted(cycleEntry);
    const [live] = findDumped(fixture.emulator, adopted.id)?.cycles ?? [];
    const path = `/v1.0/cycles/${live?.id}`;
    const at = { account: adopted.id } as const;
    await consoleRequest(fixture.emulator, {
      ...{ ...at, method: 'PUT', path: `${path}/deactivate` },
      body: {},
    });
    const body = { DisplayName: 'mine', Value: 'typed' };
    await consoleRequest(fixture.emulator, {
      ...{ ...at, method: 'POST', path: `${path}/variables`, body },
    });
    expect((await listUnmanaged(fixture)).map(toItemName)).toContain(list);
    await acceptIn(fixture, { reason: 'ours' });
    await consoleRequest(fixture.emulator, {
      ...{ ...at, method: 'DELETE', path: `${path}/variables/mine` },
    });
    expect((await listUnmanaged(fixture)).map(toItemName)).toEqual([list]);
  });

  it('takes along nothing that a person wrote into the steps that it added', async () => {
    const fixture = await openAdopted(cycleEntry);
    promoteRelease(fixture, steps);
    upgradeInstalled(fixture);
    await type(fixture, 'List again', {});
    const [live] = findDumped(fixture.emulator, adopted.id)?.cycles ?? [];
    const step = live?.steps.find(({ name }) => name === 'List again');
    const target = step?.method.parameters.find(({ name }) => name === 'modifiedSince');
    await consoleRequest(fixture.emulator, {
      method: 'PUT',
      account: adopted.id,
      path: `/v1.0/steps/${step?.id}/parameters/${target?.id}`,
      body: { MappingType: 'StaticValue', Value: 'typed' },
    });
    const typed = 'northwind/cycles/sync/steps/List again/parameters/modifiedSince';
    const names = (await listUnmanaged(fixture)).map(toItemName);
    expect(names).toEqual(expect.arrayContaining([upgrade, typed]));
    await acceptIn(fixture, { addresses: [upgrade as Address], reason: 'release 2' });
    expect((await listUnmanaged(fixture)).map(toItemName)).toContain(typed);
  });

  it('is left until a day, and a person who edits beside it is not', async () => {
    const fixture = await openAdopted(cycleEntry);
    promoteRelease(fixture, steps);
    upgradeInstalled(fixture);
    const until = '{until: 2026-12-31, reason: they test it}';
    const ignore = `  ignore:\n    cycles/sync/from/template: ${until}\n    cycles/sync/steps: ${until}\n`;
    writeCycle(fixture, `${cycleEntry}${ignore}`);
    expect(await listUnmanaged(fixture)).toEqual([]);
    await type(fixture, 'Write file', { Description: 'typed' });
    const names = (await listUnmanaged(fixture)).map(toItemName);
    expect(names).toEqual(['northwind/cycles/sync/steps/Write file/description']);
  });

  it('cannot be written into a manifest, which says how to accept it', async () => {
    const fixture = await openAdopted(cycleEntry);
    promoteRelease(fixture, steps);
    upgradeInstalled(fixture);
    const { files, diagnostics } = await adoptDriftIn(fixture, upgrade);
    expect(files).toEqual([]);
    expect(diagnostics).toMatchObject([
      {
        address: upgrade,
        summary: expect.stringContaining('a manifest names no release'),
        remedy: expect.stringContaining(`--accept ${upgrade} --reason TEXT`),
      },
    ]);
  });

  it('is accepted as one', async () => {
    const fixture = await openAdopted(cycleEntry);
    promoteRelease(fixture, steps);
    upgradeInstalled(fixture);
    await acceptIn(fixture, { addresses: [upgrade as Address], reason: 'release 2' });
    expect(await listUnmanaged(fixture)).toEqual([]);
  });
});

describe('a renamed step', () => {
  it('is said as one, with no list of what it had, and its lines in Git get the new name', async () => {
    const lines = `      steps:
        Write file:
          fields: {Contact.Email: {step: List changed contacts, field: Contact.Email}}
`;
    const fixture = await openAdopted(`${cycleEntry}${lines}`);
    await type(fixture, 'Write file', { Name: 'Save file' });
    const items = (await fixture.drift()).flatMap((each) =>
      each.kind === 'read' ? each.items : [],
    );
    const [steps, ...others] = items.filter(({ kind }) => kind === 'unmanaged');
    expect(others).toEqual([]);
    expect(steps).toMatchObject({
      path: 'steps',
      renamed: [{ was: 'Write file', is: 'Save file' }],
    });
    if (steps === undefined) return;
    expect(formatDrift(steps)).toBe('renamed "Write file" to "Save file"');
    expect(listParts(steps)).toEqual([]);
    const own = items.find(({ path }) => path === 'steps/Write file/fields/Contact.Email');
    expect(own?.lost?.near).toEqual(['Save file']);
  });

  it('is an added and a removed one where it changed in more than its name', async () => {
    const fixture = await openAdopted(cycleEntry);
    await type(fixture, 'Write file', { Name: 'Save file', Description: 'typed' });
    const [steps] = await listUnmanaged(fixture);
    expect(steps).not.toHaveProperty('renamed');
    expect(steps === undefined ? '' : formatDrift(steps)).toBe(
      'added "Save file"; removed "Write file"',
    );
  });
});

describe('a variable that Git manages', () => {
  it('is drift of its line alone where it is gone, also beside one that a person added', async () => {
    const managed = cycleEntry.replace('state:', 'variables: {region: eu}\n      state:');
    const fixture = await openAdopted(managed);
    const [live] = findDumped(fixture.emulator, adopted.id)?.cycles ?? [];
    const path = `/v1.0/cycles/${live?.id}`;
    const at = { account: adopted.id } as const;
    const edit = (method: 'PUT' | 'POST' | 'DELETE', below: string, body?: object) =>
      consoleRequest(fixture.emulator, { ...at, method, path: `${path}${below}`, body });
    await edit('PUT', '/deactivate', {});
    await edit('DELETE', '/variables/region');
    await edit('POST', '/variables', { DisplayName: 'mine', Value: 'typed' });
    const items = (await fixture.drift()).flatMap((each) =>
      each.kind === 'read' ? each.items : [],
    );
    const ofVariables = items.filter((each) => toItemName(each).includes('/variables'));
    expect(ofVariables.map(toItemName)).toEqual([`${list}/region`, list]);
    expect(ofVariables.map(formatDrift)[1]).toBe('added "mine"');
    await acceptIn(fixture, { reason: 'theirs' });
    expect(await listUnmanaged(fixture)).toEqual([]);
  });
});

describe('a plan that replaces a cycle', () => {
  it('names what others changed inside it, which is lost with it, and counts the reads of it', async () => {
    const fixture = await openReplacing();
    const id = 'northwind-8812';
    const [live] = findDumped(fixture.emulator, id)?.cycles ?? [];
    const step = live?.steps.find(({ name }) => name === 'Write file');
    const at = { method: 'PUT', account: id } as const;
    const path = `/v1.0/cycles/${live?.id}`;
    await consoleRequest(fixture.emulator, { ...at, path: `${path}/deactivate`, body: {} });
    await consoleRequest(fixture.emulator, {
      ...at,
      path: `${path}/steps/${step?.id}`,
      body: { Description: 'by hand' },
    });
    const open = async () =>
      planOf(await fixture.plan(), 'northwind').notices.filter(
        ({ kind }) => kind === 'unmanaged-open',
      );
    // Without the new template, the plan edits it: it starts it again.
    expect(await open()).toEqual([
      {
        kind: 'unmanaged-open',
        address: replaced.address,
        paths: ['steps/Write file/description'],
      },
    ]);
    nameTemplate(fixture, replaced.after);
    expect(await open()).toMatchObject([
      {
        address: replaced.address,
        paths: ['state', 'steps/Write file/description'],
        isReplaced: true,
      },
    ]);
    const planned = await fixture.plan();
    const from = fixture.emulator.requests().length;
    expect(listReported(await applyAll(fixture, { planned }))).toEqual([]);
    const taken = fixture.emulator.requests().length - from;
    expect(taken).toBeLessThanOrEqual(planOf(planned, 'northwind').requests?.apply ?? 0);
  });
});
