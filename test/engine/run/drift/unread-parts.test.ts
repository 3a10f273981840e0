import { expect, it } from 'vitest';
import { ExportTrust } from '../../../../src/engine/live/exports/export-trust.ts';
import { type DriftLook, runDrift } from '../../../../src/engine/run/run-drift.ts';
import { toCycleAddress } from '../../../../src/model/address.ts';
import { quickstartWorldText } from '../../../emulator/support/worlds.ts';
import { openMade, readStep, type } from '../../../worlds/cases/made-cycle.ts';
import { cyclePath, openFileCycle } from '../../../worlds/cases/open-file-cycle.ts';
import { byExports, noNotes } from '../../../worlds/drift-parts.ts';
import type { TestFixture } from '../../../worlds/fixture.ts';
import { applyAll, editManifest } from '../../../worlds/quickstart.ts';

const sync = 'northwind/cycles/sync';

/** Refuses a part of the cycle, after a person has changed a mapping of it. */
async function refuse(fixture: TestFixture, part: string, status: number): Promise<void> {
  const { found, cycle } = readStep(fixture, 'Write file');
  const target = found.method.fields.find(({ key }) => key === 'Contact.Name');
  const body = { MappingType: 'StaticValue', Value: 'typed' };
  await type(fixture, `PUT /steps/${found.id}/fieldmappings/${target?.id}`, body);
  fixture.emulator.control.plantFaults([
    { method: 'GET', path: `/v1.0${cycle}/${part}`, do: 'status', status },
  ]);
}

const cases = ['edges', 'variables'].flatMap((part) =>
  [403, 404].flatMap((status) => ['parts', 'exports'].map((way) => [part, status, way] as const)),
);

it.each(cases)(
  'compares the rest where %s of a cycle are a %i, by its %s',
  async (part, status, way) => {
    const fixture = await openMade();
    await refuse(fixture, part, status);
    const { run } = await fixture.open();
    const exports = way === 'parts' ? null : byExports<DriftLook>(new ExportTrust());
    const [account] = await Array.fromAsync(runDrift(run, noNotes, { exports }));
    const why = expect.stringContaining(String(status));
    expect(account).toMatchObject({
      kind: 'read',
      items: [{ address: sync, path: 'steps/Write file/fields/Contact.Name' }],
      notices: [
        { kind: 'uncompared', fields: expect.arrayContaining([{ address: sync, path: part }]) },
        { kind: 'part-unread', address: sync, part, why },
      ],
      uncompared: expect.toSatisfy((count: number) => count > 0),
    });
  },
);

it('counts a variable that Git manages, and a mapping to it, among what was not compared', async () => {
  const fixture = await openMade();
  editManifest(fixture, 'northwind', {
    from: 'state: paused',
    to: 'state: paused, variables: {region: asia}, steps: {Write file: {fields: {Contact.Email: {variable: region}}}}',
  });
  await applyAll(fixture);
  await refuse(fixture, 'variables', 404);
  const [managed] = await fixture.drift();
  expect(managed).toMatchObject({ notReadable: 2, uncompared: 2 });
});

it('leaves an account unread where the edges would tell steps of one name apart', async () => {
  const step = '      - name: Get contact\n        connector: Sample CRM\n';
  const world = quickstartWorldText.replace(step, step + step);
  const fixture = await openMade({ world });
  await refuse(fixture, 'edges', 403);
  expect((await fixture.drift()).map(({ kind }) => kind)).toEqual(['unread']);
});

it('leaves the account unread in a plan, which would write by what it does not see', async () => {
  const fixture = await openMade();
  editManifest(fixture, 'northwind', {
    from: 'state: paused',
    to: 'state: paused, variables: {region: asia}',
  });
  await refuse(fixture, 'variables', 403);
  expect(await fixture.plan()).toMatchObject([{ kind: 'unplanned', isUnread: true }]);
});

it.each([403, 404, 405] as const)(
  'compares the parts of a cycle of a file that the state does not have, where its export is a %i',
  async (status) => {
    const fixture = await openFileCycle();
    await applyAll(fixture);
    await fixture.store.update({
      account: 'northwind',
      deleteObjects: [toCycleAddress('northwind', 'contacts')],
    });
    fixture.emulator.control.plantFaults([
      { method: 'GET', path: '/v1.0/cycles/*/export', do: 'status', status },
    ]);
    const [account] = await fixture.drift();
    const why = expect.stringContaining(String(status));
    expect(account).toMatchObject({
      kind: 'read',
      notices: expect.arrayContaining([
        { kind: 'part-unread', address: 'northwind/cycles/contacts', part: 'structure', why },
      ]),
    });
    expect((await fixture.plan()).map(({ kind }) => kind)).toEqual(['unplanned']);
  },
);

it('leaves an account unread, and says why, where its file is another than the applied one', async () => {
  const fixture = await openFileCycle();
  await applyAll(fixture);
  const text = fixture.manifests.get(cyclePath) ?? '';
  fixture.manifests.set(cyclePath, text.replaceAll('List changed contacts', 'List contacts'));
  fixture.emulator.control.plantFaults([
    { method: 'GET', path: '/v1.0/cycles/*/export', do: 'status', status: 403 },
  ]);
  const summary = expect.stringContaining('403');
  expect(await fixture.drift()).toMatchObject([{ kind: 'unread', diagnostics: [{ summary }] }]);
});
