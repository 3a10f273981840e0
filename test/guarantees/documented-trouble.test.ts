import { describe, expect, it } from 'vitest';
import type { AccountPlan } from '../../src/model/plan/plan.ts';
import { installTemplate, put, signIn } from '../emulator/support/start-emulator.ts';
import type { TestFixture } from '../worlds/fixture.ts';
import {
  applyAll,
  editManifest,
  listLeft,
  listReasons,
  listReported,
  listWrites,
  planOne,
  quickstartIds,
  readLive,
} from '../worlds/quickstart.ts';
import {
  findCycle,
  keepToDocumented,
  listCodes,
  openDocumented,
  openRunning,
  settle,
} from './open-documented.ts';

// The laws on a service that offers what its specification names and no more: no reads of accounts and
// installed connectors, no list of templates, no pause, no update, no delete.

describe('law 8', () => {
  it('never makes twice what was made without an answer: a person says what became of it', async () => {
    // Two accounts, five connectors, three cycles.
    for (let nth = 1; nth <= 10; nth += 1) {
      const fixture = await openDocumented();
      keepToDocumented(fixture);
      const faults = [{ method: 'POST', path: '/v1.0/**', do: 'drop-after', nth } as const];
      fixture.emulator.control.plantFaults(faults);
      await applyAll(fixture);
      fixture.emulator.control.plantFaults([]);
      for (const key of ['northwind', 'contoso'] as const) await settleLost(fixture, key);
      await applyAll(fixture);
      expect(listLeft(await fixture.plan()), `create ${nth}`).toEqual([]);
      for (const key of ['northwind', 'contoso'] as const) {
        const { connectors, cycles } = readLive(fixture, key);
        expect(new Set(connectors.map(({ name }) => name)).size).toBe(connectors.length);
        expect(new Set(cycles.map(({ name }) => name)).size).toBe(cycles.length);
      }
      await fixture.close();
    }
  });
});

it('says of a lost install that a person must look, for no apply can', async () => {
  const fixture = await openDocumented();
  fixture.emulator.control.plantFaults([
    { method: 'POST', path: '/v1.0/connectors/**', do: 'drop-after', nth: 1 },
  ]);
  const [lost] = listReported(await applyAll(fixture));
  expect(lost).toMatchObject({ code: 'outcome-unknown' });
  expect(lost?.remedy).toContain(
    `cyclectl state settle -e local ${lost?.address} exists ID, or absent`,
  );
  fixture.emulator.control.plantFaults([]);
});

it('says how to go on from an account whose answer was lost and that goes by another id', async () => {
  const fixture = await openDocumented({ choices: { accountIds: 'guid' } });
  keepToDocumented(fixture);
  const lost = { method: 'POST', path: '/v1.0/accounts', do: 'drop-after' } as const;
  fixture.emulator.control.plantFaults([lost]);
  await applyAll(fixture);
  fixture.emulator.control.plantFaults([]);
  const reported = listReported(await applyAll(fixture));
  expect(reported.map(({ remedy }) => remedy)).toEqual(
    ['contoso', 'northwind'].map((key) =>
      expect.stringContaining(`cyclectl state settle -e local ${key} exists ID`),
    ),
  );
  for (const key of ['contoso', 'northwind'] as const) {
    await settle(fixture, key, readLive(fixture, key).id);
  }
  await applyAll(fixture);
  expect(listLeft(await fixture.plan())).toEqual([]);
  expect(fixture.emulator.control.dump().accounts).toHaveLength(2);
});

/** Does what the refusal of a lost install asks of a person. */
async function settleLost(fixture: TestFixture, key: keyof typeof quickstartIds): Promise<void> {
  for (const { code, address } of listReasons(await fixture.plan(), key)) {
    if (code === 'connector-refused') continue;
    expect(code).toBe('outcome-open');
    const last = String(address).split('/').at(-1);
    const name = last === 'warehouse' ? 'Warehouse files (EU)' : last;
    const live = readLive(fixture, key).connectors.find((connector) => connector.name === name);
    await settle(fixture, String(address), live === undefined ? null : String(live.id));
  }
}

