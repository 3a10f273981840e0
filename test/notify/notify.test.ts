import { createHmac } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeCanary } from '../canaries/register.ts';
import { waitUntil } from '../support/block-request.ts';
import {
  copyExample,
  type Project,
  type Result,
  readProjectFile,
  startProgram,
} from '../support/run-cyclectl.ts';
import { runInProcess } from '../support/run-in-process.ts';
import { openReceiver, type Receiver } from './receiver.ts';

let project: Project;
let receiver: Receiver;
const key = makeCanary('key of a webhook');

beforeEach(async () => {
  receiver = await openReceiver();
  project = await copyExample('quickstart');
});

/** Writes who is told into the project, and gives a job its variables. */
async function tell(notify: string, more: Record<string, string> = {}) {
  await project.edit(
    'cyclectl.yaml',
    '{emulator: {world: world.yaml}}',
    `{emulator: {world: world.yaml}}\n      notify:\n${notify.trimEnd()}`,
  );
  const environment = {
    ...project.environment,
    SLACK_URL: `${receiver.url}/services/T0/B0/secret-path`,
    HOOK_KEY: key,
    ...more,
  };
  return (...argv: readonly string[]) => runInProcess({ ...project, environment }, ...argv);
}

async function makeDrift(): Promise<void> {
  const args = ['emulator', 'request', 'PUT', '/v1.0/accounts/northwind-8812'];
  const moved = await runInProcess(project, ...args, JSON.stringify({ Name: 'Moved by hand' }));
  expect(moved.exitCode).toBe(0);
}

const slack = '        - slack: {env: SLACK_URL}\n          on: [drift]\n';
const webhook = (url: string) =>
  `        - webhook: ${url}\n          key: {env: HOOK_KEY}\n          on: [drift, apply-failed]\n`;

