import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Emulator } from '../../../../src/emulator/emulator.ts';
import { type CallOptions, runCall } from '../../../../src/features/inspect/call/call-command.ts';
import { runCatalogMethods } from '../../../../src/features/inspect/catalog/catalog-command.ts';
import { runApplyCommand } from '../../../../src/features/sync/apply-command.ts';
import { readGolden } from '../../../golden/read-golden.ts';
import { findRawLines, findWideLines } from '../../../reports/samples/read-text.ts';
import { copyExample, openRemoteProject } from '../../../support/run-cyclectl.ts';
import { openRecordedContext, optionsFor } from '../../../support/run-in-process.ts';

// The story of the command, in this process, against the embedded service and its sample apps.

const crm = 'northwind/connectors/crm';
let directory: string;

beforeAll(async () => {
  ({ directory } = await copyExample('quickstart'));
  await apply(directory);
});

describe('a call by name', () => {
  it('prints JSON with a line for each member, and changes the third party', async () => {
    const fields = given('Contact.Email=grace@example.com', 'Contact.FirstName=Grace');
    const made = await call({ method: 'Upsert contact', field: fields });
    expect(made).toMatchObject({ code: 0, said: '' });
    expect(made.out).toMatch(/^\{\n {2}"Contact": \{\n {4}"Id": "c-\d+"\n {2}\}\n\}\n$/);
    const { Id } = JSON.parse(made.out).Contact;
    const read = await call({ method: 'Get contact', merge: [{ name: 'contactId', text: Id }] });
    expect(JSON.parse(read.out)).toMatchObject({ Email: 'grace@example.com' });
  });

  it('gathers all pages of the third party', async () => {
    const param = given('modifiedSince=2020-01-01');
    const { out } = await call({ method: 'List changed contacts', param });
    expect(JSON.parse(out).records.length).toBeGreaterThan(20);
  });

  it('prints XML as it came, and takes fields of arrays that repeat', async () => {
    const address = 'northwind/connectors/files';
    const field = given(
      'name=orders.txt',
      '[orders].[lines].sku=tea',
      '[orders].[lines].quantity=2',
      '[orders].[lines].sku=milk',
      '[orders].total=9',
    );
    const written = await call({ address, method: 'Write file', field });
    expect(written.out).toMatch(/^<\?xml .*<file><id>f-\d+<\/id>.*orders\.txt<\/path><\/file>$/);
    const listed = await call({ address, method: 'List files' });
    expect(listed.out).toContain('<name>orders.txt</name>');
  });

  it('writes the answer into a file that others cannot read', async () => {
    const out = join(directory, 'answer.json');
    const merge = given('contactId=c-2');
    const talk = await call({ method: 'Get contact', merge, out });
    expect(talk).toMatchObject({ code: 0, out: '', said: `Wrote the response to ${out}.\n` });
    expect(JSON.parse(await readFile(out, 'utf8'))).toMatchObject({ Id: 'c-2' });
    expect((await stat(out)).mode & 0o777).toBe(0o600);
  });

  it('prints an answer that its file cannot take, because it is not requested again', async () => {
    const options = { method: 'Get contact', merge: given('contactId=c-2') };
    const talk = openRecordedContext();
    const out = join(directory, 'no-such-folder', 'answer.json');
    await expect(runCall(talk.context, { ...complete(options), out })).rejects.toThrow(
      'its folder does not exist',
    );
    expect(JSON.parse(talk.out())).toMatchObject({ Id: 'c-2' });
  });

  it('sends the text of a file as the body', async () => {
    const body = join(directory, 'body.json');
    await writeFile(body, '{"Contact": {"Email": "from-a-file@example.com"}}');
    expect(await call({ method: 'Upsert contact', body })).toMatchObject({ code: 0 });
    expect(await call({ method: '448', body: join(directory, 'none') }).catch(String)).toContain(
      'cannot read',
    );
  });
});

