import { beforeEach, describe, expect, test } from 'vitest';
import type { Emulator } from '../../../../src/emulator/emulator.ts';
import {
  type Answer,
  type Caller,
  installTemplate,
  put,
  readBody,
  signIn,
  startEmulator,
} from '../../support/start-emulator.ts';
import { quickstartWorld } from '../../support/worlds.ts';

type File = Answer['body'];

let emulator: Emulator;
let partner: Caller;
let caller: Caller;

async function open(choices = {}): Promise<void> {
  emulator = await startEmulator({ world: quickstartWorld, choices });
  partner = await signIn(emulator);
  for (const Id of ['northwind', 'contoso']) {
    await partner.call('POST', '/v1.0/accounts', { Id, Name: Id });
  }
  caller = partner.inside('northwind');
}

beforeEach(() => open());

async function exportCycle(id: string, by = caller): Promise<File> {
  return readBody(by, `/cycles/${id}/export`);
}

async function importCycle(by: Caller, file: File): Promise<File> {
  const { status, body } = await by.call('POST', '/v1.0/cycles/import', file);
  expect({ status, body }).toMatchObject({ status: 200 });
  return body;
}

/** The file with every id named by where it stands first, so that files of two places compare. */
function withoutIds(file: File): string {
  const guid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
  const ids = new RegExp(`${guid}|(?<=(?:,|_Id":|"Id":|ParameterId":| ))[0-9]{4,}`, 'g');
  const names = new Map<string, string>();
  return JSON.stringify(file).replaceAll(ids, (id) => {
    names.set(id, names.get(id) ?? `id ${names.size}`);
    return names.get(id) ?? '';
  });
}

/** A cycle of three steps with a mapping of every kind that the service knows. */
async function makeRichCycle(): Promise<string> {
  const { Id } = await installTemplate(caller, 'Contacts to Mailer');
  await caller.call('PUT', `/v1.0/cycles/${Id}`, {
    StepErrorAction: 'Retry',
    CollectionSplitType: 'All',
    LogStepDataRequests: true,
    Shareable: true,
    Description: 'Rich',
    Tags: ['b', 'a'],
  });
  await caller.call('POST', `/v1.0/cycles/${Id}/variables`, { DisplayName: 'empty one' });
  const steps = await readBody(caller, `/cycles/${Id}/steps`);
  const edges = await readBody(caller, `/cycles/${Id}/edges`);
  const last = steps.find((step: File) => !edges.some((edge: File) => edge.TailStepId === step.Id));
  const source = steps.find((step: File) =>
    edges.some((edge: File) => edge.TailStepId === step.Id),
  );
  const [given] = source.Method.ResponseFields;
  const variables = await readBody(caller, `/cycles/${Id}/variables`);
  const kinds = [
    {
      MappingType: 'StaticValue',
      Value: `Dear {{${source.Id} ${given.Id}}}`,
      IsLaunchVisible: true,
    },
    { MappingType: 'PreviousStep', SourceStepId: source.Id, SourceFieldId: given.Id },
    { MappingType: 'Variable', Value: variables[0].SystemName },
    { MappingType: 'ValueList', Value: 'x' },
    { MappingType: 'Lookup', TriggerValue: '7', TriggerValueDisplayName: 'Seven' },
    { MappingType: 'Ignore' },
    { MappingType: 'StaticValue', Value: null },
  ];
  const places = [
    ...last.Method.RequestFields.map((item: File) => `fieldmappings/${item.Id}`),
    ...last.Method.Parameters.map((item: File) => `parameters/${item.Id}`),
    ...source.Method.Parameters.map((item: File) => `../${source.Id}/parameters/${item.Id}`),
  ];
  const usable = kinds.filter(({ MappingType }) => MappingType !== 'PreviousStep');
  for (const [index, place] of places.entries()) {
    const ofSource = place.startsWith('../');
    const kind = (ofSource ? usable.slice(1) : kinds)[
      index % (ofSource ? usable.length - 1 : kinds.length)
    ];
    const path = ofSource ? `/steps/${place.slice(3)}` : `/steps/${last.Id}/${place}`;
    expect((await put(caller, path, kind)).status).toBe(200);
  }
  return Id;
}

describe('an exported cycle', () => {
  test('that is imported into another account is exported the same, but for its ids', async () => {
    const file = await exportCycle(await makeRichCycle());
    const other = partner.inside('contoso');
    const { Id, Status } = await importCycle(other, file);
    expect(Status).toBe('Paused');
    const again = await exportCycle(Id, other);
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
    const file = await exportCycle(await makeRichCycle());
    const { status, body } = await partner.call('POST', '/v1.0/cycles/import', {
      ...file,
      VersionedCycle: { ...file.VersionedCycle, Published: true },
    });
    expect(status).toBe(200);
    const template = await readBody(partner, `/templates/${body.Id}/export`);
    expect(withoutIds({ ...template, VersionedCycle: file.VersionedCycle })).toBe(withoutIds(file));
    const other = partner.inside('contoso');
    const installed = await other.call('POST', `/v1.0/templates/${body.Id}/install`, {});
    const cycle = await exportCycle(installed.body.Id, other);
    const named = (each: File) => each.Steps.map((step: File) => step.AccountConnector.Connector);
    expect(named(cycle)).toEqual(named(file));
    expect(cycle.Steps.map((step: File) => step.CycleFieldMappings.length)).toEqual(
      file.Steps.map((step: File) => step.CycleFieldMappings.length),
    );
  });

  test('uses the connector of the same name before an older one of its kind', async () => {
    await installTemplate(caller, 'Contacts to Files');
    const [{ Id }] = await readBody(caller, '/cycles');
    const file = await exportCycle(Id);
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
    const file = await exportCycle((await installTemplate(caller, 'Contacts to Files')).Id);
    const requests = 3;
    emulator.control.plantFaults([{ path: '/v1.0/cycles/import', do: 'lag', requests }]);
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
    await importCycle(caller, await exportCycle(Id));
    expect(await readBody(caller, '/account/connectors')).toHaveLength(4);
  });

  test('keeps to itself what was typed into a sensitive parameter', async () => {
    const { Id } = await installTemplate(caller, 'CRM to CRM');
    const steps = await readBody(caller, `/cycles/${Id}/steps`);
    const step = steps.find((each: File) => each.Name === 'Get contact');
    const token = step.Method.Parameters.find((each: File) => each.TargetName === 'apiToken');
    await put(caller, `/steps/${step.Id}/parameters/${token.Id}`, { Value: 'canary-4711' });
    expect(JSON.stringify(await exportCycle(Id))).not.toContain('canary-4711');
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
    file = await exportCycle(Id);
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
      const before = emulator.control.dump().accounts;
      const { status, body } = await caller.call('POST', '/v1.0/cycles/import', file);
      expect(status).toBe(400);
      expect(body.Message).toMatch(message);
      expect(emulator.control.dump().accounts).toEqual(before);
    },
  );
});