describe('notify', () => {
  it('notifies Slack and a webhook of drift, without a value, and no one without drift', async () => {
    const run = await tell(slack + webhook(`${receiver.url}/hook`));
    expect((await run('apply', '--yes')).exitCode).toBe(0);
    expect((await run('drift')).exitCode).toBe(0);
    expect(receiver.heard).toEqual([]);
    await makeDrift();
    expect((await run('drift')).exitCode).toBe(2);
    const [toSlack, toHook] = [...receiver.heard].sort((a, b) => (a.path < b.path ? 1 : -1));
    expect(toSlack?.path).toBe('/services/T0/B0/secret-path');
    expect(JSON.parse(toSlack?.body ?? '').text).toBe(
      '*Drift of local: 1 difference in 1 of 2 accounts, 1 value is not shown by the service and assumed to be as last written*\n• `northwind` 1 difference',
    );
    expect(toHook?.path).toBe('/hook');
    expect(JSON.parse(toHook?.body ?? '')).toMatchObject({
      format: 'cyclectl.dev/notification/v1',
      event: 'drift',
      environment: 'local',
      lines: [{ account: 'northwind', says: '1 difference' }],
      left: 0,
    });
    expect(`${toSlack?.body}${toHook?.body}`).not.toContain('Moved by hand');
  });

  it('signs what a webhook is sent', async () => {
    const run = await tell(webhook(receiver.url));
    await run('apply', '--yes');
    await makeDrift();
    await run('drift');
    const [first] = receiver.heard;
    const { headers = {}, body = '' } = first ?? {};
    const [, seconds, hex] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(
      String(headers['cyclectl-signature']),
    ) ?? ['', '', ''];
    expect(createHmac('sha256', key).update(`${seconds}.${body}`).digest('hex')).toBe(hex);
    expect(headers['cyclectl-delivery']).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('sends it again with the same delivery where the receiver is in trouble', async () => {
    const run = await tell(webhook(receiver.url));
    await run('apply', '--yes');
    await makeDrift();
    receiver.statuses.push(503, 429);
    expect((await run('drift')).stderr).not.toContain('not-notified');
    const ids = receiver.heard.map(({ headers }) => headers['cyclectl-delivery']);
    expect([ids.length, new Set(ids).size]).toEqual([3, 1]);
  });

  it('warns of an unreachable one, without its address, and changes no exit code', async () => {
    const run = await tell(slack + webhook(receiver.url));
    await run('apply', '--yes');
    await makeDrift();
    receiver.statuses.push(404, 410);
    const { exitCode, stderr } = await run('drift');
    expect(exitCode).toBe(2);
    expect(stderr.match(/not-notified/g)).toHaveLength(2);
    expect(stderr).toMatch(/cyclectl\.yaml:\d+:\d+: warning: The notification of drift/);
    expect(stderr.replace(/\s+/g, ' ')).toMatch(
      /to notify\[0\] \(slack\) was not sent: the answer was 4(04|10)/,
    );
    expect(stderr).not.toContain('secret-path');
  });

  it('names the entry and no host if it is unreachable', async () => {
    const run = await tell(slack, { SLACK_URL: 'http://127.0.0.1:9/services/secret-path' });
    await run('apply', '--yes');
    await makeDrift();
    const said = (await run('drift')).stderr.replace(/\s+/g, ' ');
    expect(said).toContain('to notify[0] (slack) was not sent: no answer (ECONNREFUSED), 4 tries');
    expect(said).not.toContain('127.0.0.1');
  });

  it('takes the status alone, whatever else a receiver sends or holds back', async () => {
    const run = await tell(webhook(receiver.url));
    await run('apply', '--yes');
    await makeDrift();
    const hangUp = Promise.withResolvers<void>();
    receiver.answer = (response) => {
      response.on('close', hangUp.resolve);
      response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': '1000000' });
      response.write('it begins, and ends nowhere');
    };
    const { stderr } = await run('drift');
    expect([stderr, receiver.heard.length]).toEqual([
      expect.not.stringContaining('not-notified'),
      1,
    ]);
    await hangUp.promise;
  });

  it('does not wait as long as a receiver wants it to', async () => {
    const run = await tell(webhook(receiver.url));
    await run('apply', '--yes');
    await makeDrift();
    receiver.answer = (response) => response.writeHead(429, { 'retry-after': '50' }).end();
    const said = (await run('drift')).stderr.replace(/\s+/g, ' ');
    expect(said).toContain('the answer was 429, with a retry after 50 seconds');
    expect(receiver.heard).toHaveLength(1);
  });

  it('closes what it opened before it notifies', async () => {
    const run = await tell(webhook(receiver.url));
    await run('apply', '--yes');
    await makeDrift();
    const others: Promise<Result>[] = [];
    receiver.answer = (response) => {
      receiver.answer = null;
      const other = runInProcess(project, 'apply', '--yes', '--select', 'account=northwind');
      others.push(other);
      void other.finally(() => response.end());
    };
    expect((await run('drift')).stderr).not.toContain('not-notified');
    expect(await Promise.all(others)).toMatchObject([{ exitCode: 0 }]);
  });

  it('ends on a signal with the code of the run that is over', async () => {
    const apply = await tell(webhook(receiver.url));
    await apply('apply', '--yes');
    await makeDrift();
    receiver.answer = () => undefined;
    const asked = { ...project.environment, HOOK_KEY: key };
    const drift = startProgram(project.directory, ['drift'], asked);
    await waitUntil(() => receiver.heard.length === 1, 'somebody is told');
    drift.kill('SIGINT');
    const { exitCode, stderr } = await drift;
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('Interrupted: skipping')]);
    // It waited neither for the end of this try nor for another one.
    expect(stderr.replace(/\s+/g, ' ')).toContain('was not sent: the command was interrupted');
    expect(receiver.heard).toHaveLength(1);
  });

  it('notifies of an unfinished apply, and of manual actions', async () => {
    const run = await tell(`        - webhook: ${receiver.url}\n`);
    const applied = await run('apply', '--yes');
    expect(applied.exitCode).toBe(0);
    const events = () => receiver.heard.map(({ body }) => JSON.parse(body).event);
    expect(events()).toEqual(['needs-person']);
    expect(JSON.parse(receiver.heard[0]?.body ?? '').headline).toBe(
      'Manual action is needed in local: 1 connector waits',
    );
    const [before = ''] = (await readProjectFile(project, 'accounts/contoso.yaml')).split(
      '  cycles:',
    );
    await project.write('accounts/contoso.yaml', `${before}  cycles: {}\n`);
    const failed = await run('apply', '--yes');
    expect(failed.exitCode).not.toBe(0);
    expect(events()).toContain('apply-failed');
    expect(receiver.heard.map(({ body }) => body).join()).toContain(
      'Apply to local: refused, nothing was started (too-many-deletes)',
    );
  });

  it.each([
    ['no value', { SLACK_URL: '' }, '$SLACK_URL has no value here'],
    ['an address without TLS', { SLACK_URL: 'http://hooks.example/x' }, 'is not an https address'],
    ['a user in it', { SLACK_URL: 'https://a:b@hooks.example/x' }, 'is not an https address'],
    [
      'an origin that is not allowed',
      {
        SLACK_URL: 'https://evil.example/x',
        CYCLECTL_ALLOW_ORIGINS: 'https://hooks.example.com',
      },
      'does not allow the origin of $SLACK_URL',
    ],
  ])('sends nothing where its address has %s', async (_what, variables, says) => {
    const run = await tell(slack, variables);
    await runInProcess(project, 'apply', '--yes');
    await makeDrift();
    const { exitCode, stderr } = await run('drift');
    expect([exitCode, stderr.replace(/\s+/g, ' ')]).toEqual([2, expect.stringContaining(says)]);
    expect(stderr).not.toContain('.example');
    expect(receiver.heard).toEqual([]);
  });

  it('refuses a plain address that the operator does not allow before anything is asked', async () => {
    const run = await tell(webhook('https://evil.example/collect'), {
      CYCLECTL_ALLOW_ORIGINS: 'https://api.example',
    });
    const { exitCode, stderr } = await run('drift');
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('origin-not-allowed')]);
  });
});
