import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { GlobalOptions } from '../../../../src/app/context.ts';
import type { Emulator } from '../../../../src/emulator/emulator.ts';
import { runVerifyCommand } from '../../../../src/features/inspect/verify/verify-command.ts';
import { runApplyCommand } from '../../../../src/features/sync/apply-command.ts';
import { findRawLines, findWideLines } from '../../../reports/samples/read-text.ts';
import { openRemoteProject, readProjectFile } from '../../../support/run-cyclectl.ts';
import { openRecordedContext, optionsFor } from '../../../support/run-in-process.ts';

// The story of the command, in this process, over HTTP against the emulator and its sample apps.

const northwind = 'accounts/northwind.yaml';
const crm = 'properties: {region: eu}';
const port = 'port: "0022"}';
const oauth = 'auth: {oauth: {user: it@northwind.example}}';
const listContacts =
  '{method: List changed contacts, safe: true, parameters: {modifiedSince: 2026-01-01}, expect: {status: 200}}';
const getContact = '{method: Get contact, safe: true, parameters: {contactId: c-2}}';
const crmKey = 'secrets/northwind-crm-key.not-a-secret';

type Place = {
  readonly directory: string;
  readonly emulator: Emulator;
  readonly variables: Readonly<Record<string, string>>;
  /** Does something with the manifest changed, and puts it back. */
  with<T>(before: string, after: string, work: () => Promise<T>): Promise<T>;
};

/** The quickstart with checks of four connectors, against a service beside it. */
async function openPlace(): Promise<Place> {
  const project = await openRemoteProject();
  const { directory, emulator } = project;
  const edit = (before: string, after: string) => project.edit(northwind, before, after);
  await edit(crm, `${crm}\n      checks: [${listContacts}, ${getContact}]`);
  await edit(port, `${port}\n      checks: [{method: List files, safe: true}]`);
  await edit(oauth, `${oauth}\n      checks: [{method: List subscribers, safe: true}]`);
  return {
    directory,
    emulator,
    variables: {
      SVC_CLIENT_SECRET: emulator.credentials.clientSecret,
      CYCLECTL_SECRET_KEY: 'a key for tests that is long enough',
    },
    with: async (before, after, work) => {
      const text = await readProjectFile(project, northwind);
      await edit(before, after);
      try {
        return await work();
      } finally {
        await project.write(northwind, text);
      }
    },
  };
}

async function openApplied(): Promise<Place> {
  const place = await openPlace();
  const talk = openRecordedContext(place.variables);
  const options = { ...optionsFor(place.directory), yes: true };
  expect(await runApplyCommand(talk.context, options), talk.said()).toBe(0);
  return place;
}

async function verify(place: Place, options: Partial<GlobalOptions> = {}) {
  const before = countCalls(place);
  const talk = openRecordedContext(place.variables);
  const code = await runVerifyCommand(talk.context, { ...optionsFor(place.directory), ...options });
  const text = talk.out();
  if (options.format !== 'json') {
    expect(findRawLines(text)).toEqual([]);
    expect(findWideLines(text)).toEqual([]);
  }
  const calls = countCalls(place) - before;
  return { code, text, words: text.split(/\s+/).join(' '), said: talk.said(), calls };
}

/** What was asked of methods so far. */
function countCalls({ emulator }: Place): number {
  const asked = emulator.requests().filter(({ method }) => method === 'POST');
  return asked.filter(({ path }) => path.includes('/methods/')).length;
}

