import type { Emulator } from '../../../../src/emulator/emulator.ts';
import { consoleRequest } from '../../../worlds/console/console-request.ts';
import { quickstartIds } from '../../../worlds/quickstart.ts';

/** Installs a second cycle that matches the quickstart's contacts-to-mailer by its name and tag; returns its id. */
export async function makeTwin(emulator: Emulator): Promise<string> {
  const account = quickstartIds.northwind;
  const { templates } = emulator.control.dump();
  const template = templates.find(({ name }) => name === 'Contacts to Mailer')?.id;
  const path = `/v1.0/templates/${template}/install`;
  const made = await consoleRequest(emulator, { method: 'POST', path, account, body: {} });
  const { Id } = made as { readonly Id: string };
  const body = { Name: 'Contacts to mailer', Tags: ['cyclectl:contacts-to-mailer'] };
  await consoleRequest(emulator, { method: 'PUT', path: `/v1.0/cycles/${Id}`, account, body });
  return Id;
}
