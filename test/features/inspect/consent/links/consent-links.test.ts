import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fetch, type RequestInit, type Response } from 'undici';
import { describe, expect, it } from 'vitest';
import { copyExample } from '../../../../support/run-cyclectl.ts';
import { runInProcess } from '../../../../support/run-in-process.ts';
import { openSharedProject, startReplica } from '../../../controller/start-replica.ts';
import { isSignedIn, listLinks, mailer, openLinkProject, startServe } from './open-link-project.ts';

type Opened = Awaited<ReturnType<typeof openLinkProject>>;

async function openServed(...options: readonly string[]) {
  const opened = await openLinkProject();
  const served = await startServe(opened, { options });
  return { ...opened, ...served, link: await findLink(opened) };
}

async function findLink({ project }: Pick<Opened, 'project'>): Promise<string> {
  const [wait] = await listLinks(project);
  return wait?.link ?? '';
}

const follow = (url: string | URL, more: RequestInit = {}) =>
  fetch(url, { redirect: 'manual', ...more });

const post = (url: string) => follow(url, { method: 'POST' });

/** Goes from the click of a customer through the pages of the service; gives the answer to the way back. */
async function signIn(link: string, decision: 'allow' | 'deny'): Promise<Response> {
  const begun = await post(link);
  const cookie = begun.headers.get('set-cookie')?.split(';')[0] ?? '';
  const page = await fetch(begun.headers.get('location') ?? '');
  const inputs = [...(await page.text()).matchAll(/name="([^"]+)" value="([^"]*)">/g)];
  const body = new URLSearchParams(
    inputs.map(([, name = '', value = '']): [string, string] => [name, value]),
  );
  body.set('decision', decision);
  const decided = await follow(new URL('decide', page.url), { method: 'POST', body });
  let back = decided;
  for (let to = back.headers.get('location'); to !== null; to = back.headers.get('location')) {
    const url = new URL(to, back.url);
    back = await follow(url, url.pathname === '/' ? { headers: { cookie } } : {});
    if (url.pathname === '/') break;
  }
  return back;
}

describe('links of cyclectl consent --all', () => {
  it('wait for the click, are signed in by the service, and end with a page', async () => {
    const { project, said, link, process } = await openServed();
    const before = project.emulator.requests().length;
    const page = await follow(link);
    expect(await page.text()).toContain('Sign in to mailer to connect it for Northwind');
    // A scanner of mails that opens each link asks the service nothing.
    expect(project.emulator.requests()).toHaveLength(before);
    const back = await signIn(link, 'allow');
    expect(back.status).toBe(200);
    expect(await back.text()).toContain('mailer is connected. You can close this page.');
    expect(isSignedIn(project.emulator)).toBe(true);
    expect(said.join('\n')).toMatch(/northwind\/connectors\/mailer is signed in$/);
    expect(said.join('\n')).not.toContain(link.split('/').at(-1));
    expect(await listLinks(project)).toEqual([]);
    // The link says so too, and makes no further sign-in.
    expect(await (await post(link)).text()).toContain('is connected');
    process.kill('SIGTERM');
    expect((await process).exitCode).toBe(143);
  });

  it('work again after a refusal, and for one who comes back without a sign-in', async () => {
    const { project, link, proxy } = await openServed();
    await signIn(link, 'deny');
    const begun = await post(link);
    const cookie = begun.headers.get('set-cookie')?.split(';')[0] ?? '';
    const refuse = { do: 'status', path: '/v1.0/account/connectors/*', status: 500 } as const;
    project.emulator.control.plantFaults([refuse]);
    // Nothing was compared, so nothing is said.
    expect((await follow(proxy.origin, { headers: { cookie } })).status).toBe(503);
    project.emulator.control.plantFaults([]);
    const back = await follow(proxy.origin, { headers: { cookie } });
    const page = await back.text();
    expect(page).toContain('The sign-in was not finished. Try again.');
    expect(page).toContain(`action="${new URL(link).pathname}"`);
    expect(isSignedIn(project.emulator)).toBe(false);
    expect((await signIn(link, 'allow')).status).toBe(200);
    expect(isSignedIn(project.emulator)).toBe(true);
  }, 30_000);

  it('lead to another address in the end if the operator wants it', async () => {
    const { link } = await openServed('--return-to', 'https://app.example/done');
    const back = await signIn(link, 'allow');
    expect([back.status, back.headers.get('location')]).toEqual([303, 'https://app.example/done']);
  });

  it('are worth nothing when changed, for another path, or of another environment', async () => {
    const { link, proxy } = await openServed();
    const token = link.split('/').at(-1) ?? '';
    const [payload = '', ...signature] = token.split('.');
    const fields = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const forged = Buffer.from(JSON.stringify(fields.with(7, 'eve@evil.example')));
    const changed = [forged.toString('base64url'), ...signature].join('.');
    for (const path of [`c/${changed}`, `c/${token}x`, 'c/', 'c/..', token, '%', 'c/%00'])
      expect([path, (await follow(`${proxy.origin}/${path}`)).status]).toEqual([path, 404]);
    expect((await follow(proxy.origin)).status).toBe(404);
    expect((await follow(link, { method: 'DELETE' })).status).toBe(405);
    expect((await follow(`${proxy.origin}/healthz`)).status).toBe(200);
  });

  it.each([['northwind'], [mailer], ['--all']])('end when %s is revoked', async (what) => {
    const { project, link } = await openServed();
    expect(await runInProcess(project, 'consent', 'revoke', what)).toMatchObject({ exitCode: 0 });
    expect((await follow(link)).status).toBe(410);
    expect((await post(link)).status).toBe(410);
    expect((await follow(await findLink({ project }))).status).toBe(200);
  });

  it('can be revoked where the server is older than the state', async () => {
    const opened = await openLinkProject('', { isApplied: false });
    const { project } = opened;
    await startServe(opened);
    expect(await runInProcess(project, 'apply', '--yes')).toMatchObject({ exitCode: 0 });
    const link = await findLink(opened);
    expect((await follow(link)).status).toBe(200);
    await runInProcess(project, 'consent', 'revoke', '--all');
    expect((await follow(link)).status).toBe(410);
  });

  it('of an account that left the project can be revoked', async () => {
    const { project, link } = await openServed();
    await rm(join(project.directory, 'accounts/northwind.yaml'));
    expect(await runInProcess(project, 'consent', 'revoke', 'northwind')).toMatchObject({
      exitCode: 0,
    });
    expect((await post(link)).status).toBe(410);
  });

  it('end after their time', async () => {
    const opened = await openLinkProject(', validFor: 2h');
    const [wait] = await listLinks(opened.project);
    const left = Date.parse(wait?.expiresAt ?? '') - Date.now();
    expect(left).toBeGreaterThan(7_100_000);
    const link = wait?.link ?? '';
    await startServe(opened, { aheadMs: 3_600_000 });
    expect((await follow(link)).status).toBe(200);
    await startServe(opened, { aheadMs: 7_300_000 });
    expect((await follow(link)).status).toBe(410);
    expect((await post(link)).status).toBe(410);
  });

  it('say that they do not work now where the service does not answer', async () => {
    const { project, link, said } = await openServed();
    const refuse = {
      do: 'status',
      path: '/v1.0/accounts/*/signintoken',
      status: 500,
      times: 20,
    } as const;
    project.emulator.control.plantFaults([refuse]);
    const answer = await post(link);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '60']);
    expect(said.at(-1)).toContain('the service did not answer a link');
  }, 60_000);
});

