import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fetch } from 'undici';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { CommandContext } from '../../../../src/app/context.ts';
import type { Emulator } from '../../../../src/emulator/emulator.ts';
import { runConsent } from '../../../../src/features/inspect/consent/consent-command.ts';
import { waitUntil } from '../../../support/block-request.ts';
import { closeAfterFile } from '../../../support/opened.ts';
import {
  copyExample,
  openRemoteProject,
  type Project,
  readProjectFile,
} from '../../../support/run-cyclectl.ts';
import { openRecordedContext, startInProcess } from '../../../support/run-in-process.ts';

// A program that stands for a browser: it writes down what it was given, at once and whole.
const folder = mkdtempSync(join(tmpdir(), 'cyclectl-browser-'));
const browser = join(folder, 'browser');
const seen = join(folder, 'seen');
writeFileSync(
  browser,
  `#!/bin/sh\nprintf '%s\\n' "$@" > '${seen}.part'\nmv '${seen}.part' '${seen}'\n`,
  {
    mode: 0o700,
  },
);

const mailer = 'northwind/connectors/mailer';

/** The quickstart against a service beside it, applied, with the domain that serves browsers. */
async function openApplied(): Promise<Project & { readonly emulator: Emulator }> {
  const project = await openRemoteProject({ BROWSER: browser });
  const [, url = ''] = /baseUrl: (\S+)/.exec(await readProjectFile(project, 'cyclectl.yaml')) ?? [];
  await project.edit('cyclectl.yaml', 'baseUrl:', `authUrl: ${url}\n        baseUrl:`);
  expect(await startInProcess(project, 'apply', '--yes').ended).toMatchObject({ exitCode: 0 });
  return project;
}

/** Takes the consent back, as a hand in the console does. */
async function signOut(emulator: Emulator): Promise<void> {
  const account = emulator.control.dump().accounts.find(({ id }) => id === 'northwind-8812');
  const row = account?.connectors.find(({ name }) => name === 'mailer');
  const headers = {
    Authorization: `Bearer ${emulator.makeAccessToken()}`,
    'X-Service-Account': 'northwind-8812',
  };
  const path = `/v1.0/account/connectors/${row?.id}/deauthenticate`;
  const answer = await emulator.fetch(
    new Request(`http://emulator${path}`, { method: 'PUT', headers }),
  );
  expect(answer.status).toBe(200);
}

/** A consent that waits; its first line of stdout, which is the link. */
async function startConsent(project: Project, ...more: readonly string[]) {
  const running = project.start('consent', mailer, '--no-browser', ...more);
  const lines = createInterface({ input: running.stdout });
  const [line] = await new Promise<string[]>((resolve) => {
    lines.once('line', (text) => resolve([text]));
    lines.once('close', () => resolve(['']));
  });
  return { running, line: line ?? '' };
}

/** The same in this process. */
async function talkOfConsent(project: Project, ...more: readonly string[]) {
  const { out, ended } = startInProcess(project, 'consent', mailer, '--no-browser', ...more);
  await waitUntil(() => out().includes('\n'), 'the link is printed');
  return { ended, line: out().trimEnd() };
}

/** Goes through the pages of a sign-in as a person in a browser does; gives the last address. */
async function browse(link: string, decision: 'allow' | 'deny'): Promise<string> {
  const page = await fetch(link);
  const text = await page.text();
  const inputs = [...text.matchAll(/name="([^"]+)" value="([^"]*)">/g)];
  const body = new URLSearchParams(
    inputs.map(([, name = '', value = '']): [string, string] => [name, value]),
  );
  body.set('decision', decision);
  const end = await fetch(new URL('decide', page.url), { method: 'POST', body });
  await end.text();
  return end.url;
}

