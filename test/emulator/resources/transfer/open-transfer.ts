import { expect } from 'vitest';
import type { Emulator } from '../../../../src/emulator/emulator.ts';
import type { Choices } from '../../../../src/emulator/world/choices.ts';
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

export type File = Answer['body'];

/** The quickstart's world with two accounts; the caller is in the first, northwind. */
export type TransferPlace = {
  readonly emulator: Emulator;
  readonly partner: Caller;
  readonly caller: Caller;
};

export async function openTransfer(choices: Partial<Choices>): Promise<TransferPlace> {
  const emulator = await startEmulator({ world: quickstartWorld, choices });
  const partner = await signIn(emulator);
  for (const Id of ['northwind', 'contoso']) {
    await partner.call('POST', '/v1.0/accounts', { Id, Name: Id });
  }
  return { emulator, partner, caller: partner.inside('northwind') };
}

export async function exportCycle(by: Caller, id: string): Promise<File> {
  return readBody(by, `/cycles/${id}/export`);
}

export async function importCycle(by: Caller, file: File): Promise<File> {
  const { status, body } = await by.call('POST', '/v1.0/cycles/import', file);
  expect({ status, body }).toMatchObject({ status: 200 });
  return body;
}

/** The file with every id named by where it stands first, so that files of two places compare. */
export function withoutIds(file: File): string {
  const guid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
  const ids = new RegExp(`${guid}|(?<=(?:,|_Id":|"Id":|ParameterId":| ))[0-9]{4,}`, 'g');
  const names = new Map<string, string>();
  return JSON.stringify(file).replaceAll(ids, (id) => {
    names.set(id, names.get(id) ?? `id ${names.size}`);
    return names.get(id) ?? '';
  });
}

/** A cycle of three steps with a mapping of every kind that the service knows. */
export async function makeRichCycle(caller: Caller): Promise<string> {
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
