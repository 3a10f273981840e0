import { expect, it } from 'vitest';
import { type Caller, installTemplate, put, signIn } from '../emulator/support/start-emulator.ts';
import { quickstartWorldText } from '../emulator/support/worlds.ts';
import { adoptIn } from '../worlds/features/adopt-in.ts';
import type { TestFixture } from '../worlds/fixture.ts';
import {
  applyAll,
  editManifest,
  listWrites,
  openQuickstart,
  readLive,
} from '../worlds/quickstart.ts';

/** Why northwind is not planned; contoso is, whatever is unclear of the other. */
async function readRefusal(place: TestFixture) {
  const since = place.emulator.requests().length;
  const planned = await place.plan();
  const found = planned.find((each) => each.kind === 'unplanned');
  if (found?.kind !== 'unplanned') throw new Error('All accounts were planned');
  expect(found.account).toBe('northwind');
  expect(found.isUnread).toBe(false);
  const outcomes = await place.apply({ planned });
  expect(outcomes.map(({ account }) => account).filter((key) => key === 'northwind')).toEqual([]);
  const writes = place.emulator.requests().slice(since);
  expect(
    writes.filter(({ method, account }) => method !== 'GET' && account === 'northwind-8812'),
  ).toEqual([]);
  return found.diagnostics;
}

async function beside(place: TestFixture): Promise<Caller> {
  return (await signIn(place.emulator)).inside('northwind-8812');
}

/** A second cycle of a template under a name, as somebody makes it in the console. */
async function copyCycle(place: TestFixture, template: string, body: object): Promise<string> {
  const caller = await beside(place);
  const cycle = await installTemplate(caller, template);
  await put(caller, `/cycles/${cycle.Id}`, body);
  return cycle.Id;
}

it('refuses a cycle that two of the service could be, and names both', async () => {
  const place = await openQuickstart();
  await applyAll(place);
  place.loseStore();
  const ids = readLive(place, 'northwind').cycles;
  const tagged = ids.find(({ name }) => name === 'Contacts to mailer');
  const copy = await copyCycle(place, 'Contacts to Mailer', {
    Name: 'Contacts to mailer',
    Tags: tagged?.tags,
  });
  const [refusal, ...others] = await readRefusal(place);
  expect(others).toEqual([]);
  expect(refusal?.code).toBe('ambiguous');
  expect(refusal?.summary).toContain(copy);
  expect(refusal?.summary).toContain(tagged?.id);
  const line = 'cyclectl adopt -e local northwind/cycles/contacts-to-mailer ID';
  expect(refusal?.remedy).toContain(line);
  expect(refusal?.at?.file).toBe('accounts/northwind.yaml');
  // What the remedy says settles it.
  await adoptIn(place, 'northwind/cycles/contacts-to-mailer', { live: tagged?.id ?? '' });
  const outcomes = await applyAll(place);
  expect(outcomes.flatMap(({ diagnostics }) => diagnostics)).toEqual([]);
  expect(readLive(place, 'northwind').cycles.map(({ id }) => id)).toContain(copy);
});

it('refuses to make a cycle while a paused one that never ran may be what a lost install left', async () => {
  const place = await openQuickstart();
  await applyAll(place);
  editManifest(place, 'northwind', {
    from: '    contacts-to-mailer:',
    to: '    another:\n      from: {template: Contacts to Mailer}\n    contacts-to-mailer:',
  });
  const left = await copyCycle(place, 'Contacts to Mailer', {});
  const [refusal] = await readRefusal(place);
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
  const place = await openQuickstart({ world });
  const [refusal] = await readRefusal(place);
  expect(refusal?.code).toBe('template-ambiguous');
  expect(`${refusal?.detail}`).toContain('other');
  expect(refusal?.remedy).toContain('tag');
  editManifest(place, 'northwind', {
    from: '{template: Contacts to Mailer}',
    to: '{template: Contacts to Mailer, tag: mail}',
  });
  expect((await place.plan()).every(({ kind }) => kind === 'planned')).toBe(true);
});

it('refuses a step name that repeats, and takes it with its number', async () => {
  const place = await openQuickstart();
  editManifest(place, 'northwind', {
    from: '  cycles:\n',
    to: [
      '  cycles:',
      '    copy:',
      '      from: {template: CRM to CRM}',
      '      steps: {Get contact: {parameters: {contactId: "7"}}}',
      '',
    ].join('\n'),
  });
  const [refusal] = await readRefusal(place);
  expect(refusal?.code).toBe('step-unknown');
  expect(refusal?.remedy).toContain('"Get contact#1", "Get contact#2"');
  editManifest(place, 'northwind', { from: '{Get contact: ', to: '{"Get contact#2": ' });
  expect((await place.plan()).every(({ kind }) => kind === 'planned')).toBe(true);
});

it('refuses a slot that two connectors of the account fit, and names the line that settles it', async () => {
  const place = await openQuickstart();
  editManifest(place, 'northwind', {
    from: '  connectors:\n',
    to: '  connectors:\n    crm-two:\n      connector: {name: Sample CRM}\n      auth: {apiKey: {env: northwind_crm_key}}\n',
  });
  const refusals = await readRefusal(place);
  expect(new Set(refusals.map(({ code }) => code))).toEqual(new Set(['slot-ambiguous']));
  expect(refusals[0]?.remedy).toContain('connectors: {"Sample CRM": crm-two}');
  expect(listWrites(place).some((write) => write.includes('/install'))).toBe(true);
});