describe('cyclectl consent', () => {
  let project: Awaited<ReturnType<typeof openApplied>>;

  beforeAll(async () => {
    closeAfterFile(() => rmSync(folder, { recursive: true, force: true }));
    project = await openApplied();
  });

  afterEach(() => signOut(project.emulator));

  it('prints the link, waits for the browser, and the next apply starts what waited', async () => {
    const { running, line } = await startConsent(project);
    expect(line).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/connectorauth\/update.+&token=[0-9a-f]{64}&/);
    expect(await browse(line, 'allow')).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
    const { exitCode, stdout, stderr } = await running;
    expect(exitCode).toBe(0);
    expect(stdout.split('\n').at(-1)).toBe(
      `${mailer} is signed in. The next apply starts the cycles that waited for it.`,
    );
    const token = new URL(line).searchParams.get('token') ?? '';
    expect(stderr).not.toContain(token);
    expect(stderr).toMatch(/as it@northwind\.example\. It works once, until \d{4}-.+Z;/);
    expect(JSON.stringify(project.emulator.requests())).not.toContain(token);
    expect(await startInProcess(project, 'apply', '--yes').ended).toMatchObject({ exitCode: 0 });
    const cycles = project.emulator.control.dump().accounts.flatMap((account) => account.cycles);
    expect(cycles.find(({ name }) => name === 'Contacts to mailer')?.status).toBe('Active');
    const again = await startInProcess(project, 'consent', mailer).ended;
    expect(again).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('is signed in') });
  });

  it('gives its link and its end as lines of JSON, and nothing but the first holds the link', async () => {
    const { ended, line } = await talkOfConsent(project, '--format', 'json');
    const { kind, link, user, expiresAt } = JSON.parse(line);
    expect({ kind, user }).toEqual({ kind: 'link', user: 'it@northwind.example' });
    expect(Date.parse(expiresAt)).toBeGreaterThan(Date.now());
    await browse(link, 'allow');
    const { exitCode, stdout, stderr } = await ended;
    const [, end = ''] = stdout.split('\n');
    expect(JSON.parse(end)).toEqual({
      kind: 'consent',
      environment: 'local',
      address: mailer,
      connector: 'mailer',
      user: 'it@northwind.example',
      authenticated: true,
      end: 'signed-in',
    });
    expect([exitCode, stderr]).toEqual([0, '']);
  });

  it('opens a browser at an address that holds no token and leads to the link once', async () => {
    const running = project.start('consent', mailer);
    await waitUntil(() => existsSync(seen), 'the browser was started');
    const address = readFileSync(seen, 'utf8').trim();
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[0-9a-f]{32}$/);
    const link = (await fetch(address, { redirect: 'manual' })).headers.get('Location') ?? '';
    expect((await fetch(address, { redirect: 'manual' })).status).toBe(404);
    expect(await browse(link, 'allow')).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
    const { exitCode, stdout, stderr } = await running;
    expect([exitCode, stdout]).toEqual([0, expect.stringContaining('is signed in')]);
    expect(stderr).not.toContain('token=');
  });

  it('ends with 130 when it is interrupted, and with 1 after the timeout', async () => {
    const { running } = await startConsent(project);
    running.kill('SIGINT');
    expect(await running).toMatchObject({ exitCode: 130 });
    const late = await startInProcess(
      project,
      'consent',
      mailer,
      '--no-browser',
      '--timeout',
      '1ms',
    ).ended;
    expect(late).toMatchObject({ exitCode: 1 });
    expect(late.stderr).toContain('timed out after 1ms');
  });

  it('works with the embedded service, which is there as long as the command', async () => {
    const embedded = await copyExample('quickstart');
    const early = await startInProcess(embedded, 'consent', mailer).ended;
    expect(early).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('not-installed') });
    expect(await startInProcess(embedded, 'apply', '--yes').ended).toMatchObject({ exitCode: 0 });
    const waiting = await startInProcess(embedded, 'consent', '--list', '--format', 'json').ended;
    const since = expect.stringMatching(/^\d{4}-.+Z$/);
    expect(JSON.parse(waiting.stdout).waits).toMatchObject([
      {
        address: mailer,
        account: 'northwind',
        user: 'it@northwind.example',
        isInstalled: true,
        since,
      },
    ]);
    const { stdout: list } = await startInProcess(embedded, 'consent', '--list').ended;
    const command = `cyclectl consent -C ${embedded.directory} -e local ${mailer}`;
    expect(list).toContain(`\n  ${command}`);
    const { stdout: drift } = await startInProcess(embedded, 'drift').ended;
    expect(drift.replaceAll(/ \\\n +/g, ' ')).toContain(command);
    const { ended, line } = await talkOfConsent(embedded);
    await browse(line, 'allow');
    expect(await ended).toMatchObject({ exitCode: 0 });
  });

  it('is for connectors that a person signs in', async () => {
    const { exitCode, stderr } = await startInProcess(
      project,
      'consent',
      'northwind/connectors/crm',
    ).ended;
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('not signed in by a person')]);
  });

  it('asks for the domain of browsers if it is missing', async () => {
    await project.edit('cyclectl.yaml', 'authUrl:', '# authUrl:');
    const { exitCode, stderr } = await startInProcess(project, 'consent', mailer).ended;
    expect([exitCode, stderr]).toEqual([
      1,
      expect.stringContaining('Set service.authUrl in cyclectl.yaml'),
    ]);
  });
});

describe('the input of cyclectl consent', () => {
  const options = {
    directory: '.',
    select: [],
    format: 'text',
    verbose: false,
    browser: false,
    timeout: '10m',
  } as const;

  it.each([
    [{}, 'needs the address of a connector, --list, or --all'],
    [{ address: mailer, list: true }, 'needs the address of a connector, --list, or --all'],
    [{ address: 'northwind/cycles/contacts-to-files' }, 'is not the address of a connector'],
    [{ address: mailer, timeout: 'soon' }, '"soon" is not a duration'],
  ])('is refused before anything is opened where it is %j', async (given, says) => {
    const context: CommandContext = {
      ...openRecordedContext().context,
      deferSignals: () => expect.unreachable('something is opened'),
    };
    await expect(runConsent(context, { ...options, ...given })).rejects.toThrow(says);
  });
});
