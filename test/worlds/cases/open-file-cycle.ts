import { openEmulator } from '../../../src/emulator/emulator.ts';
import type { Choices } from '../../../src/emulator/world/choices.ts';
import { makeCycleFile } from '../../../src/engine/cycle-file/export/make-cycle-file.ts';
import { formatCycleFile } from '../../../src/engine/cycle-file/order-keys.ts';
import { toBlobFileName } from '../../../src/model/desired/cycle-file/cycle-file.ts';
import { quickstartWorld } from '../../emulator/support/worlds.ts';
import { openOnEmulator, take } from '../../service/open-for-test.ts';
import type { FixtureOptions, TestFixture } from '../fixture.ts';
import { openQuickstart } from '../quickstart.ts';

/** Where the cycle file of these tests is. */
export const cyclePath = 'cycles/contacts.cycle.json';

/** The cycle file of a template of the quickstart's world, exported from another service than the tests', with its blobs. */
export async function exportTemplateFile(
  name: string,
  choices: Partial<Choices> = {},
): Promise<ReadonlyMap<string, string>> {
  const emulator = await openEmulator({ world: quickstartWorld, seed: 77, choices });
  const { reader, writer } = await openOnEmulator(emulator);
  take(await writer.createAccount('elsewhere', { name: 'Elsewhere' }));
  const templates = take(await reader.listTemplates());
  const id = templates.find((template) => template.name === name)?.id ?? '';
  const cycle = take(await writer.installTemplate('elsewhere', id));
  const made = makeCycleFile(take(await reader.exportCycle('elsewhere', cycle.id)));
  if (made.kind !== 'made') throw new Error(made.says);
  return new Map([
    [cyclePath, formatCycleFile(made.document)],
    ...made.blobs.map(({ digest, text }) => [toBlobFileName(cyclePath, digest), text] as const),
  ]);
}

/** The quickstart's northwind with one cycle, which is made from a file. */
export async function openFileCycle(
  options: Pick<FixtureOptions, 'choices' | 'storeFile'> = {},
): Promise<TestFixture> {
  const fixture = await openQuickstart(options);
  fixture.manifests.delete('accounts/contoso.yaml');
  const exporting = { ...options.choices, cycleExport: 'offered' } as const;
  for (const [path, text] of await exportTemplateFile('Contacts to Files', exporting)) {
    fixture.manifests.set(path, text);
  }
  const text = fixture.manifests.get('accounts/northwind.yaml') ?? '';
  const head = text.slice(0, text.indexOf('  cycles:'));
  fixture.manifests.set('accounts/northwind.yaml', `${head}${cycleOfFile}`);
  return fixture;
}

const cycleOfFile = `  cycles:
    contacts:
      from: {file: ${cyclePath}}
      displayName: Contacts of a file
      state: active
      schedule: {every: 15m}
      steps:
        Get contact:
          parameters:
            contactId: {expression: '{{"List changed contacts" "Contact.Id"}}'}
`;
