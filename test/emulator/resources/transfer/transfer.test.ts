import { beforeEach, describe, expect, test } from 'vitest';
import type { Choices } from '../../../../src/emulator/world/choices.ts';
import { type Caller, installTemplate, put, readBody } from '../../support/start-emulator.ts';
import {
  exportCycle,
  type File,
  importCycle,
  makeRichCycle,
  openTransfer,
  type TransferPlace,
  withoutIds,
} from './open-transfer.ts';

let place: TransferPlace;
let partner: Caller;
let caller: Caller;

async function open(choices: Partial<Choices> = {}): Promise<void> {
  place = await openTransfer(choices);
  ({ partner, caller } = place);
}

beforeEach(() => open());

describe('an exported cycle', () => {
  test('that is imported into another account is exported the same, but for its ids', async () => {
    const file = await exportCycle(caller, await makeRichCycle(caller));
    const other = partner.inside('contoso');
    const { Id, Status } = await importCycle(other, file);
    expect(Status).toBe('Paused');
    const again = await exportCycle(other, Id);
    expect(withoutIds(again)).toBe(withoutIds(file));
    const ids = (each: File) => each.Steps.map((step: File) => step.Id);
    expect(ids(again).filter((id: string) => ids(file).includes(id))).toEqual([]);
    expect(
      new Set(
        file.Steps.flatMap((step: File) => [
          ...step.CycleParameters,
          ...step.CycleFieldMappings,
        ]).map((each: File) => each.CycleEntityMappingType),
      ).size,
    ).toBeGreaterThan(4);
  });

  test('that is imported as a template, and installed, is exported the same', async () => {
    const file = await exportCycle(caller, await makeRichCycle(caller));
    const { status, body } = await partner.call('POST', '/v1.0/cycles/import', {
      ...file,
      VersionedCycle: { ...file.VersionedCycle, Published: true },
    });
    expect(status).toBe(200);
    const template = await readBody(partner, `/templates/${body.Id}/export`);
    expect(withoutIds({ ...template, VersionedCycle: file.VersionedCycle })).toBe(withoutIds(file));
    const other = partner.inside('contoso');
    const installed = await other.call('POST', `/v1.0/templates/${body.Id}/install`, {});
    const cycle = await exportCycle(other, installed.body.Id);
    const named = (each: File) => each.Steps.map((step: File) => step.AccountConnector.Connector);
    expect(named(cycle)).toEqual(named(file));
    expect(cycle.Steps.map((step: File) => step.CycleFieldMappings.length)).toEqual(
      file.Steps.map((step: File) => step.CycleFieldMappings.length),
    );
  });

  test('uses the connector of the same name before an older one of its kind', async () => {
    await installTemplate(caller, 'Contacts to Files');
    const [{ Id }] = await readBody(caller, '/cycles');
    const file = await exportCycle(caller, Id);
    const other = partner.inside('contoso');
    for (const Name of ['first', 'Sample CRM']) {
      await other.call('POST', '/v1.0/connectors/Sample%20CRM/install', { Name });
    }
    const { Connectors } = await importCycle(other, file);
    const installed = await readBody(other, '/account/connectors');
    const named = installed.find((each: File) => each.Name === 'Sample CRM');
    expect(Connectors.map((each: File) => each.AccountConnectorId)).toContain(named.Id);
    expect(installed).toHaveLength(3);
  });

  test('that lags is in no list, nor its steps, and fails no list', async () => {
    const file = await exportCycle(caller, (await installTemplate(caller, 'Contacts to Files')).Id);
    const requests = 3;
    place.emulator.control.plantFaults([{ path: '/v1.0/cycles/import', do: 'lag', requests }]);
    const { Id } = await importCycle(caller, file);
    expect((await caller.call('GET', `/v1.0/cycles/${Id}`)).status).toBe(200);
    expect(await readBody(caller, '/cycles')).toHaveLength(1);
    expect(await readBody(caller, `/cycles/${Id}/steps`)).toEqual([]);
    expect((await caller.call('GET', `/v1.0/cycles/${Id}/edges`)).status).toBe(200);
    expect((await caller.call('GET', `/v1.0/cycles/${Id}/prerequisites`)).status).toBe(200);
    expect(await readBody(caller, `/cycles/${Id}/steps`)).toHaveLength(file.Steps.length);
    expect(await readBody(caller, '/cycles')).toHaveLength(2);
  });

  test('brings connectors of its own where that is chosen', async () => {
    await open({ importedConnectors: 'new' });
    const { Id } = await installTemplate(caller, 'Contacts to Files');
    await importCycle(caller, await exportCycle(caller, Id));
    expect(await readBody(caller, '/account/connectors')).toHaveLength(4);
  });

  test('keeps to itself what was typed into a sensitive parameter', async () => {
    const { Id } = await installTemplate(caller, 'CRM to CRM');
    const steps = await readBody(caller, `/cycles/${Id}/steps`);
    const step = steps.find((each: File) => each.Name === 'Get contact');
    const token = step.Method.Parameters.find((each: File) => each.TargetName === 'apiToken');
    await put(caller, `/steps/${step.Id}/parameters/${token.Id}`, { Value: 'canary-4711' });
    expect(JSON.stringify(await exportCycle(caller, Id))).not.toContain('canary-4711');
  });
});

