import { expect, test } from 'vitest';
import type { Choices } from '../../../../src/emulator/world/choices.ts';
import { installTemplate, put, readBody } from '../../support/start-emulator.ts';
import {
  exportCycle,
  type File,
  importCycle,
  makeRichCycle,
  openTransfer,
  withoutIds,
} from './open-transfer.ts';

const transferable: readonly (readonly [Partial<Choices>])[] = [
  [{ exportNumbers: 'other' }],
  [{ exportNumbers: 'shifted' }],
  [{ exportedSlot: 'installed' }],
  [{ exportedSlot: 'connector' }],
  [{ exportedConnectors: 'large' }],
  [{ exportedDescription: 'absent' }],
];

test.each(transferable)(
  'an exported cycle of a service with %j comes back as the same from an import',
  async (choices) => {
    const { partner, caller } = await openTransfer(choices);
    const file = await exportCycle(caller, await makeRichCycle(caller));
    const other = partner.inside('contoso');
    const again = await exportCycle(other, (await importCycle(other, file)).Id);
    // The two accounts share no ids of installed connectors.
    const bare = (each: File) => withoutIds({ ...each, Steps: each.Steps.map(withoutSlotId) });
    expect(bare(again)).toBe(bare(file));
  },
);

function withoutSlotId({ AccountConnector_Id: _, ...step }: File): File {
  return step;
}

test.each([
  ['other', 10],
  ['shifted', 1],
] as const)('an export with %s numbers differs in them alone, all by %i', async (choice, by) => {
  const exportWith = async (exportNumbers: Choices['exportNumbers']): Promise<File> => {
    const { caller } = await openTransfer({ exportNumbers });
    return exportCycle(caller, await makeRichCycle(caller));
  };
  const numbers =
    /"(?:ActionType|AuthType|OAuth2Type|Cycle(?:EntityMapping|Edge)Type|(?:Cycle|Step)CollectionSplitType|CycleStepErrorAction)":/;
  const moved = JSON.stringify(await exportWith('assumed')).replaceAll(
    new RegExp(`(${numbers.source})([0-9]+)`, 'g'),
    (_, key: string, code: string) => `${key}${Number(code) + by}`,
  );
  expect(withoutIds(await exportWith(choice))).toBe(withoutIds(JSON.parse(moved)));
});

test.each([
  ['numbered', 'crm'],
  ['installed', 'crm'],
  ['connector', 'Sample CRM'],
] as const)(
  'a slot that is %s has the name %s; one of a template is as ever',
  async (choice, name) => {
    const { caller } = await openTransfer({ exportedSlot: choice });
    await caller.call('POST', '/v1.0/connectors/Sample%20CRM/install', { Name: 'crm' });
    const file = await exportCycle(caller, (await installTemplate(caller, 'Contacts to Files')).Id);
    const installed = await readBody(caller, '/account/connectors');
    const crm = installed.find((each: File) => each.Name === 'crm');
    expect(listSlots(file)[0]).toEqual([name, choice === 'installed' ? crm.Id : 1]);
    const [{ Id }] = await readBody(caller, '/templates?tag=mail');
    expect(listSlots(await readBody(caller, `/templates/${Id}/export`))).toEqual([
      ['Sample CRM', 1],
      ['Sample Mailer', 2],
    ]);
  },
);

function listSlots(file: File): File[] {
  return file.Steps.map((step: File) => [step.AccountConnector.Name, step.AccountConnector_Id]);
}

test.each([
  ['short', 0, 64],
  ['large', 256, 1024],
] as const)(
  'an export whose opaque texts are %s has more than %i KiB',
  async (choice, from, to) => {
    const { caller } = await openTransfer({ exportedConnectors: choice });
    const { Id } = await installTemplate(caller, 'Contacts to Files');
    const size = JSON.stringify(await exportCycle(caller, Id)).length / 1024;
    expect(size).toBeGreaterThan(from);
    expect(size).toBeLessThan(to);
  },
);

test('exports of cycles and templates have no Description where that is chosen', async () => {
  const { caller } = await openTransfer({ exportedDescription: 'absent' });
  const file = await exportCycle(caller, await makeRichCycle(caller));
  expect(file).not.toHaveProperty('Description');
  const [{ Id }] = await readBody(caller, '/templates?tag=mail');
  const template = await readBody(caller, `/templates/${Id}/export`);
  expect(template).not.toHaveProperty('Description');
});

test('an export has the values of the template where that is chosen, by the ids of the cycle', async () => {
  const { caller } = await openTransfer({ exportedValues: "the template's" });
  const { Id } = await installTemplate(caller, 'Contacts to Mailer');
  const before = await exportCycle(caller, Id);
  const steps = await readBody(caller, `/cycles/${Id}/steps`);
  const step = steps.find((each: File) => each.Name === 'Add subscriber');
  const places = step.Method.RequestFields.map((item: File) => `fieldmappings/${item.Id}`);
  for (const path of places) {
    const write = { MappingType: 'StaticValue', Value: 'ours' };
    expect((await put(caller, `/steps/${step.Id}/${path}`, write)).status).toBe(200);
  }
  const [{ SystemName }] = await readBody(caller, `/cycles/${Id}/variables`);
  await put(caller, `/cycles/${Id}/variables/${SystemName}`, { Value: 'ours' });
  const after = await exportCycle(caller, Id);
  expect(after).toEqual(before);
  expect(JSON.stringify(after)).not.toContain('ours');
  expect(after.Steps.map((each: File) => each.Id)).toContain(step.Id);
});

test('a cycle without a template has its own values in any export', async () => {
  const { caller } = await openTransfer({ exportedValues: "the template's" });
  const { Id } = await installTemplate(caller, 'Contacts to Mailer');
  const imported = await importCycle(caller, await exportCycle(caller, Id));
  const [{ SystemName }] = await readBody(caller, `/cycles/${imported.Id}/variables`);
  await put(caller, `/cycles/${imported.Id}/variables/${SystemName}`, { Value: 'ours' });
  expect(JSON.stringify(await exportCycle(caller, imported.Id))).toContain('ours');
});

test.each([403, 404, 405] as const)(
  'the export of each cycle is %i where that is chosen',
  async (cycleExport) => {
    const { caller } = await openTransfer({ cycleExport });
    const { Id } = await installTemplate(caller, 'Contacts to Files');
    expect((await caller.call('GET', `/v1.0/cycles/${Id}/export`)).status).toBe(cycleExport);
    const [template] = await readBody(caller, '/templates?tag=mail');
    expect((await caller.call('GET', `/v1.0/templates/${template.Id}/export`)).status).toBe(200);
  },
);