describe('law 9', () => {
  it('pauses nothing: an edit of a running cycle is refused until a person has paused it', async () => {
    const fixture = await openRunning({ serves: 'full' });
    editManifest(fixture, 'northwind', { from: 'option: Customers', to: 'option: Leads' });
    expect(await listCodes(fixture)).toEqual(['pause-not-offered']);
    const before = readLive(fixture, 'northwind');
    await applyAll(fixture);
    expect(readLive(fixture, 'northwind')).toEqual(before);
    const { id } = findCycle(fixture, 'Contacts to Files');
    const person = (await signIn(fixture.emulator)).inside(quickstartIds.northwind);
    await put(person, `/cycles/${id}/deactivate`, {});
    await applyAll(fixture);
    expect(findCycle(fixture, 'Contacts to Files').status).toBe('Active');
    expect(listLeft(await fixture.plan())).toEqual([]);
  });
});

describe('law 9, where two connectors are of a kind', () => {
  it('starts no cycle on another one than its manifest writes', async () => {
    const fixture = await openDocumented({ serves: 'full' });
    keepToDocumented(fixture);
    writeTwoCrms(fixture);
    expect(await listCodes(fixture)).toEqual([]);
    await applyAll(fixture);
    // The service took the first.
    expect(findCycle(fixture, 'Contacts to Files').status).toBe('Paused');
    expect(listManualActions(await planOne(fixture, 'northwind'))).toEqual([
      'northwind/cycles/contacts-to-files connectors/Sample CRM',
      'northwind/cycles/contacts-to-files state',
    ]);
  });

  it('starts it where the service took that one', async () => {
    const fixture = await openDocumented({ serves: 'full' });
    keepToDocumented(fixture);
    writeTwoCrms(fixture);
    editManifest(fixture, 'northwind', { from: 'Sample CRM: crm}', to: 'Sample CRM: other}' });
    await applyAll(fixture);
    await applyAll(fixture);
    expect(findCycle(fixture, 'Contacts to Files').status).toBe('Active');
    expect(listManualActions(await planOne(fixture, 'northwind'))).toEqual([]);
  });

  it('binds it to the written one where only templates are hidden, and starts it so', async () => {
    const fixture = await openDocumented({ contract: 'auto', serves: 'full' });
    writeTwoCrms(fixture);
    fixture.emulator.control.plantFaults([
      { method: 'GET', path: '/v1.0/templates', do: 'status', status: 405 },
    ]);
    await applyAll(fixture);
    const { status, bindings } = findCycle(fixture, 'Contacts to files');
    const crm = readLive(fixture, 'northwind').connectors.find(({ name }) => name === 'crm');
    expect(status).toBe('Active');
    expect(
      bindings.filter(({ accountConnectorId }) => accountConnectorId === crm?.id),
    ).toHaveLength(2);
    expect(listLeft(await fixture.plan())).toEqual([]);
  });
});

/** Before crm another of its kind, which a service that is told nothing takes; the cycle wants crm. */
function writeTwoCrms(fixture: TestFixture): void {
  const other = `    other:
      connector: {name: Sample CRM}
      auth: {apiKey: {env: northwind_crm_key}}
`;
  editManifest(fixture, 'northwind', { from: '    crm:\n', to: `${other}    crm:\n` });
  editManifest(fixture, 'northwind', {
    from: 'from: {template: Contacts to Files}\n',
    to: 'from: {template: Contacts to Files}\n      connectors: {Sample CRM: crm}\n',
  });
}

function listManualActions({ notices }: AccountPlan): string[] {
  return notices.flatMap((notice) =>
    notice.kind === 'by-hand' ? [`${notice.address} ${notice.path}`] : [],
  );
}

