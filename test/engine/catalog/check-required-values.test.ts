import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { isMap } from '../../../src/kit/json/json.ts';
import { copyExample, copyProject, type Project } from '../../support/run-cyclectl.ts';
import { runInProcess } from '../../support/run-in-process.ts';

const manifest = 'accounts/northwind.yaml';
const mark = `        Mark order:
          fields:
            order.dryRun: "false"
`;
const backfill = `    backfill:
      from: {template: Order Backfill}
      displayName: Order backfill
      state: active
      schedule: {every: 15m}
      steps:
${mark}`;
const before = '    contacts-to-mailer:\n';
const since = 'steps:\n        Get contact:';
const ignored =
  'steps:\n        List changed contacts: {parameters: {modifiedSince: {ignore: true}}}\n        Get contact:';
const state = 'northwind/cycles/backfill/steps/Mark order/fields/order.state';

let saved: Project;

beforeAll(async () => {
  saved = await copyExample('quickstart');
  await saved.edit(manifest, before, `${backfill}${before}`);
  await saved.edit(
    manifest,
    '  connectors:\n',
    '  connectors:\n    app: {connector: {name: Our App}, auth: none}\n',
  );
  expect((await runInProcess(saved, 'catalog', 'save')).exitCode).toBe(0);
});

type Found = {
  readonly code: string;
  readonly severity: string;
  readonly summary: string;
  readonly address: string;
  readonly place: string;
  readonly remedy: string;
};

/** Missing values that a command reports, in the order of their places. */
async function listMissing(
  project: Project,
  ...command: readonly string[]
): Promise<readonly Found[]> {
  const { stdout } = await runInProcess(project, ...command, '--format', 'json');
  const found = new Map<string, Found>();
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) walk(item);
    else if (isMap(value)) {
      const { code, at } = value;
      if ((code === 'prerequisite-missing' || code === 'value-missing') && isMap(at)) {
        const { severity, summary, address, remedy } = value as Found & typeof value;
        const place = `${at.file}:${at.line}:${at.column}`;
        found.set(place, { code, severity, summary, address, place, remedy });
      }
      for (const item of Object.values(value)) walk(item);
    }
  };
  walk(JSON.parse(stdout));
  return [...found.values()].sort((one, other) => (one.place < other.place ? -1 : 1));
}

/** Puts a service elsewhere in place of the embedded one, so that only catalog.json is known. */
async function moveService(project: Project): Promise<void> {
  const remote =
    '{baseUrl: https://api.example.com, accountHeader: X-Account, token: {accessToken: {env: TOKEN}}}';
  await project.edit('cyclectl.yaml', '{emulator: {world: world.yaml}}', remote);
}

const withoutSeverity = ({ severity: _, ...found }: Found) => found;

describe('validate with catalog.json foresees that a new cycle cannot start', () => {
  it('with the words, place and line of the plan, as a warning: a live cycle may have a value', async () => {
    const project = await copyProject(saved);
    const planned = await listMissing(project, 'plan');
    expect(planned).toMatchObject([{ code: 'prerequisite-missing', severity: 'error' }]);
    await moveService(project);
    const found = await listMissing(project, 'validate');
    expect(found).toMatchObject([
      {
        severity: 'warning',
        address: state,
        remedy: 'Write under steps, "Mark order", fields: order.state: VALUE.',
      },
    ]);
    expect(found.map(withoutSeverity)).toEqual(planned.map(withoutSeverity));
    const { exitCode, stderr } = await runInProcess(project, 'validate');
    expect(exitCode).toBe(0);
    expect(stderr).toContain('A cycle that exists may have one.');
  });

  it('as an error where a line takes the value away, and as a warning of edited cycles', async () => {
    const project = await copyProject(saved);
    await project.edit(manifest, mark, `${mark}            order.state: done\n`);
    await project.edit(manifest, since, ignored);
    const planned = await listMissing(project, 'plan');
    await moveService(project);
    const found = await listMissing(project, 'validate');
    expect(found).toEqual(planned);
    expect(found).toMatchObject([{ severity: 'error', remedy: 'Write a value in its place.' }]);
    expect((await runInProcess(project, 'validate')).exitCode).toBe(1);
    expect((await runInProcess(project, 'validate', '--allow-edited-cycles')).exitCode).toBe(0);
  });

  it('as a warning where its start waits for a person', async () => {
    const project = await copyProject(saved);
    await project.edit(manifest, mark, `${mark}            order.state: done\n`);
    await project.edit(
      manifest,
      'Email.Address: {step: List changed contacts, field: Contact.Email}',
      'Email.Address: {ignore: true}',
    );
    const planned = await listMissing(project, 'plan');
    const found = await listMissing(project, 'validate');
    expect(found).toEqual(planned);
    expect(found).toMatchObject([{ code: 'value-missing', severity: 'warning' }]);
  });

  it('by the world of an embedded service too', async () => {
    const project = await copyProject(saved);
    const found = await listMissing(project, 'validate');
    await rm(join(project.directory, 'catalog.json'));
    expect(await listMissing(project, 'validate')).toEqual(found);
    expect(found).toHaveLength(1);
  });

  it('of a cycle file, by the methods of the catalog', async () => {
    const project = await copyExample('promote');
    for (const name of ['staging', 'prod'])
      await runInProcess(project, 'catalog', 'save', '-e', name);
    expect(await listMissing(project, 'validate')).toEqual([]);
    await project.edit(
      'catalog.json',
      '"name": "Contact.Name", "type": "Text"',
      '"name": "Contact.Name", "type": "Text", "required": true',
    );
    const found = await listMissing(project, 'validate');
    expect(found).toMatchObject([
      {
        code: 'prerequisite-missing',
        severity: 'warning',
        summary: expect.stringContaining('neither the file nor the manifest has one'),
      },
    ]);
  });
});

describe('validate says nothing of a required value', () => {
  it.each([
    ['that the manifest gives', mark, `${mark}            order.state: done\n`],
    [
      'of a cycle that Git does not start',
      'state: active\n      schedule: {every: 15m}\n      steps:\n        Mark',
      'state: paused\n      steps:\n        Mark',
    ],
    ['of a cycle whose state others own', 'spec:\n', 'spec:\n  ownership: {state: observed}\n'],
    [
      'that others write',
      'spec:\n',
      'spec:\n  ownership: {"steps/Mark order/fields/*": observed}\n',
    ],
    [
      'where a name is wrong, with which it may be given',
      'order.dryRun: "false"',
      'order.stat: done',
    ],
  ])('%s', async (_, from, to) => {
    const project = await copyProject(saved);
    await project.edit(manifest, from, to);
    expect(await listMissing(project, 'validate')).toEqual([]);
  });

  it('of a file that does not say if the template has a value', async () => {
    const project = await copyProject(saved);
    await project.edit('catalog.json', '"required": true, "unset": true', '"required": true');
    expect(await listMissing(project, 'validate')).toEqual([]);
  });

  it('as an error where a seeded line ignores it: the cycle may have been made before', async () => {
    const project = await copyProject(saved);
    await project.edit(manifest, mark, `${mark}            order.state: {ignore: true}\n`);
    await project.edit(
      manifest,
      'spec:\n',
      'spec:\n  ownership: {"steps/Mark order/fields/*": seeded}\n',
    );
    expect(await listMissing(project, 'validate')).toMatchObject([{ severity: 'warning' }]);
  });
});
