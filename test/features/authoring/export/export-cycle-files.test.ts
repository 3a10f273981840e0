import { expect, it } from 'vitest';
import type { Choices } from '../../../../src/emulator/world/choices.ts';
import type { ExportedAccount } from '../../../../src/features/authoring/describe/export-report.ts';
import { makeCanary } from '../../../canaries/register.ts';
import { searchValue } from '../../../canaries/search.ts';
import { countKinds } from '../../../engine/run/requests/budget.ts';
import { formatHandmadeWorld } from '../../../worlds/cases/handmade.ts';
import { consoleRequest } from '../../../worlds/console/console-request.ts';
import { exportAccounts } from '../../../worlds/features/export-accounts.ts';
import { openFixture, planOf, type TestFixture } from '../../../worlds/fixture.ts';

const secrets = { crmKey: makeCanary('the key of a CRM'), clientSecret: makeCanary('a client') };
const account = 'northwind-8812';
const select = { select: [`account=${account}`] };
const manifest = 'accounts/northwind-traders.yaml';
const path = 'cycles/northwind-traders/brought-in.cycle.json';

type Export = {
  readonly Steps: readonly Readonly<Record<string, unknown>>[];
  readonly Variables: readonly unknown[];
};

/** An account with a cycle that somebody brought in from a file, edited before. */
async function openBrought(
  edit: (file: Export) => Partial<Export> & Readonly<Record<string, unknown>> = () => ({}),
  choices: Partial<Choices> = {},
): Promise<TestFixture> {
  const world = formatHandmadeWorld(secrets);
  const fixture = await openFixture({ world, choices, manifests: {} });
  const ask = (method: string, at: string, body?: unknown) =>
    consoleRequest(fixture.emulator, { method, path: `/v1.0${at}`, account, body });
  const templates = (await ask('GET', '/templates')) as { Id: string; Name: string }[];
  const template = templates.find(({ Name }) => Name === 'Contacts to Mailer');
  const file = (await ask('GET', `/templates/${template?.Id}/export`)) as Export;
  await ask('POST', '/cycles/import', { ...file, Name: 'Brought in', ...edit(file) });
  return fixture;
}

function readCycles(fixture: TestFixture): string[] {
  return [...fixture.manifests.keys()].filter((each) => each.startsWith('cycles/'));
}

function listLeftOut(exported: ExportedAccount | undefined): string[] {
  return exported?.kind === 'written' ? exported.leftOut.map(({ summary }) => summary) : [];
}

it('is exported by one request as a file that the manifest names, and its plan is empty', async () => {
  const fixture = await openBrought();
  const since = fixture.emulator.requests().length;
  const [exported] = await exportAccounts(fixture, select);
  expect(exported).toMatchObject({ kind: 'written', cycleFiles: [path], leftOut: [] });
  const asked = fixture.emulator.requests().slice(since);
  expect(asked.filter((each) => /\/cycles\/[^/]+\/export$/.test(each.path)).length).toBe(1);
  expect(countKinds(asked)).toMatchObject({ cycles: 1, connectors: 1 });
  expect(readCycles(fixture)).toContain(path);
  const text = fixture.manifests.get(manifest) ?? '';
  expect(text).toContain(
    `    brought-in:\n      from: {file: ${path}}\n      displayName: Brought in\n      state: paused\n`,
  );
  expect(text.slice(text.indexOf('brought-in:'))).not.toMatch(/^ {6}steps:\n {8}Add sub/m);
  const plan = planOf(await fixture.plan(), 'northwind-traders');
  expect(plan.operations).toEqual([]);
  const again = await openBrought();
  await exportAccounts(again, select);
  expect(again.manifests).toEqual(fixture.manifests);
});

it('has its mappings and variables in the manifest too where all is requested', async () => {
  const fixture = await openBrought();
  await exportAccounts(fixture, { ...select, isFull: true });
  const text = fixture.manifests.get(manifest) ?? '';
  expect(text.slice(text.indexOf('brought-in:'))).toContain('Add subscriber:\n');
  expect(planOf(await fixture.plan(), 'northwind-traders').operations).toEqual([]);
});

it('has no secret in its file: what is called so is given by the manifest', async () => {
  const secret = makeCanary('a token in a variable');
  const fixture = await openBrought(({ Variables }) => ({
    Variables: [...Variables, { Id: 9, Name: 'api token', Value: secret }],
  }));
  const [exported] = await exportAccounts(fixture, select);
  expect(exported).toMatchObject({ kind: 'written', cycleFiles: [path], leftOut: [] });
  searchValue('what export wrote and said', [[...fixture.manifests], exported]);
  expect(fixture.manifests.get(path)).toContain('"secret": "variables/api token"');
  const given = 'NORTHWIND_TRADERS_BROUGHT_IN_API_TOKEN';
  expect(fixture.manifests.get(manifest)).toContain(`api token: {env: ${given}}`);
  fixture.secrets.set(given, secret);
  expect(planOf(await fixture.plan(), 'northwind-traders').operations).toEqual([]);
});