describe('an imported template', () => {
  test('waits as a draft where that is chosen', async () => {
    await open({ importedTemplate: 'draft' });
    const [{ Id }] = await readBody(caller, '/templates?tag=mail');
    const file = await readBody(caller, `/templates/${Id}/export`);
    const { status, body } = await partner.call('POST', '/v1.0/templates/import', file);
    expect(status).toBe(200);
    expect((await partner.call('GET', `/v1.0/templates/${body.Id}`)).status).toBe(404);
  });
});

describe('a file that cannot be imported', () => {
  let file: File;

  beforeEach(async () => {
    const { Id } = await installTemplate(caller, 'Contacts to Mailer');
    file = await exportCycle(caller, Id);
  });

  const spoils: readonly (readonly [string, RegExp, (file: File) => void])[] = [
    ['has no name', /Failed to import cycle/, (each) => delete each.Name],
    ['has no steps', /Failed to import cycle/, (each) => delete each.Steps],
    [
      'names another connector',
      /no connector 'Nobody'/,
      (each) => {
        each.Steps[0].AccountConnector.Connector.Name = 'Nobody';
      },
    ],
    [
      'names another version',
      /of version '99'/,
      (each) => {
        each.Steps[0].AccountConnector.Connector.Version = '99';
      },
    ],
    [
      'names another method',
      /has no method 'Sing'/,
      (each) => {
        Object.assign(each.Steps[0].Method, { Name: 'Sing', MethodUniqueIdentifier: null });
      },
    ],
    [
      'maps a field that there is not',
      /no field 'Nowhere'/,
      (each) => {
        each.Steps[1].CycleFieldMappings = [
          { Field: { ConnectorField: 'Nowhere' }, CycleEntityMappingType: 1 },
        ];
      },
    ],
    [
      'maps in an unknown way',
      /unknown type/,
      (each) => {
        each.Steps[1].CycleFieldMappings[0].CycleEntityMappingType = 77;
      },
    ],
    [
      'takes a value from no step',
      /no response field/,
      (each) => {
        Object.assign(each.Steps[1].CycleFieldMappings[0], {
          CycleEntityMappingType: 0,
          Value: 'x,1',
        });
      },
    ],
    [
      'has two steps of one id',
      /an id of its own/,
      (each) => {
        each.Steps[1].Id = each.Steps[0].Id;
      },
    ],
    [
      'leads in a circle',
      /in a circle/,
      (each) => {
        const [edge] = each.Edges;
        each.Edges.push({ TailStep_Id: edge.HeadStep_Id, HeadStep_Id: edge.TailStep_Id });
      },
    ],
  ];

  test.each(spoils)(
    'because it %s is a 400 that says so, and leaves nothing behind',
    async (_, message, spoil) => {
      spoil(file);
      const before = place.emulator.control.dump().accounts;
      const { status, body } = await caller.call('POST', '/v1.0/cycles/import', file);
      expect(status).toBe(400);
      expect(body.Message).toMatch(message);
      expect(place.emulator.control.dump().accounts).toEqual(before);
    },
  );
});