it.each([
  [['--consent-listen', '127.0.0.1:0'], 'has no consent.url'],
  [['--return-to', 'https://app.example'], 'Add --consent-listen HOST:PORT'],
])(
  'a replica that cannot answer links with %j ends with the reason',
  async (words, says) => {
    const project = await openSharedProject();
    const { exitCode, stderr } = await project.run(
      'controller',
      '--listen',
      '127.0.0.1:0',
      ...words,
    );
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining(says)]);
  },
  30_000,
);

it('a controller answers links on an address of its own', async () => {
  const project = await openSharedProject();
  const { url } = project;
  await project.edit(
    'cyclectl.yaml',
    'store: {postgres',
    `consent: {url: ${url}}\n      store: {postgres`,
  );
  await project.edit('cyclectl.yaml', 'baseUrl:', `authUrl: ${url}\n        baseUrl:`);
  expect(await runInProcess(project, 'apply', '--yes')).toMatchObject({ exitCode: 0 });
  const replica = await startReplica(project, '--consent-listen', '127.0.0.1:0');
  const { port } = await replica.waitFor({ event: 'consent-started' });
  const path = new URL(await findLink({ project })).pathname;
  const begun = await post(`http://127.0.0.1:${port}${path}`);
  expect([begun.status, begun.headers.get('location')]).toEqual([
    303,
    expect.stringContaining('/connectorauth/'),
  ]);
  expect((await follow(`http://127.0.0.1:${port}/metrics`)).status).toBe(404);
  await replica.waitFor({ event: 'consent', address: mailer });
  await replica.end();
}, 60_000);

describe('the input of links', () => {
  it('is refused for a service that ends with each command', async () => {
    const project = await copyExample('quickstart');
    const service = 'service: {emulator: {world: world.yaml}}';
    const consent = 'consent: {url: http://127.0.0.1:18080}';
    await project.edit('cyclectl.yaml', service, `${service}\n      ${consent}`);
    for (const command of [['--all'], ['serve']])
      expect((await runInProcess(project, 'consent', ...command)).stderr).toContain(
        'ends with each command, so no link leads to it',
      );
  });

  it('names the setting that is missing, and accounts that are unknown', async () => {
    const { project } = await openLinkProject();
    const unknown = await runInProcess(project, 'consent', 'revoke', 'nortwind');
    expect(unknown.stderr).toContain('no account nortwind is in the state of local');
    const mistyped = await runInProcess(project, 'consent', 'revoke', 'northwind/connectors/maler');
    expect(mistyped.stderr).toContain('Nearest names: "northwind/connectors/mailer"');
    const nothing = await runInProcess(project, 'consent', 'revoke');
    expect(nothing.stderr).toContain('consent revoke needs accounts or connectors, or --all');
    await project.edit('cyclectl.yaml', '      consent:', '      # consent:');
    for (const command of [['--all'], ['serve']])
      expect((await runInProcess(project, 'consent', ...command)).stderr).toContain(
        'has no consent.url',
      );
  });
});
