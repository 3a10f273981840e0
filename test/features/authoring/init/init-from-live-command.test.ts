import { readdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { expect, it } from 'vitest';
import { type Terminal, toPieces } from '../../../../src/app/output/terminal.ts';
import { runProgram } from '../../../../src/cli/run-program.ts';
import { type Emulator, openEmulator } from '../../../../src/emulator/emulator.ts';
import { readGolden } from '../../../golden/read-golden.ts';
import { findWideLines } from '../../../reports/samples/read-text.ts';
import { nameFolder, put, readAll } from '../../../support/begin-project.ts';
import { closeAfterFile } from '../../../support/opened.ts';
import { openRecordedContext, runInProcess } from '../../../support/run-in-process.ts';
import { formatHandmadeWorld } from '../../../worlds/cases/handmade.ts';
import { consoleRequest } from '../../../worlds/console/console-request.ts';

// They stand in the state of the service, and in no file.
const secrets = { crmKey: 'crm-key-of-the-world', clientSecret: 'client-secret-of-the-world' };

type Service = {
  readonly emulator: Emulator;
  readonly flags: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
};

async function openService(): Promise<Service> {
  const emulator = await openEmulator({ world: formatHandmadeWorld(secrets) });
  closeAfterFile(() => emulator.close());
  const { url } = await emulator.listen();
  const { clientId, clientSecret } = emulator.credentials;
  return {
    emulator,
    flags: ['init', '--from-live', '--base-url', url],
    environment: {
      SVC_CLIENT_ID: clientId,
      SVC_CLIENT_SECRET: clientSecret,
      CYCLECTL_SECRET_KEY: 'a key for tests that is long enough',
    },
  };
}

it('Begins a project with the accounts of a service, says which are alike, and its plan is empty', async () => {
  const { flags, environment } = await openService();
  const directory = await nameFolder();
  const { exitCode, stdout, stderr } = await runInProcess({ directory, environment }, ...flags);
  // Two cycles of one name cannot be said.
  expect(exitCode).toBe(3);
  expect(stderr).toBe('');
  const said = stdout
    .replaceAll(/ \\\n +/g, ' ')
    .replaceAll(dirname(directory), 'FOLDER')
    .replaceAll(/127\.0\.0\.1:\d+/g, 'SERVICE')
    .replaceAll(/\d+\.\d s/g, 'N s')
    .replaceAll(/ +\n/g, '\n');
  expect(said).toBe(await readGolden('init/from-live.txt', said));
  expect(findWideLines(said.replaceAll(/^ {2}cyclectl .*$/gm, ''))).toEqual([]);
  const files = await readAll(directory);
  expect(files['.github/workflows/cyclectl.yml']).toMatch(/# Fits \d\d? accounts: /);
  expect(Object.keys(files).filter((path) => path.startsWith('accounts/'))).toEqual([
    'accounts/account.yaml',
    'accounts/account.yaml.sample',
    'accounts/acme-2.yaml',
    'accounts/acme.yaml',
    'accounts/contoso.yaml',
    'accounts/northwind-traders.yaml',
  ]);
  expect(JSON.stringify([files, said])).not.toMatch(/of-the-world/);
  const plan = await runInProcess(
    { directory, environment },
    ...['plan', '--exit-code', '--select', 'account=northwind-traders'],
  );
  expect(plan).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('No changes') });
});

it('Names the origins of error webhooks that CI must allow, with which a plan in CI is empty', async () => {
  const { emulator, flags, environment } = await openService();
  const service = flags.at(-1) ?? '';
  await consoleRequest(emulator, {
    method: 'PUT',
    path: '/v1.0/accounts/acme-1',
    body: {
      TransactionErrorWebhookEnabled: true,
      TransactionErrorWebhookUrl: 'https://hooks.example.com:8443/acme',
    },
  });
  const directory = await nameFolder();
  const select = ['--select', 'account=acme*'] as const;
  const { stdout } = await runInProcess({ directory, environment }, ...flags, ...select);
  const value = `${service},https://hooks.example.com:8443`;
  expect(stdout).toContain(`these origins; check each:\n  CYCLECTL_ALLOW_ORIGINS=${value}\n`);
  const inCi = {
    ...environment,
    CI: 'true',
    CYCLECTL_ALLOW_ENV: 'SVC_CLIENT_ID,SVC_CLIENT_SECRET',
    CYCLECTL_ALLOW_ORIGINS: value,
  };
  const plan = ['plan', '--exit-code'] as const;
  expect(await runInProcess({ directory, environment: inCi }, ...plan)).toMatchObject({
    exitCode: 0,
  });
  const refused = await runInProcess(
    { directory, environment: { ...inCi, CYCLECTL_ALLOW_ORIGINS: service } },
    ...plan,
  );
  expect(refused.stderr).toContain('origin-not-allowed');
  const asData = [...flags, ...select, '--format', 'json'];
  const data = await runInProcess({ directory: await nameFolder(), environment }, ...asData);
  expect(JSON.parse(data.stdout).run.origins).toEqual(
    [service, 'https://hooks.example.com:8443'].sort(),
  );
});