describe('a call by id', () => {
  it('takes the numeric id or the unique identifier, and values by name or id', async () => {
    const { id, uniqueId, parameter } = await findIds();
    for (const method of [id, uniqueId]) {
      const made = await call({ method, merge: given(`contactId=c-2`) });
      expect(JSON.parse(made.out)).toMatchObject({ Id: 'c-2' });
    }
    const made = await call({ method: id, merge: given(`${parameter}=c-2`) });
    expect(JSON.parse(made.out)).toMatchObject({ Id: 'c-2' });
  });
});

describe('a dry run', () => {
  it('shows the request and sends nothing', async () => {
    const field = given('Contact.Email=nobody@example.com', 'Contact.Note=a "quoted" note');
    const shown = await call({ method: 'Upsert contact', field, dryRun: true });
    expect(shown.out).toBe(await readGolden('call/dry-run.txt', shown.out));
    const listed = await call({
      method: 'List changed contacts',
      param: given('modifiedSince=2020'),
    });
    expect(listed.out).not.toContain('nobody@example.com');
  });

  it('masks secrets, also as data', async () => {
    const options = {
      method: 'Get contact',
      param: given('apiToken=token-of-a-customer'),
      merge: given('contactId=c-2'),
      dryRun: true,
    } as const;
    for (const format of ['text', 'json'] as const) {
      const { out, code } = await call({ ...options, format });
      expect({ code, hasSecret: out.includes('token-of-a-customer') }).toEqual({
        code: 0,
        hasSecret: false,
      });
      expect(out).toContain('[secret]');
    }
  });
});

describe('a call that cannot be made', () => {
  it('says what to write instead', async () => {
    const tries: readonly Partial<CallOptions>[] = [
      { address: 'northwnd/connectors/crm', method: 'Get contact' },
      { address: 'northwind/connectors/crmm', method: 'Get contact' },
      { method: 'Get contakt' },
      { method: 'Get contact', merge: given('contactID=c-2'), param: given('lists=Leads') },
      { method: 'Get contact', param: given('contactId=c-2') },
      { method: 'Upsert contact', field: given('Contact.Mail=a@example.com', 'Name=a') },
      { method: 'List changed contacts' },
      { method: 'Upsert contact', field: given('Contact.Note=a') },
      { method: 'Get contact', merge: given('contactId=c-9999') },
      {
        address: 'northwind/connectors/mailer',
        method: 'Add subscriber',
        field: given('Email.Address=a@example.com'),
      },
    ];
    const talks: string[] = [];
    for (const options of tries) {
      const { code, out, said } = await call(options);
      expect({ code, out }).toEqual({ code: 1, out: '' });
      talks.push(said);
    }
    await expectGolden('call/refusals.txt', talks.join('\n'));
  });

  it('refuses an address that is none of a connector', async () => {
    for (const address of ['northwind', 'northwind/cycles/x', 'northwind/connectors/crm/auth']) {
      await expect(call({ address, method: 'Get contact' })).rejects.toThrow(
        'is not the address of a connector',
      );
    }
  });

  it('says to apply first where the connector is only in the manifest', async () => {
    const fresh = await copyExample('quickstart');
    const before = await call({ method: 'Get contact', directory: fresh.directory });
    expect(before).toMatchObject({ code: 1 });
    expect(before.words).toContain('does not have the account northwind [not-installed]');
    expect(before.said).toContain('Run cyclectl apply first.');
  });

  it('does not call the customer that a key is bound to where the manifest names another', async () => {
    const moved = await copyExample('quickstart');
    await apply(moved.directory);
    const text = await readFile(join(moved.directory, 'accounts/northwind.yaml'), 'utf8');
    await moved.write('accounts/northwind.yaml', text.replace('id: northwind-8812', 'id: other'));
    const talk = await call({
      method: 'Get contact',
      merge: given('contactId=c-2'),
      directory: moved.directory,
    });
    expect(talk).toMatchObject({ code: 1, out: '' });
    expect(talk.said).toContain('[account-id-changed]');
  });
});

