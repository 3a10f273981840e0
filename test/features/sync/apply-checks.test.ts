import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Emulator } from '../../../src/emulator/emulator.ts';
import { runApplyCommand } from '../../../src/features/sync/apply-command.ts';
import { runPlan } from '../../../src/features/sync/plan-command.ts';
import { openRemoteProject, type Project, readProjectFile } from '../../support/run-cyclectl.ts';
import { openRecordedContext, optionsFor } from '../../support/run-in-process.ts';

// What an apply checks, when, and what it does about a check that fails. Over HTTP against the emulator.

const secret = 'secrets/northwind-crm-key.not-a-secret';
const safe = 'safe: true, parameters: {contactId: c-2}';

type Place = Project & { readonly emulator: Emulator };

async function openPlace(): Promise<Place> {
  const project = await openRemoteProject();
  const crm = 'properties: {region: eu}';
  const checks = `checks: [{method: Get contact, ${safe}}]`;
  await project.edit('accounts/northwind.yaml', crm, `${crm}\n      ${checks}`);
  const oauth = 'auth: {oauth: {user: it@northwind.example}}';
  const waits = `${oauth}\n      checks: [{method: List subscribers, safe: true}]`;
  await project.edit('accounts/northwind.yaml', oauth, waits);
  return project;
}

async function apply(place: Place, plan?: string) {
  const before = countCalls(place);
  const talk = openRecordedContext(toVariables(place));
  const options = { ...optionsFor(place.directory), yes: true };
  const given = plan === undefined ? options : { ...options, plan };
  const code = await runApplyCommand(talk.context, given);
  const words = talk.out().split(/\s+/).join(' ');
  return { code, words, text: talk.out(), calls: countCalls(place) - before };
}

async function plan(place: Place, more: { readonly out?: string } = {}) {
  const talk = openRecordedContext(toVariables(place));
  const options = { ...optionsFor(place.directory), ...more, exitCode: true };
  return { code: await runPlan(talk.context, options), text: talk.out() };
}

function toVariables({ emulator }: Place) {
  return {
    SVC_CLIENT_SECRET: emulator.credentials.clientSecret,
    CYCLECTL_SECRET_KEY: 'a key for tests that is long enough',
  };
}

function countCalls({ emulator }: Place): number {
  const asked = emulator.requests().filter(({ method }) => method === 'POST');
  return asked.filter(({ path }) => path.includes('/methods/')).length;
}

function statusOf({ emulator }: Place, name: string): string | undefined {
  const account = emulator.control.dump().accounts.find(({ id }) => id === 'northwind-8812');
  return account?.cycles.find((cycle) => cycle.name === name)?.status;
}

describe('an apply', () => {
  let place: Place;
  let key = '';
  let first: Awaited<ReturnType<typeof apply>>;

  beforeAll(async () => {
    place = await openPlace();
    key = (await readProjectFile(place, secret)).trimEnd();
    place.emulator.control.upsetApp('crm', { revoke: key });
    first = await apply(place);
  });

  it('exits 3 for a credential that is dead from the start, which is checked once', () => {
    expect(first).toMatchObject({ code: 3, calls: 1 });
    expect(first.words).toContain(
      'northwind/connectors/crm: the check "Get contact" failed: the answer was 400 [check-failed]',
    );
    expect(first.words).toContain('1 check failed.');
    expect(first.text).not.toContain(key);
  });

  it('does not start a cycle on it, and starts what does not use it', () => {
    expect(first.words).toContain(
      'northwind/cycles/contacts-to-files was not started: a check of northwind/connectors/crm failed [held-by-check]',
    );
    expect(statusOf(place, 'Contacts to files')).toBe('Paused');
    const contoso = place.emulator.control
      .dump()
      .accounts.find(({ id }) => id !== 'northwind-8812');
    expect(contoso?.cycles.map(({ status }) => status)).toContain('Active');
  });

  it('reports connectors that wait for a person, and does not call them', () => {
    expect(first.words).toContain(
      '! connectors/mailer not checked: waits for it@northwind.example',
    );
  });

  it('checks the connector of a cycle again as long as that is not started, and shows in the plan that it will', async () => {
    expect((await plan(place)).text).toContain('first the health checks of crm run: calls');
    const again = await apply(place);
    expect(again).toMatchObject({ calls: 1 });
    expect(again.code).not.toBe(0);
    expect(again.words).toContain('[held-by-check]');
    expect(statusOf(place, 'Contacts to files')).toBe('Paused');
  });
});

describe('an apply with a credential that works', () => {
  let place: Place;
  let first: Awaited<ReturnType<typeof apply>>;

  beforeAll(async () => {
    place = await openPlace();
    first = await apply(place);
  });

  it('exits 0, starts the cycle, says that the check passed, and has nothing left to do', async () => {
    expect(first).toMatchObject({ code: 0, calls: 1 });
    expect(first.words).toContain('1 check passed.');
    expect(statusOf(place, 'Contacts to files')).toBe('Active');
    expect((await plan(place)).code).toBe(0);
  });

  it('shows in the plan what will be called', async () => {
    const fresh = await openPlace();
    const { text } = await plan(fresh);
    expect(text).toContain('then its health checks run: calls "Get contact"');
    expect(text).not.toContain('List subscribers');
  });

  it('does not check what it did not touch', async () => {
    await place.edit('accounts/northwind.yaml', 'Europe/Berlin', 'Europe/London');
    expect(await apply(place)).toMatchObject({ code: 0, calls: 0 });
  });

  it('makes no operation of a check that changes, and refuses a saved plan without it', async () => {
    const out = join(place.directory, 'plan.json');
    await place.edit('accounts/contoso.yaml', 'displayName: Contoso', 'displayName: Contoso Ltd');
    await place.edit('accounts/northwind.yaml', 'Europe/', 'Africa/Tunis # Europe/');
    expect((await plan(place, { out })).code).toBe(2);
    await place.edit('accounts/northwind.yaml', 'contactId: c-2', 'contactId: c-3');
    const stale = await apply(place, out);
    expect(stale.words).toContain('northwind changed since the plan');
    expect(stale.calls).toBe(0);
    await apply(place);
    await place.edit('accounts/northwind.yaml', 'contactId: c-3', 'contactId: c-4');
    expect((await plan(place)).code).toBe(0);
  });

  it('finds that a new credential is dead at once, and leaves a cycle that runs alone', async () => {
    const other = await openPlace();
    await apply(other);
    other.emulator.control.upsetApp('crm', { revoke: 'not-a-secret-either' });
    await other.write(secret, 'not-a-secret-either\n');
    const { code, words, text, calls } = await apply(other);
    expect({ code, calls }).toEqual({ code: 3, calls: 1 });
    expect(words).toContain('[check-failed]');
    expect(words).not.toContain('[held-by-check]');
    expect(text).not.toContain('not-a-secret-either');
    expect(statusOf(other, 'Contacts to files')).toBe('Active');
  });
});
