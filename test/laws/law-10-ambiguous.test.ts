import { expect, it } from 'vitest';
import { type Caller, installTemplate, put, signIn } from '../emulator/support/start-emulator.ts';
import { quickstartWorldText } from '../emulator/support/worlds.ts';
import { adoptIn } from '../worlds/features/adopt-in.ts';
import { planOf, type TestFixture } from '../worlds/fixture.ts';
import {
  applyAll,
  editManifest,
  listReasons,
  listWrites,
  openQuickstart,
  readLive,
} from '../worlds/quickstart.ts';

/**
 * Why an object of northwind is refused. The rest of it is applied; nothing of the object, and
 * nothing that it may be.
 */
async function readRefusal(fixture: TestFixture, candidates: readonly (string | undefined)[] = []) {
  const since = fixture.emulator.requests().length;
  const planned = await fixture.plan();
  const { refused = [], operations } = planOf(planned, 'northwind');
  const addresses = refused.map(({ address }) => address);
  expect(operations.filter(({ address }) => addresses.includes(address))).toEqual([]);
  const outcomes = await fixture.apply({ planned });
  expect(outcomes.find(({ account }) => account === 'northwind')?.refused ?? refused).toEqual(
    refused,
  );
  const writes = fixture.emulator.requests().slice(since);
  expect(
    writes.filter(
      ({ method, path }) => method !== 'GET' && candidates.some((id) => path.includes(`${id}`)),
    ),
  ).toEqual([]);
  return refused.flatMap(({ diagnostics }) => diagnostics);
}

async function beside(fixture: TestFixture): Promise<Caller> {
  return (await signIn(fixture.emulator)).inside('northwind-8812');
}

/** A second cycle of a template under a name, as somebody makes it in the console. */
async function copyCycle(fixture: TestFixture, template: string, body: object): Promise<string> {
  const caller = await beside(fixture);
  const cycle = await installTemplate(caller, template);
  await put(caller, `/cycles/${cycle.Id}`, body);
  return cycle.Id;
}

it('refuses a cycle that two of the service could be, and names both', async () => {
  const fixture = await openQuickstart();
  await applyAll(fixture);
  fixture.loseStore();
  const ids = readLive(fixture, 'northwind').cycles;
  const tagged = ids.find(({ name }) => name === 'Contacts to mailer');
  const copy = await copyCycle(fixture, 'Contacts to Mailer', {
    Name: 'Contacts to mailer',
    Tags: tagged?.tags,
  });
  const [refusal, ...others] = await readRefusal(fixture, [copy, tagged?.id]);
  expect(others).toEqual([]);
  expect(refusal?.code).toBe('ambiguous');
  expect(refusal?.summary).toContain(copy);
  expect(refusal?.summary).toContain(tagged?.id);
  const line = 'cyclectl adopt -e local northwind/cycles/contacts-to-mailer ID';
  expect(refusal?.remedy).toContain(line);
  expect(refusal?.at?.file).toBe('accounts/northwind.yaml');
  // What the remedy says settles it.
  await adoptIn(fixture, 'northwind/cycles/contacts-to-mailer', { live: tagged?.id ?? '' });
  const outcomes = await applyAll(fixture);
  expect(outcomes.flatMap(({ diagnostics }) => diagnostics)).toEqual([]);
  expect(readLive(fixture, 'northwind').cycles.map(({ id }) => id)).toContain(copy);
});

it('refuses to make a cycle while a paused one that never ran may be what a lost install left', async () => {
  const fixture = await openQuickstart();
  await applyAll(fixture);
  editManifest(fixture, 'northwind', {
    from: '    contacts-to-mailer:',
    to: '    another:\n      from: {template: Contacts to Mailer}\n    contacts-to-mailer:',
  });
  const left = await copyCycle(fixture, 'Contacts to Mailer', {});
  const [refusal] = await readRefusal(fixture, [left]);
  expect(refusal?.code).toBe('ambiguous');
  expect(refusal?.summary).toContain(left);
});

it('refuses a template name that two templates have, and one of them is chosen by its tag', async () => {
  const world = `${quickstartWorldText}
  - name: Contacts to Mailer
    tags: [other]
    steps:
      - name: List changed contacts
        connector: Sample CRM
        parameters: {modifiedSince: now}
      - name: Add subscriber
        connector: Sample Mailer
        fields: {Email.Address: nobody}
`;
  const fixture = await openQuickstart({ world });
  const [refusal] = await readRefusal(fixture);
  expect(refusal?.code).toBe('template-ambiguous');
  expect(`${refusal?.detail}`).toContain('other');
  expect(refusal?.remedy).toContain('tag');
  editManifest(fixture, 'northwind', {
    from: '{template: Contacts to Mailer}',
    to: '{template: Contacts to Mailer, tag: mail}',
  });
  expect(listReasons(await fixture.plan())).toEqual([]);
});

it('refuses a step name that repeats, and takes it with its number', async () => {
  const fixture = await openQuickstart();
  editManifest(fixture, 'northwind', {
    from: '  cycles:\n',
    to: [
      '  cycles:',
      '    copy:',
      '      from: {template: CRM to CRM}',
      '      steps: {Get contact: {parameters: {contactId: "7"}}}',
      '',
    ].join('\n'),
  });
  const [refusal] = await readRefusal(fixture);
  expect(refusal?.code).toBe('step-unknown');
  expect(refusal?.remedy).toContain('"Get contact#1", "Get contact#2"');
  editManifest(fixture, 'northwind', { from: '{Get contact: ', to: '{"Get contact#2": ' });
  expect(listReasons(await fixture.plan())).toEqual([]);
});

it('refuses a slot that two connectors of the account fit, and names the line that settles it', async () => {
  const fixture = await openQuickstart();
  editManifest(fixture, 'northwind', {
    from: '  connectors:\n',
    to: '  connectors:\n    crm-two:\n      connector: {name: Sample CRM}\n      auth: {apiKey: {env: northwind_crm_key}}\n',
  });
  const refusals = await readRefusal(fixture);
  expect(new Set(refusals.map(({ code }) => code))).toEqual(new Set(['slot-ambiguous']));
  expect(refusals[0]?.remedy).toContain('connectors: {"Sample CRM": crm-two}');
  expect(listWrites(fixture).some((write) => write.includes('/install'))).toBe(true);
});
