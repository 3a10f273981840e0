import { readWorld } from '../../../src/emulator/world/file/read-world.ts';
import { quickstartWorldText } from '../../emulator/support/worlds.ts';
import { consoleRequest } from '../console/console-request.ts';
import type { FixtureOptions, TestFixture } from '../fixture.ts';
import { editManifest, openQuickstart, quickstartIds, readLive } from '../quickstart.ts';

/** The cycle of the quickstart that these tests replace, and those of its templates. */
export const replaced = {
  account: 'northwind',
  address: 'northwind/cycles/contacts-to-files',
  before: 'Contacts to Files',
  after: 'Contacts to Files 2',
  third: 'Contacts to Files 3',
} as const;

/** The world of the quickstart, with a second template of the same steps beside two of its own. */
export const replacingWorld = readWorld(
  [replaced.before, 'Orders to Files'].reduce(addDuplicate, quickstartWorldText),
);

/** The world with two templates of one name, which differ by tags. */
export const taggedWorld = readWorld(
  ['first', 'second'].reduce((world, tag) => {
    const own = new RegExp(`\\n {2}- name: ${replaced.before}\\n[\\s\\S]*?(?=\\n {2}- name: )`);
    return world.replace(own, (text) => {
      const twin = text.replace(replaced.before, 'Twin').replace(/tags: .*/, `tags: [${tag}]`);
      return `${text}${twin}`;
    });
  }, quickstartWorldText),
);

function addDuplicate(world: string, name: string): string {
  const own = new RegExp(`\\n {2}- name: ${name}\\n[\\s\\S]*?(?=\\n {2}- name: )`);
  return world.replace(own, (text) =>
    [text, ...['2', '3'].map((twin) => text.replace(name, `${name} ${twin}`))].join(''),
  );
}

/** A workplace with one account, whose one cycle is made from the first of the two and runs. */
export async function openReplacing(options: Partial<FixtureOptions> = {}): Promise<TestFixture> {
  const fixture = await openQuickstart({ world: replacingWorld, ...options });
  fixture.manifests.delete('accounts/contoso.yaml');
  const cut = (from: RegExp, to: string) => editManifest(fixture, replaced.account, { from, to });
  cut(/\n {4}mailer:[\s\S]*?\n {2}cycles:/, '\n  cycles:');
  cut(/\n {4}contacts-to-mailer:[\s\S]*$/, '\n');
  await fixture.apply();
  return fixture;
}

/** Makes Git name a template for the cycle, another one or the same. */
export function nameTemplate(fixture: TestFixture, to: string): void {
  const path = `accounts/${replaced.account}.yaml`;
  const text = fixture.manifests.get(path) ?? '';
  const line = /(contacts-to-files:\n {6}from: \{template: )[^}]*\}/;
  if (!line.test(text)) throw new Error(`${path} has no such cycle`);
  fixture.manifests.set(
    path,
    text.replace(line, (_all, head: string) => `${head}${to}}`),
  );
}

/** Makes Git name a template whose cycle needs a person to sign a connector in. */
export function nameMailer(fixture: TestFixture): void {
  editManifest(fixture, replaced.account, {
    from: '  cycles:',
    to: '    mailer:\n      connector: {name: Sample Mailer}\n      auth: {oauth: {user: it@northwind.example}}\n  cycles:',
  });
  editManifest(fixture, replaced.account, {
    from: /from: \{template[\s\S]*$/,
    to: 'from: {template: Contacts to Mailer}\n      state: active\n      schedule: {every: 1h}\n      steps:\n        Add subscriber:\n          fields:\n            Status: subscribed\n',
  });
}

/** Starts the cycle of a template in the console. */
export async function startInConsole(
  fixture: TestFixture,
  template: string,
  on: Readonly<Record<string, unknown>> = { Interval: 15 },
): Promise<void> {
  await requestInConsole(fixture, template, { verb: 'activate', body: on });
}

/** Stops the cycle of a template in the console. */
export async function stopInConsole(fixture: TestFixture, template: string): Promise<void> {
  await requestInConsole(fixture, template, { verb: 'deactivate', body: {} });
}

async function requestInConsole(
  fixture: TestFixture,
  template: string,
  { verb, body }: { readonly verb: string; readonly body: unknown },
): Promise<void> {
  const found = fixture.emulator.control.dump().templates.find(({ name }) => name === template);
  const cycle = readLive(fixture, replaced.account).cycles.find(
    ({ templateId }) => templateId === found?.id,
  );
  await consoleRequest(fixture.emulator, {
    method: 'PUT',
    path: `/v1.0/cycles/${cycle?.id}/${verb}`,
    account: quickstartIds.northwind,
    body,
  });
}

/** The cycles that are there, as `TEMPLATE STATUS`, sorted. */
export function listCycles(fixture: TestFixture): readonly string[] {
  const { templates } = fixture.emulator.control.dump();
  const nameOf = (id: string | null) => templates.find((each) => each.id === id)?.name ?? id;
  return readLive(fixture, replaced.account)
    .cycles.filter(({ status }) => status !== 'DeleteScheduled')
    .map(({ templateId, status }) => `${nameOf(templateId)} ${status}`)
    .sort();
}

/** Writes to cycles since then: method and last word of the path. */
export function listCycleWrites(fixture: TestFixture, since: number): readonly string[] {
  return fixture.emulator
    .requests()
    .slice(since)
    .filter(({ method, path }) => method !== 'GET' && /install|cycles|step/.test(path))
    .map(({ method, path }) => {
      const last = path.split('/').at(-1) ?? '';
      return `${method} ${last.replace(/^[0-9a-f-]{36}$/, 'ID')}`;
    });
}