describe('verify', () => {
  let place: Place;

  beforeAll(async () => {
    place = await openApplied();
  });

  it('exits 0 if all checks pass; a connector that waits for a person is reported and not called', async () => {
    const { code, words, calls } = await verify(place);
    expect(code, words).toBe(0);
    expect(words).toContain('northwind 3 passed, 1 waiting for a person');
    expect(words).toContain('✓ connectors/crm List changed contacts: 200');
    expect(words).toContain('✓ connectors/files List files: 200');
    expect(words).toContain('! connectors/mailer not checked: waits for it@northwind.example');
    expect(words).toContain('Health checks: 3 passed, 1 waiting for a person.');
    expect(words).not.toContain('contoso');
    expect(calls).toBe(3);
  });

  it('says nothing of what was answered but its status, also as data', async () => {
    const { code, text } = await verify(place, { format: 'json' });
    expect(code).toBe(0);
    const { format, kind, run, accounts } = JSON.parse(text);
    expect({ format, kind, summary: run.summary }).toEqual({
      format: 'cyclectl.dev/report/v1',
      kind: 'verify',
      summary: { passed: 3, failed: 0, notMade: 0, waits: 1, notFound: 0 },
    });
    expect(accounts[0].connectors[0]).toEqual({
      address: 'northwind/connectors/crm',
      kind: 'checked',
      results: [
        { method: 'List changed contacts', result: 'passed', status: 200, diagnostics: [] },
        { method: 'Get contact', result: 'passed', status: 200, diagnostics: [] },
      ],
    });
    expect(text).not.toContain('@example.com');
  });

  it('costs nothing where the selection has no checks', async () => {
    const { code, words } = await verify(place, { select: ['account=contoso'] });
    expect(code).toBe(0);
    expect(words).toContain('No connector of these accounts has health checks.');
    expect(words).toContain(' 0 requests,');
  });

  it('exits 1 for a method that is not there, with the nearest, and makes the others', async () => {
    const done = await place.with('method: List files', 'method: Lits files', () => verify(place));
    expect(done).toMatchObject({ code: 1, calls: 2 });
    expect(done.words).toContain('northwind/connectors/files: Sample File Store 3.1 has no method');
    expect(done.words).toContain('[method-unknown]');
    expect(done.words).toContain('Nearest names: "List files".');
    expect(done.words).toMatch(/accounts\/northwind\.yaml:\d+:\d+/);
  });

  it('exits 1 for a parameter that is not there, with the nearest', async () => {
    const done = await place.with('contactId: c-2', 'contactld: c-2', () => verify(place));
    expect(done).toMatchObject({ code: 1, calls: 2 });
    expect(done.words).toContain('"Get contact" has no parameter "contactld"');
    expect(done.words).toContain('Nearest names: "contactId".');
  });

  it('exits 3 for a parameter that is missing, and says what to write', async () => {
    const done = await place.with('safe: true, parameters: {contactId: c-2}', 'safe: true', () =>
      verify(place),
    );
    expect(done).toMatchObject({ code: 3, calls: 3 });
    expect(done.words).toContain('The method needs a value: write parameters: {contactId: …}');
  });

  it('refuses a parameter that the service marks as a secret, and does not print it', async () => {
    const done = await place.with('{contactId: c-2}', '{apiToken: a-token-in-git}', () =>
      verify(place),
    );
    expect(done).toMatchObject({ code: 1, calls: 2 });
    expect(done.text).toContain('[secret-as-text]');
    expect(done.text).not.toContain('a-token-in-git');
  });

  it('refuses a check that is not safe before anything is asked', async () => {
    const before = place.emulator.requests().length;
    const done = await place.with('List files, safe: true', 'List files', () => verify(place));
    expect(done).toMatchObject({ code: 1 });
    expect(done.said).toContain('[check-not-safe]');
    expect(place.emulator.requests()).toHaveLength(before);
  });

  it('exits 3 for another success than the manifest expects', async () => {
    const done = await place.with('status: 200', 'status: 204', () => verify(place));
    expect(done).toMatchObject({ code: 3 });
    expect(done.words).toContain('returned 200, not 204 [check-failed]');
  });

  it('exits 3 where an answer is lost, and asks once', async () => {
    const path = '/v1.0/account/connectors/*/methods/*/body';
    place.emulator.control.plantFaults([{ method: 'POST', path, nth: 1, do: 'drop-after' }]);
    const { code, words, calls } = await verify(place);
    place.emulator.control.plantFaults([]);
    expect({ code, calls }).toEqual({ code: 3, calls: 3 });
    expect(words).toContain('no answer came in time [check-failed]');
  });

  it('exits 1 where an account could not be read, without a word of a failed check', async () => {
    const path = '/v1.0/account/connectors';
    const fault = { method: 'GET', path, every: 1, do: 'status', status: 400 } as const;
    place.emulator.control.plantFaults([fault]);
    const { code, words } = await verify(place);
    place.emulator.control.plantFaults([]);
    expect(code).toBe(1);
    expect(words).toContain('northwind NOT CHECKED');
    expect(words).not.toContain('FAILED');
  });
});

it('exits 1 for what is not installed yet, and calls nothing', async () => {
  const { code, words, calls } = await verify(await openPlace());
  expect({ code, calls }).toEqual({ code: 1, calls: 0 });
  expect(words).toContain('the service has no account northwind');
});

it('exits 3 for a credential that is dead, with address, method, status and what to do', async () => {
  const place = await openApplied();
  const key = (await readFile(join(place.directory, crmKey), 'utf8')).trimEnd();
  place.emulator.control.upsetApp('crm', { revoke: key });
  const { code, words, text } = await verify(place);
  expect(code).toBe(3);
  expect(words).toContain('northwind 1 passed, 2 FAILED');
  expect(words).toContain(
    'x northwind/connectors/crm: the check "List changed contacts" failed: the answer was 400',
  );
  expect(words).toContain(
    'If its credential is invalid or lacks the permission, store a valid credential',
  );
  expect(text).not.toContain(key);
  const manifest = await readFile(join(place.directory, northwind), 'utf8');
  const line = manifest.split('\n').findIndex((each) => each.includes('{method: List changed')) + 1;
  expect(text).toContain(`accounts/northwind.yaml:${line}:`);
});