describe('law 10', () => {
  it('refuses a cycle that two of the service could be, and names both', async () => {
    const fixture = await openRunning({ serves: 'full' });
    const person = (await signIn(fixture.emulator)).inside(quickstartIds.northwind);
    const copy = await installTemplate(person, 'Contacts to Files');
    fixture.loseStore();
    for (const { id, name } of readLive(fixture, 'northwind').connectors) {
      await settle(fixture, `northwind/connectors/${name}`, String(id));
    }
    const said = listReasons(await fixture.plan(), 'northwind');
    expect(said.map(({ code }) => code)).toEqual(['ambiguous']);
    expect(said[0]?.summary).toContain(copy.Id);
  });

  it('starts no cycle on one of two connectors that its manifest does not choose between', async () => {
    const fixture = await openDocumented();
    keepToDocumented(fixture);
    writeTwoCrms(fixture);
    editManifest(fixture, 'northwind', { from: '      connectors: {Sample CRM: crm}\n', to: '' });
    for (let time = 1; time <= 2; time += 1) {
      const reported = listReported(await applyAll(fixture));
      expect(reported.map(({ code, remedy }) => `${code} ${remedy}`)).toEqual([
        'slot-ambiguous Write connectors: {"Sample CRM": other} in the cycle; the account has other and crm.',
      ]);
      expect(findCycle(fixture, 'Contacts to Files').status).toBe('Paused');
    }
    const [used] = findCycle(fixture, 'Contacts to Files').bindings;
    const live = readLive(fixture, 'northwind').connectors.find(
      ({ id }) => id === used?.accountConnectorId,
    );
    editManifest(fixture, 'northwind', {
      from: 'from: {template: Contacts to Files}\n',
      to: `from: {template: Contacts to Files}\n      connectors: {Sample CRM: ${live?.name}}\n`,
    });
    await applyAll(fixture);
    expect(findCycle(fixture, 'Contacts to Files').status).toBe('Active');
  });
});

describe('law 11', () => {
  it('gives the same plan for the same inputs, whatever the order of the files', async () => {
    const fixture = await openDocumented();
    const first = await fixture.plan();
    expect(JSON.stringify(await fixture.plan())).toBe(JSON.stringify(first));
    const files = [...fixture.manifests].reverse();
    fixture.manifests.clear();
    for (const [path, text] of files) fixture.manifests.set(path, text);
    expect(JSON.stringify(await fixture.plan())).toBe(JSON.stringify(first));
  });
});

describe('law 12', () => {
  it('believes no success of what can be read: a mapping that was not taken is reported', async () => {
    const fixture = await openDocumented();
    keepToDocumented(fixture);
    fixture.emulator.control.plantFaults([
      { method: 'PUT', path: '/v1.0/steps/*/fieldmappings/*', do: 'ignore' },
    ]);
    const reported = listReported(await applyAll(fixture));
    expect(new Set(reported.map(({ code }) => code))).toEqual(new Set(['kept-another-value']));
    fixture.emulator.control.plantFaults([]);
  });
});

describe('law 13', () => {
  it('finds a lost store again with the help of a person: nothing is sent, made or deleted before', async () => {
    const fixture = await openRunning();
    const before = fixture.emulator.control.dump().accounts;
    const since = fixture.emulator.requests().length;
    fixture.loseStore();
    expect(await listCodes(fixture)).toEqual(['connectors-unseen', 'connectors-unseen']);
    await applyAll(fixture);
    expect(listWrites(fixture, since)).toEqual([]);
    for (const [key, names] of [
      ['northwind', { crm: 'crm', files: 'files', mailer: 'mailer' }],
      ['contoso', { app: 'app', warehouse: 'Warehouse files (EU)' }],
    ] as const) {
      for (const [connector, name] of Object.entries(names)) {
        const live = readLive(fixture, key).connectors.find((item) => item.name === name);
        await settle(fixture, `${key}/connectors/${connector}`, String(live?.id));
      }
    }
    const planned = await fixture.plan();
    const verbs = planned.flatMap((each) =>
      each.kind === 'planned' ? each.plan.changes.map(({ verb }) => verb) : ['unplanned'],
    );
    expect(new Set(verbs)).toEqual(new Set(['adopt']));
    await applyAll(fixture);
    expect(listWrites(fixture, since)).toEqual([]);
    expect(listLeft(await fixture.plan())).toEqual([]);
    expect(fixture.emulator.control.dump().accounts).toEqual(before);
  });
});
