import { describe, expect, it } from 'vitest';
import { readGolden } from '../golden/read-golden.ts';
import { nameTemplate, replaced, replacingWorld } from '../worlds/cases/replace.ts';
import { buildFile, openBuilt } from '../worlds/cases/replace-file.ts';
import { consoleRequest } from '../worlds/console/console-request.ts';
import type { TestFixture } from '../worlds/fixture.ts';
import { openQuickstart } from '../worlds/quickstart.ts';
import { findWideLines, readApplyText, readDriftText, readPlanText } from './samples/read-text.ts';

// What people read, whole: a plan, a drift report, the end of an apply, on worlds that tests make.

describe('the plan as text', () => {
  it('shows what a first apply makes', async () => {
    const fixture = await openQuickstart();
    await expectGolden('plan/first-apply.txt', await readPlanText(await fixture.plan()));
  });

  it('says in one sentence that there is nothing to do', async () => {
    const fixture = await applied();
    fixture.emulator.control.grantConsent({ account: 'northwind-8812', connector: 'mailer' });
    await fixture.apply();
    await expectGolden('plan/nothing-to-do.txt', await readPlanText(await fixture.plan()));
  });

  it('says what an edit of a running cycle interrupts, and who moved', async () => {
    const fixture = await applied();
    editManifest(fixture, 'Status: subscribed', 'Status: pending');
    editManifest(fixture, '{step: Get contact, field: Name}', '{variable: region}');
    editManifest(fixture, 'timezone: Europe/Berlin', 'timezone: Europe/Paris');
    const cycle = findCycle(fixture, 'Contacts to files');
    fixture.emulator.control.plantTransactions({ cycle, count: 2, lastsMs: 60_000 });
    await consoleRequest(fixture.emulator, {
      method: 'PUT',
      path: '/v1.0/accounts/northwind-8812',
      body: { Name: 'Northwind' },
    });
    await expectGolden(
      'plan/edit-of-a-running-cycle.txt',
      await readPlanText(await fixture.plan()),
    );
  });

  it('adopts what is there when the store was lost', async () => {
    const fixture = await applied();
    fixture.loseStore();
    await expectGolden('plan/store-lost.txt', await readPlanText(await fixture.plan()));
  });

  it('shows deletes, forgotten lines and what is not ours', async () => {
    const fixture = await applied();
    fixture.manifests.set(
      'accounts/contoso.yaml',
      (fixture.manifests.get('accounts/contoso.yaml') ?? '').replace(
        / {2}cycles:[\s\S]*/,
        '  cycles: {}\n',
      ),
    );
    editManifest(fixture, '  timezone: Europe/Berlin\n', '');
    await consoleRequest(fixture.emulator, {
      method: 'POST',
      path: '/v1.0/cycles',
      account: 'northwind-8812',
      body: { Name: 'Old \u001b[31mnewsletter' },
    });
    await expectGolden('plan/deletes-and-forgotten.txt', await readPlanText(await fixture.plan()));
  });

  it('says what is lost where a cycle is replaced, and what is needed for it', async () => {
    const fixture = await openQuickstart({ world: replacingWorld });
    await fixture.apply();
    nameTemplate(fixture, replaced.after);
    const contoso = fixture.manifests.get('accounts/contoso.yaml') ?? '';
    const edited = contoso.replace('template: Orders to Files}', 'template: Orders to Files 2}');
    fixture.manifests.set('accounts/contoso.yaml', edited);
    const cycle = findCycle(fixture, 'Contacts to files');
    fixture.emulator.control.plantTransactions({ cycle, count: 2, lastsMs: 60_000 });
    await expectGolden('plan/replace.txt', await readPlanText(await fixture.plan()));
  });

  it('says what is built otherwise where a cycle is replaced by a changed file', async () => {
    const fixture = await openBuilt();
    buildFile(fixture, 1);
    await expectGolden('plan/replace-file.txt', await readPlanText(await fixture.plan()));
  });

  it('says of an account that it was not planned, and why', async () => {
    const fixture = await openQuickstart();
    editManifest(
      fixture,
      'Write file:\n          fields:\n            Contact.Email',
      'Write fill:\n          fields:\n            Contact.Email',
    );
    editManifest(fixture, 'name: Sample Mailer', 'name: Sample Mailr');
    await expectGolden('plan/not-planned.txt', await readPlanText(await fixture.plan()));
  });
});

describe('the drift report as text', () => {
  it('names account, object, field, both values and the place in Git', async () => {
    const fixture = await applied();
    await consoleRequest(fixture.emulator, {
      method: 'PUT',
      path: '/v1.0/accounts/northwind-8812',
      body: { Timezone: 'Europe/London' },
    });
    const cycle = findCycle(fixture, 'Contacts to files');
    await consoleRequest(fixture.emulator, {
      method: 'PUT',
      path: `/v1.0/cycles/${cycle}/deactivate`,
      account: 'northwind-8812',
      body: {},
    });
    const orders = findCycle(fixture, 'Orders in');
    await consoleRequest(fixture.emulator, {
      method: 'PUT',
      path: `/v1.0/cycles/${orders}/deactivate`,
      account: 'contoso.example',
      body: {},
    });
    await consoleRequest(fixture.emulator, {
      method: 'DELETE',
      path: `/v1.0/cycles/${orders}`,
      account: 'contoso.example',
      body: {},
    });
    await expectGolden('drift/several-hands.txt', await readDriftText(await fixture.drift()));
  });

  it('says in one sentence that there is none', async () => {
    const fixture = await applied();
    await expectGolden('drift/none.txt', await readDriftText(await fixture.drift()));
  });

  it('says of what was never applied just that', async () => {
    const fixture = await openQuickstart();
    await expectGolden('drift/never-applied.txt', await readDriftText(await fixture.drift()));
  });
});

describe('the end of an apply as text', () => {
  it('counts what was done and who is waited for', async () => {
    const fixture = await openQuickstart();
    await expectGolden('apply/done.txt', await readApplyText(await fixture.apply()));
  });

  it('says what failed, why, and what was left out', async () => {
    const fixture = await openQuickstart();
    fixture.emulator.control.plantFaults([
      { method: 'POST', path: '/v1.0/templates/*/install', nth: 1, do: 'status', status: 400 },
    ]);
    await expectGolden(
      'apply/failed.txt',
      await readApplyText(await fixture.apply({ select: ['account=contoso'] })),
    );
  });
});

async function applied(): Promise<TestFixture> {
  const fixture = await openQuickstart();
  await fixture.apply();
  return fixture;
}

function editManifest(fixture: TestFixture, before: string, after: string): void {
  const file = 'accounts/northwind.yaml';
  const text = fixture.manifests.get(file) ?? '';
  if (!text.includes(before)) throw new Error(`${file} has no ${before}`);
  fixture.manifests.set(file, text.replace(before, after));
}

function findCycle(fixture: TestFixture, name: string): string {
  const cycles = fixture.emulator.control.dump().accounts.flatMap((account) => account.cycles);
  const found = cycles.find((cycle) => cycle.name === name);
  if (found === undefined) throw new Error(`There is no cycle ${name}`);
  return found.id;
}

async function expectGolden(name: string, made: string): Promise<void> {
  expect(made).toBe(await readGolden(name, made));
  for (const line of made.split('\n')) {
    expect(line, 'a line without control characters').not.toMatch(/\p{Cc}/u);
  }
  expect(findWideLines(made)).toEqual([]);
}