it('Says the same as data, of the accounts that are selected', async () => {
  const { flags, environment } = await openService();
  const directory = await nameFolder();
  const select = ['--select', 'account=acme*', '--format', 'json'];
  const { exitCode, stdout } = await runInProcess({ directory, environment }, ...flags, ...select);
  expect(exitCode).toBe(0);
  const { kind, result, accounts, run } = JSON.parse(stdout);
  expect(kind).toBe('init');
  expect(result.project).toMatchObject({ name: 'customers', service: 'remote' });
  expect(accounts.map((each: { account: string }) => each.account)).toEqual(['acme', 'acme-2']);
  expect(run.summary).toMatchObject({ written: 2, skipped: 3 });
  expect(run.proposal).toMatchObject({ accounts: 2, shapes: 1, outliers: [] });
});

it('Writes nothing where the service cannot be read, whichever of its first answers fails', async () => {
  const { emulator, flags, environment } = await openService();
  const directory = await nameFolder();
  for (const path of ['/oauth/token', '/v1.0/accounts', '/v1.0/connectors', '/v1.0/templates']) {
    emulator.control.plantFaults([{ path, do: 'status', status: 403 }]);
    const { exitCode, stdout, stderr } = await runInProcess({ directory, environment }, ...flags);
    expect({ path, exitCode, stdout }).toEqual({ path, exitCode: 1, stdout: '' });
    expect(stderr).toContain('Nothing was written.');
    expect(await readdir(dirname(directory))).toEqual([]);
  }
});

it('Writes nothing without what signs in, or where flags or manifests do not fit', async () => {
  const { emulator, flags, environment } = await openService();
  const directory = await nameFolder();
  const unset = await runInProcess({ directory, environment: {} }, ...flags);
  expect(unset).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('SVC_CLIENT_ID') });
  const nobody = [...flags, '--select', 'account=nobody'];
  const lost = await runInProcess({ directory, environment }, ...nobody);
  expect(lost).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('selection-empty') });
  for (const flag of [['--local'], ['--account', 'a=b']]) {
    const refused = await runInProcess({ directory, environment }, ...flags, ...flag);
    expect(refused.stderr).toContain('cannot be used with option');
  }
  const unasked = await runInProcess({ directory, environment }, 'init', '--from-live');
  expect(unasked.stderr).toContain('nothing was written. Pass --base-url URL.');
  expect(await readdir(dirname(directory))).toEqual([]);
  await put(directory, { 'accounts/ledger.yaml': 'kind: Ledger\n' });
  const since = emulator.requests().length;
  expect(await runInProcess({ directory, environment }, ...flags)).toMatchObject({ exitCode: 1 });
  expect(Object.keys(await readAll(directory))).toEqual(['accounts/ledger.yaml']);
  expect(emulator.requests().length).toBe(since);
});

it('Keeps the project where an account cannot be read, names it, and export continues', async () => {
  const { emulator, flags, environment } = await openService();
  const project = { directory: await nameFolder(), environment };
  emulator.control.plantFaults([{ path: '/v1.0/cycles/*/steps', do: 'status', status: 403 }]);
  const select = ['--select', 'account=acme', '--select', 'account=northwind-traders'];
  const started = await runInProcess(project, ...flags, ...select);
  expect(started.exitCode).toBe(3);
  expect(started.stdout).toMatch(/northwind-traders +NOT WRITTEN/);
  expect(started.stderr).toMatch(/To export the others: cyclectl -C \S+ export --all$/);
  expect(Object.keys(await readAll(project.directory))).not.toContain(
    'accounts/northwind-traders.yaml',
  );
  expect(await runInProcess(project, 'validate')).toMatchObject({ exitCode: 0 });
  emulator.control.plantFaults([]);
  await runInProcess(project, 'export', ...select);
  expect(Object.keys(await readAll(project.directory))).toContain(
    'accounts/northwind-traders.yaml',
  );
});

it('Ends between two accounts where it is asked to, with a project that is whole', async () => {
  const { flags, environment } = await openService();
  const directory = await nameFolder();
  const { context, out, said } = openRecordedContext(environment);
  const controller = new AbortController();
  const selected = ['--select', 'account=acme*', '--select', 'account=contoso'];
  const terminal: Terminal = {
    ...context.terminal,
    out: async (text) => {
      for await (const piece of toPieces(text)) {
        if (piece.includes('accounts/acme-2.yaml')) controller.abort();
        await context.terminal.out(piece);
      }
    },
  };
  const exitCode = await runProgram(
    { ...context, terminal, stopping: controller.signal },
    { argv: ['-C', directory, ...flags, ...selected], endedBy: () => null },
  );
  expect(exitCode).toBe(3);
  expect(said()).toContain('To export the others: ');
  expect(out()).toContain('2 accounts written.');
  expect(Object.keys(await readAll(directory))).toContain('accounts/acme-2.yaml');
  expect(Object.keys(await readAll(directory))).not.toContain('accounts/contoso.yaml');
  expect(await runInProcess({ directory, environment }, 'validate')).toMatchObject({ exitCode: 0 });
});
