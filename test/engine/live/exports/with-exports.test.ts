import { describe, expect, it } from 'vitest';
import { withExports } from '../../../../src/engine/live/exports/with-exports.ts';
import type { Answer } from '../../../../src/model/diagnostic/api-failure.ts';
import type { RemoteId } from '../../../../src/model/live/live.ts';
import { put, signIn } from '../../../emulator/support/start-emulator.ts';
import { findDumped } from '../../../worlds/console/dumped.ts';
import type { TestFixture } from '../../../worlds/fixture.ts';
import { edit, listEdited, look, makeTrust, openFleet, sweep, toId } from './fleet.ts';

async function readValue<T>(asked: Promise<Answer<T>>): Promise<T> {
  const answer = await asked;
  if (!answer.ok) throw new Error(JSON.stringify(answer.failure));
  return answer.value;
}

/** Maps a field by hand to a new variable, whose name in the system is another. */
async function mapToVariable(fixture: TestFixture, account: string, name: string): Promise<void> {
  const caller = (await signIn(fixture.emulator)).inside(account);
  const find = () => findDumped(fixture.emulator, account)?.cycles[0];
  await put(caller, `/cycles/${find()?.id}/deactivate`, {});
  const body = { DisplayName: name, Value: 'eu' };
  await caller.call('POST', `/v1.0/cycles/${find()?.id}/variables`, body);
  const variable = find()?.variables.find(({ displayName }) => displayName === name);
  const step = find()?.steps.find((each) => each.name === 'Write file');
  const item = step?.method.fields.find(({ key }) => key === 'Contact.Email')?.id;
  const mapping = { MappingType: 'Variable', Value: variable?.systemName };
  const path = `/steps/${step?.id}/fieldmappings/${item}`;
  expect((await put(caller, path, mapping)).status).toBe(200);
}

describe('drift by exports', () => {
  it('reads one cycle by its parts whose export fails, and others by their exports', async () => {
    const fixture = await openFleet();
    fixture.emulator.control.plantFaults([
      { method: 'GET', path: '/v1.0/cycles/*/export', nth: 4, do: 'status', status: 404 },
    ]);
    const found = await look(fixture);
    expect(found).toMatchObject({ items: [], whyOff: null, kinds: { steps: 3 } });
  });

  it.each([
    [null, 'exports of cycles got no answer'],
    [503, 'exports of cycles failed (503)'],
  ])('takes no export without a clear answer for a refusal: status %s', async (status, why) => {
    const fixture = await openFleet();
    const { run } = await fixture.open();
    const trust = makeTrust(fixture);
    const request = { method: 'GET', path: '/cycles/1/export', account: null };
    const message = 'the connection to the service was closed';
    const failure = { kind: 'unavailable', status, request, message, tries: 1 } as const;
    const reader: typeof run.context.reader = {
      ...run.context.reader,
      readExportedCycle: async () => ({ ok: false, failure }),
    };
    await sweep({ ...run, context: { ...run.context, reader } }, trust);
    expect(trust.whyOff).toBe(why);
  });

  it('asks one export for a cycle once its kinds of facts are proven, and finds the same', async () => {
    const fixture = await openFleet();
    const byParts = await look(fixture, null);
    const byExport = await look(fixture);
    expect(byParts.items).toEqual([]);
    expect(byExport.items).toEqual([]);
    const each = { connectors: 12, cycles: 12, 'GET /v1.0/cycles/upgradeable': 12 };
    const once = { 'accounts page': 1, 'catalogue page': 1, 'templates page': 1 };
    const parts = { steps: 12, edges: 12, variables: 12, parameters: 36, fields: 12 };
    expect(byParts.kinds).toEqual({ ...once, ...each, ...parts });
    // Two accounts prove all of it but the one list of each cycle that has a secret.
    const proof = { steps: 2, edges: 2, variables: 2, parameters: 6 + 10, fields: 2 };
    expect(byExport.kinds).toEqual({ ...once, ...each, ...proof, 'cycle export': 12 });
    await edit(fixture, 11);
    expect((await look(fixture)).items).toEqual(listEdited(11));
    expect((await look(fixture, null)).items).toEqual(listEdited(11));
  });

  it('names a variable in a mapping as in the list of variables, if exports end between the two', async () => {
    const fixture = await openFleet();
    const account = toId(0) as RemoteId;
    const name = 'sales region';
    // Two accounts prove it.
    for (const each of [toId(0), toId(1)]) await mapToVariable(fixture, each, name);
    const { run } = await fixture.open();
    const trust = makeTrust(fixture);
    await sweep(run, trust);
    const reader = withExports(run.context.reader, trust, 'a-0');
    const [cycle] = await readValue(
      reader.listConnectors(account).then(() => reader.listCycles(account)),
    );
    const at = cycle?.id as RemoteId;
    const steps = await readValue(reader.listSteps(account, at));
    const variables = await readValue(reader.listVariables(account, at));
    expect(variables.map(({ systemName }) => systemName)).toContain(name);
    trust.stop('a test');
    const step = steps.find(({ name }) => name === 'Write file')?.id as RemoteId;
    const mappings = await readValue(reader.listMappings(account, step, 'fields'));
    const mapped = mappings.filter(({ type }) => type === 'Variable').map(({ value }) => value);
    expect(mapped).toEqual([name]);
  });

  it.each([
    { exportNumbers: 'other' },
    { exportNumbers: 'shifted' },
    { exportedSlot: 'installed' },
    { exportedSlot: 'connector' },
    { exportedDescription: 'absent' },
    { exportedValues: "the template's" },
  ] as const)('finds each edit where an export is %o', async (choices) => {
    const fixture = await openFleet(choices);
    expect((await look(fixture)).items).toEqual([]);
    await edit(fixture, 11);
    expect((await look(fixture)).items).toEqual(listEdited(11));
  });

  it.each([
    [{ exportedConnectors: 'large' }, 'larger than 256 KiB'],
    [{ cycleExport: 403 }, '403'],
    [{ cycleExport: 404 }, '404'],
    [{ cycleExport: 405 }, '405'],
  ] as const)(
    'reads cycles by their parts after three exports of a service with %o',
    async (choices, why) => {
      const fixture = await openFleet(choices);
      await edit(fixture, 11);
      const found = await look(fixture);
      expect(found.whyOff).toContain(why);
      expect(found.items).toEqual(listEdited(11));
      const parts = { steps: 12, edges: 12, variables: 12, parameters: 36, fields: 12 };
      expect(found.kinds).toMatchObject({ ...parts, 'cycle export': 3 });
    },
  );
});
