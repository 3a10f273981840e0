import { readWorld } from '../../src/emulator/world/read-world.ts';
import { quickstartWorldText } from '../emulator/worlds.ts';
import { editManifest, openQuickstart } from './quickstart.ts';
import type { TestWorkplace, WorkplaceOptions } from './workplace.ts';

/** The cycle of the quickstart that these tests replace, and those of its templates. */
export const replaced = {
  account: 'northwind',
  address: 'northwind/cycles/contacts-to-files',
  before: 'Contacts to Files',
  after: 'Contacts to Files 2',
} as const;

/** The world of the quickstart, with a second template of the same steps beside two of its own. */
export const replacingWorld = readWorld(
  [replaced.before, 'Orders to Files'].reduce(addTwin, quickstartWorldText),
);

function addTwin(world: string, name: string): string {
  const own = new RegExp(`\\n {2}- name: ${name}\\n[\\s\\S]*?(?=\\n {2}- name: )`);
  return world.replace(own, (text) => `${text}${text.replace(name, `${name} 2`)}`);
}

/** A workplace with one account, whose one cycle is made from the first of the two and runs. */
export async function openReplacing(
  options: Partial<WorkplaceOptions> = {},
): Promise<TestWorkplace> {
  const place = await openQuickstart({ world: replacingWorld, ...options });
  place.manifests.delete('accounts/contoso.yaml');
  const cut = (from: RegExp, to: string) => editManifest(place, replaced.account, { from, to });
  cut(/\n {4}mailer:[\s\S]*?\n {2}cycles:/, '\n  cycles:');
  cut(/\n {4}contacts-to-mailer:[\s\S]*$/, '\n');
  await place.apply();
  return place;
}

/** Makes Git name another template for the cycle. */
export function nameTemplate(place: TestWorkplace, to: string): void {
  editManifest(place, 'northwind', {
    from: /contacts-to-files:\n {6}from: \{template: [^}]*\}/,
    to: `contacts-to-files:\n      from: {template: ${to}}`,
  });
}
