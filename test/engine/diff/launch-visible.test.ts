import { describe, expect, it } from 'vitest';
import { put, signIn } from '../../emulator/support/start-emulator.ts';
import { cyclePath } from '../../worlds/cases/open-file-cycle.ts';
import { openBuilt } from '../../worlds/cases/replace-file.ts';
import type { TestFixture } from '../../worlds/fixture.ts';
import { applyAll, listReported, planOne, readLive } from '../../worlds/quickstart.ts';

const path = 'steps/List changed contacts/launchVisible/parameters/modifiedSince';
const manifest = 'accounts/northwind.yaml';

function edit(fixture: TestFixture, file: string, [from, to]: readonly [string, string]): void {
  const before = fixture.manifests.get(file) ?? '';
  expect(before).toContain(from);
  fixture.manifests.set(file, before.replace(from, to));
}

function show(fixture: TestFixture): void {
  edit(fixture, cyclePath, ['"IsLaunchVisible": false', '"IsLaunchVisible": true']);
}

function findTarget(fixture: TestFixture) {
  const { id, cycles } = readLive(fixture, 'northwind');
  const [cycle] = cycles;
  const step = cycle?.steps.find(({ name }) => name === 'List changed contacts');
  const target = step?.method.parameters.find(({ key }) => key === 'modifiedSince');
  return { id, cycle, step, target, mapping: step?.mappings[target?.id ?? ''] };
}

async function listWritten(fixture: TestFixture) {
  const { operations } = await planOne(fixture, 'northwind');
  return operations.flatMap(({ action }) => (action.kind === 'set-mapping' ? [action] : []));
}

describe('The visibility at launch of a mapping of a cycle file', () => {
  it('is written in place, and does not replace the cycle', async () => {
    const fixture = await openBuilt();
    expect(await listWritten(fixture)).toEqual([]);
    const before = findTarget(fixture);
    show(fixture);
    expect(await listWritten(fixture)).toEqual([{ kind: 'set-mapping', slot: 'parameters', path }]);
    await applyAll(fixture);
    const after = findTarget(fixture);
    expect(after.cycle?.id).toBe(before.cycle?.id);
    expect(after.mapping).toEqual({ ...before.mapping, isLaunchVisible: true });
    expect((await planOne(fixture, 'northwind')).operations).toEqual([]);
  });

  it('goes with the mapping in one request', async () => {
    const fixture = await openBuilt();
    show(fixture);
    edit(fixture, manifest, [
      '        Get contact:',
      `        List changed contacts:
          parameters: {modifiedSince: "2026-01-01"}
        Get contact:`,
    ]);
    const mapping = 'steps/List changed contacts/parameters/modifiedSince';
    expect(await listWritten(fixture)).toEqual([
      { kind: 'set-mapping', slot: 'parameters', path: mapping, launch: path },
    ]);
    await applyAll(fixture);
    expect(findTarget(fixture).mapping).toMatchObject({
      value: '2026-01-01',
      isLaunchVisible: true,
    });
    expect(await listWritten(fixture)).toEqual([]);
  });

  it('gives way to the line of the manifest', async () => {
    const fixture = await openBuilt();
    show(fixture);
    edit(fixture, manifest, [
      '        Get contact:',
      `        List changed contacts:
          launchVisible: {parameters: {modifiedSince: false}}
        Get contact:`,
    ]);
    expect(await listWritten(fixture)).toEqual([]);
  });

  it('is approved with the plan: another line of the manifest makes it stale', async () => {
    const fixture = await openBuilt();
    const line = (isVisible: boolean) => `        List changed contacts:
          launchVisible: {parameters: {modifiedSince: ${isVisible}}}
        Get contact:`;
    edit(fixture, manifest, ['        Get contact:', line(true)]);
    const planned = await fixture.plan();
    edit(fixture, manifest, [line(true), line(false)]);
    const reported = listReported(await applyAll(fixture, { planned }));
    expect(reported.map(({ code }) => code)).toEqual(['plan-stale']);
    expect(findTarget(fixture).mapping?.isLaunchVisible).toBe(false);
  });

  it('is drift where a person changed it', async () => {
    const fixture = await openBuilt();
    const { id, cycle, step, target } = findTarget(fixture);
    const caller = (await signIn(fixture.emulator)).inside(id);
    await put(caller, `/cycles/${cycle?.id}/deactivate`, {});
    await put(caller, `/steps/${step?.id}/parameters/${target?.id}`, { IsLaunchVisible: true });
    const [account] = await fixture.drift();
    expect(account).toMatchObject({
      items: expect.arrayContaining([expect.objectContaining({ path })]),
    });
  });
});