it('is left out, and no file of it written, where it has a secret that no manifest could give', async () => {
  const fixture = await openBrought(({ Steps }) => ({
    Steps: Steps.map((step) => ({ ...step, Description: `Uses ${secrets.clientSecret}.` })),
  }));
  const [exported] = await exportAccounts(fixture, select);
  expect(listLeftOut(exported)).toEqual([
    'the cycle "Brought in" was not made from a template, and its file would contain a possible secret at /Steps/0/Description',
  ]);
  expect(readCycles(fixture)).toEqual([]);
  searchValue('what export wrote and said', [[...fixture.manifests], exported]);
});

it('is left out where a number of its export has the meaning of another kind of mapping', async () => {
  const fixture = await openBrought(() => ({}), { exportNumbers: 'shifted' });
  const [exported] = await exportAccounts(fixture, select);
  expect(listLeftOut(exported)).toEqual([
    expect.stringMatching(/its export is not this cycle: steps\/.+ differs from the cycle itself$/),
  ]);
  expect(readCycles(fixture)).toEqual([]);
});

it('has its description where the export of the service has no such member', async () => {
  const fixture = await openBrought(() => ({ Description: 'Brought in by us.' }), {
    exportedDescription: 'absent',
  });
  await exportAccounts(fixture, select);
  expect(fixture.manifests.get(path)).toContain('"Description": "Brought in by us."');
  expect(planOf(await fixture.plan(), 'northwind-traders').operations).toEqual([]);
});

it('is left out where the service refuses its export, and nothing is written where that fails', async () => {
  const fixture = await openBrought();
  const fail = (status: number) =>
    fixture.emulator.control.plantFaults([{ path: '/v1.0/cycles/*/export', do: 'status', status }]);
  fail(503);
  const [unread] = await exportAccounts(fixture, select);
  expect(unread).toMatchObject({ kind: 'failed', diagnostics: [{ code: 'unread' }] });
  expect([...fixture.manifests.keys()]).toEqual(['cyclectl.yaml']);
  fail(400);
  const [refused] = await exportAccounts(fixture, select);
  expect(listLeftOut(refused)).toEqual([expect.stringContaining('the service cannot export it')]);
  expect(readCycles(fixture)).toEqual([]);
});

it('is written over no other file, and none of its account is written then', async () => {
  const fixture = await openBrought();
  fixture.manifests.set(path, '{}');
  const before = [...fixture.manifests];
  const [exported] = await exportAccounts(fixture, select);
  expect(exported).toMatchObject({ kind: 'failed', diagnostics: [{ code: 'file-in-the-way' }] });
  expect([...fixture.manifests]).toEqual(before);
});

it('is written by the next export where one died before the manifest', async () => {
  const fixture = await openBrought();
  let left = 2;
  const onCreate = () => {
    left -= 1;
    if (left < 0) throw new Error('The machine lost its power.');
  };
  await expect(exportAccounts(fixture, { ...select, onCreate })).rejects.toThrow('power');
  expect(readCycles(fixture).length).toBe(2);
  expect(fixture.manifests.has(manifest)).toBe(false);
  const [exported] = await exportAccounts(fixture, select);
  expect(exported).toMatchObject({ kind: 'written', cycleFiles: [path] });
  expect(planOf(await fixture.plan(), 'northwind-traders').operations).toEqual([]);
});

it('has a mapping without a value, and its plan gives it none', async () => {
  const begin = (mapping: object) => ({ ...mapping, CycleEntityMappingType: 1, Value: null });
  const fixture = await openBrought(({ Steps }) => ({
    Steps: Steps.map((step) => ({
      ...step,
      CycleParameters: (step.CycleParameters as object[]).map(begin),
      CycleFieldMappings: (step.CycleFieldMappings as object[]).map(begin),
    })),
  }));
  const [exported] = await exportAccounts(fixture, select);
  expect(exported).toMatchObject({ kind: 'written', cycleFiles: [path], leftOut: [] });
  expect(fixture.manifests.get(path)).toContain(
    '"Value": null,\n          "CycleEntityMappingType": 1',
  );
  expect(planOf(await fixture.plan(), 'northwind-traders').operations).toEqual([]);
});

it('is an unfinished one without a step', async () => {
  const fixture = await openFixture({ world: formatHandmadeWorld(secrets), manifests: {} });
  const begun = { method: 'POST', path: '/v1.0/cycles', account: 'acme-1' };
  await consoleRequest(fixture.emulator, { ...begun, body: { Name: '../By hand\u202e' } });
  const [exported] = await exportAccounts(fixture, { select: ['account=acme'] });
  const cycleFiles = ['cycles/acme/by-hand.cycle.json'];
  expect(exported).toMatchObject({ kind: 'written', cycleFiles, leftOut: [] });
  expect(readCycles(fixture)).toEqual(cycleFiles);
  expect(planOf(await fixture.plan(), 'acme').operations).toEqual([]);
});
