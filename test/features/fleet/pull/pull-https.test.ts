import { createServer as createHttpServer, type IncomingMessage } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { commit, git, person } from '../../../support/git-repository.ts';
import { closeAfterFile } from '../../../support/opened.ts';
import {
  copyExample,
  type Project,
  readProjectFile,
  startProgram,
} from '../../../support/run-cyclectl.ts';
import { makeCertificate } from './make-certificate.ts';

const path = 'fleets/customers.csv';

describe('fleet pull over https', () => {
  let project: Project;
  let table = '';
  let origin = '';
  let other = '';
  let plain = '';
  let asked: IncomingMessage[] = [];

  beforeAll(async () => {
    project = await copyExample('fleet', person);
    const certificate = makeCertificate();
    await project.write('.cyclectl/authority.pem', certificate.cert);
    await project.write('.gitignore', '.cyclectl\n/secrets\n');
    await git(project.directory, 'init', '--quiet', '--initial-branch', 'main');
    await commit(project, 'Begin');
    table = await readProjectFile(project, path);
    origin = await listen(createServer(certificate));
    other = await listen(createServer(certificate));
    plain = await listen(createHttpServer());
  });

  beforeEach(() => {
    asked = [];
  });

  /** Serves the table, or a redirect to the first `to` of the address, with the others. */
  async function listen(server: ReturnType<typeof createHttpServer>): Promise<string> {
    server.on('request', (request, response) => {
      asked.push(request);
      const { pathname, searchParams } = new URL(request.url ?? '', 'https://127.0.0.1');
      const [next, ...rest] = pathname === '/loop' ? ['/loop'] : searchParams.getAll('to');
      if (next === undefined) {
        response.writeHead(200, { 'content-type': 'text/csv' }).end(table);
        return;
      }
      const query = rest.map((each) => `&to=${encodeURIComponent(each)}`).join('');
      const location = query === '' ? next : `${next}?${query.slice(1)}`;
      response.writeHead(302, { location, 'set-cookie': 'session=T0P' }).end('moved');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closeAfterFile(() => {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    });
    const { port } = server.address() as AddressInfo;
    return `${'key' in server ? 'https' : 'http'}://127.0.0.1:${port}`;
  }

  async function pull(url: string, trusts = true) {
    const authority = join(project.directory, '.cyclectl/authority.pem');
    const environment = trusts ? { ...person, NODE_EXTRA_CA_CERTS: authority } : person;
    const words = ['fleet', 'pull', 'customers', '--from', 'https', '--url', url];
    const { exitCode, stdout, stderr } = await startProgram(project.directory, words, environment);
    expect(`${stdout}${stderr}`).not.toContain('T0P');
    return { exitCode, stdout, said: stderr.replaceAll(/\s+/g, ' ') };
  }

  const via = (...addresses: readonly string[]) =>
    `${origin}/table?token=T0P${addresses.map((each) => `&to=${encodeURIComponent(each)}`).join('')}`;
  const whole = { exitCode: 0, stdout: `No change. ${path} has 200 rows.`, said: '' };

  async function expectRefused(url: string, ...words: readonly string[]): Promise<void> {
    const { exitCode, stdout, said } = await pull(url);
    expect([exitCode, stdout]).toEqual([1, '']);
    for (const word of words) expect(said).toContain(word);
    expect(await git(project.directory, 'status', '--porcelain')).toBe('');
  }

  it('reads a table from a server whose authority NODE_EXTRA_CA_CERTS names', async () => {
    expect(await pull(via())).toEqual(whole);
  });

  it('refuses a certificate of an unknown authority, and of another host', async () => {
    const { exitCode, said } = await pull(via(), false);
    expect(exitCode).toBe(1);
    expect(said).toContain('certificate is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT)');
    expect(said).toContain('set NODE_EXTRA_CA_CERTS to the file of that authority');
    const url = via().replace('127.0.0.1', 'localhost');
    await expectRefused(url, 'localhost:', 'not trusted (ERR_TLS_CERT_ALTNAME_INVALID)');
    expect(asked).toEqual([]);
  });

  it('follows five redirects, and no sixth', async () => {
    const five = ['/1', '/2', '/3', '/4', '/5'];
    expect(await pull(via(...five))).toEqual(whole);
    expect(asked.map(({ url }) => url?.replace(/\?.*/, ''))).toEqual(['/table', ...five]);
    await expectRefused(via(...five, '/6'), 'there were more than 5 redirects');
    expect(asked).toHaveLength(12);
  });

  it('ends a loop', async () => {
    await expectRefused(`${origin}/loop`, 'there were more than 5 redirects');
    expect(asked).toHaveLength(6);
  });

  it('takes nothing that it sent to one host to another', async () => {
    expect(await pull(via(`${other}/elsewhere`))).toEqual(whole);
    const [, second] = asked;
    expect(second?.url).toBe('/elsewhere');
    expect(second?.headers).toEqual({
      host: other.slice('https://'.length),
      connection: 'keep-alive',
      'accept-encoding': 'identity',
      'user-agent': 'cyclectl',
    });
  });

  it('follows no redirect to http, from http, or with a password', async () => {
    const says = 'only followed from https to https';
    await expectRefused(via(`${plain}/table`), says);
    await expectRefused(`${plain}/table?to=${encodeURIComponent(`${origin}/table`)}`, says);
    await expectRefused(via(`https://me:T0P@${other.slice(8)}/`), 'with a user or a password');
    expect(asked).toHaveLength(3);
  });
});
