import type { EmulatorOptions } from '../../src/emulator/emulator.ts';
import type { LiveConnector } from '../../src/model/live/live.ts';
import { SecretValue } from '../../src/model/secret/secret.ts';
import { startEmulator } from '../emulator/support/start-emulator.ts';
import { quickstartWorld } from '../emulator/support/worlds.ts';
import { openOnEmulator, take } from './open-for-test.ts';

type Choices = EmulatorOptions['choices'];

const account = 'northwind';

/** A client on the quickstart's world with the account northwind and its connectors, signed in. */
export async function openWithTemplates(choices: Choices = {}) {
  const emulator = await startEmulator({ world: quickstartWorld, choices });
  const rig = await openOnEmulator(emulator);
  const { reader, writer } = rig;
  take(await writer.createAccount(account, { name: 'Northwind' }));
  const catalogue = take(await reader.listCatalog(account));
  const templates = take(await reader.listTemplates());
  const install = async (
    connector: string,
    version: string,
    name: string,
  ): Promise<LiveConnector> => {
    const release = catalogue.find((one) => one.name === connector && one.version === version);
    if (release === undefined) throw new Error(`no ${connector} ${version}`);
    const authValue = new SecretValue('key-not-a-secret');
    const { id: releaseId } = release;
    return take(
      await writer.installConnector(account, { releaseId, name, authValue, properties: [] }),
    );
  };
  const findTemplate = (name: string): string => {
    const found = templates.find((template) => template.name === name);
    if (found === undefined) throw new Error(`no template ${name}`);
    return found.id;
  };
  return { ...rig, emulator, templates, install, findTemplate };
}

/** The same with one cycle of a template, whose connectors of the quickstart are signed in. */
export async function installCycle(template: string, choices: Choices = {}) {
  const rig = await openWithTemplates(choices);
  await rig.install('Sample CRM', '2.0', 'crm');
  await rig.install('Sample File Store', '3.1', 'files');
  const cycle = take(await rig.writer.installTemplate(account, rig.findTemplate(template)));
  return { ...rig, cycle };
}