describe('a service in between', () => {
  let emulator: Emulator;
  let remote: { readonly directory: string; readonly variables: Readonly<Record<string, string>> };

  beforeAll(async () => {
    const project = await openRemoteProject();
    emulator = project.emulator;
    const variables = {
      SVC_CLIENT_SECRET: emulator.credentials.clientSecret,
      CYCLECTL_SECRET_KEY: 'a key for tests that is long enough',
    };
    remote = { directory: project.directory, variables };
    await apply(project.directory, variables);
  });

  it('that does not know the address of the caller has a person who can approve it', async () => {
    emulator.control.console({ allowList: ['203.0.113.7'] });
    const { id } = await findIds();
    const talk = await call({ method: id, merge: given('contactId=c-2'), ...remote });
    emulator.control.console({ allowList: null });
    expect(talk.code).toBe(1);
    await expectGolden('call/not-approved.txt', talk.said);
  });

  it('that loses the answer is not sent again, and is not reported as failed', async () => {
    const path = '/v1.0/account/connectors/*/methods/*/body';
    emulator.control.plantFaults([{ method: 'POST', path, nth: 1, do: 'drop-after' }]);
    const field = given('Contact.Email=lost@example.com');
    const talk = await call({ method: 'Upsert contact', field, ...remote });
    expect(talk.code).toBe(1);
    expect(talk.said).toContain('[call-unknown]');
    expect(talk.words).toContain('Check there before you call again');
    const listed = await call({
      method: 'List changed contacts',
      param: given('modifiedSince=2020-01-01'),
      ...remote,
    });
    expect(listed.out.split('lost@example.com')).toHaveLength(2);
  });

  it('is looked at with the store lost too', async () => {
    const other = await copyExample('quickstart');
    await other.write(
      'cyclectl.yaml',
      await readFile(join(remote.directory, 'cyclectl.yaml'), 'utf8'),
    );
    const talk = await call({
      method: 'Get contact',
      merge: given('contactId=c-2'),
      variables: remote.variables,
      directory: other.directory,
    });
    expect(talk).toMatchObject({ code: 0 });
  });
});

type Tried = Partial<CallOptions> & { readonly variables?: Readonly<Record<string, string>> };

async function call(options: Tried) {
  const talk = openRecordedContext(options.variables ?? {});
  const code = await runCall(talk.context, complete(options));
  return { code, out: talk.out(), said: talk.said(), words: talk.said().split(/\s+/).join(' ') };
}

function complete(options: Tried): CallOptions {
  const nothing = { address: crm, method: '', param: [], field: [], merge: [] };
  return { ...optionsFor(directory), ...nothing, ...options };
}

function given(...pairs: readonly string[]) {
  return pairs.map((pair) => {
    const at = pair.indexOf('=');
    return { name: pair.slice(0, at), text: pair.slice(at + 1) };
  });
}

async function apply(folder: string, env: Readonly<Record<string, string>> = {}): Promise<void> {
  const talk = openRecordedContext(env);
  const code = await runApplyCommand(talk.context, { ...optionsFor(folder), yes: true });
  expect(code, talk.said()).toBe(0);
}

async function expectGolden(name: string, text: string): Promise<void> {
  expect(findRawLines(text)).toEqual([]);
  expect(findWideLines(text)).toEqual([]);
  // How long the name of the folder is says where a command is broken.
  const steady = text.replaceAll(directory, 'FOLDER').replaceAll(/\s+FOLDER\s+/g, ' FOLDER ');
  expect(steady).toBe(await readGolden(name, steady));
}

/** The ids of the method that reads a contact. */
async function findIds(): Promise<{ id: string; uniqueId: string; parameter: string }> {
  const talk = openRecordedContext();
  const options = { ...optionsFor(directory), format: 'json', connector: 'Sample CRM' } as const;
  expect(await runCatalogMethods(talk.context, { ...options, search: 'Get contact' })).toBe(0);
  const [method] = JSON.parse(talk.out()).methods;
  const [parameter] = method.parameters;
  return { id: method.id, uniqueId: method.uniqueId, parameter: parameter.id };
}
