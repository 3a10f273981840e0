import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Emulator } from '../../../../src/emulator/emulator.ts';
import { findReportFaults } from '../../../schemas/validators.ts';
import { openRemoteProject, type Project, readProjectFile } from '../../../support/run-cyclectl.ts';
import { runInProcess } from '../../../support/run-in-process.ts';
import { consoleRequest } from '../../../worlds/console/console-request.ts';
import { findDumped } from '../../../worlds/console/dumped.ts';

// The story of `drift --ignore`, in this process, over HTTP against the emulator.

const account = 'northwind-8812';
const manifest = 'accounts/northwind.yaml';
const files = 'northwind/cycles/contacts-to-files';
const because = ['--until', '2099-12-31', '--reason', 'they move to Porto'] as const;

let project: Project & { readonly emulator: Emulator };

beforeAll(async () => {
  project = await openRemoteProject();
  const applied = await runInProcess(project, 'apply', '--yes');
  expect(applied.exitCode, applied.stderr).toBe(0);
  const live = findDumped(project.emulator, account);
  const cycle = live?.cycles.find(({ name }) => name === 'Contacts to files');
  const put = (path: string, body: unknown = {}) =>
    consoleRequest(project.emulator, { method: 'PUT', path: `/v1.0${path}`, account, body });
  await put(`/accounts/${live?.id}`, { Timezone: 'Europe/Lisbon' });
  await put(`/cycles/${cycle?.id}/deactivate`);
});

const ignore = (address: string, ...more: readonly string[]) =>
  runInProcess(project, 'drift', '--ignore', address, ...more);

const inOneLine = (text: string) => text.replaceAll(/\s+/g, ' ');

describe('what cannot be ignored', () => {
  it.each([
    [['--reason', 'why'], '--ignore needs --until'],
    [['--until', '2099-12-31'], '--ignore needs --reason'],
    [['--until', '2099-12-31', '--reason', ' '], '--ignore needs --reason'],
    [['--until', '31.12.2099', '--reason', 'why'], 'is not a date'],
    [['--until', '2099-02-30', '--reason', 'why'], 'is not a date'],
    [['--until', '2020-12-31', '--reason', 'why'], 'is in the past: today is'],
  ])('is refused with what to do: %j', async (more, says) => {
    const result = await ignore('northwind/timezone', ...more);
    expect(result).toMatchObject({ exitCode: 1, stdout: '' });
    expect(result.stderr).toContain(says);
  });

  it.each([
    ['northwind/displayName', 'nothing there that drift compares has changed'],
    ['northwind/timezonee', 'the nearest is "northwind/timezone"'],
    ['northwynd/timezone', 'northwynd'],
    [`${files}/steps/Write file`, 'nothing there that drift compares has changed'],
  ])('is an address at which nothing has moved: %s', async (address, says) => {
    const result = await ignore(address, ...because);
    expect(result).toMatchObject({ exitCode: 1, stdout: '' });
    expect(inOneLine(result.stderr)).toContain(says);
  });

  it('is in one account alone', async () => {
    const result = await ignore('northwind/timezone', '--ignore', 'contoso', ...because);
    expect(result).toMatchObject({ exitCode: 1, stdout: '' });
    expect(result.stderr).toContain('--ignore names more than one account');
  });

  it('is nothing of an account that no manifest has', async () => {
    const result = await ignore('nobody', ...because);
    expect(result).toMatchObject({ exitCode: 1, stdout: '' });
    expect(inOneLine(result.stderr)).toContain('nobody has no drift');
    expect(result.stderr).not.toContain('--select');
  });

  it('is nothing at all, where one of several addresses has not moved', async () => {
    const before = await readProjectFile(project, manifest);
    const result = await ignore(files, '--ignore', 'northwind/displayName', ...because);
    expect(result).toMatchObject({ exitCode: 1, stdout: '' });
    expect(await readProjectFile(project, manifest)).toBe(before);
  });

  it('is nothing, where a day or a reason is given alone', async () => {
    const result = await runInProcess(project, 'drift', ...because);
    expect(result).toMatchObject({ exitCode: 1 });
    expect(result.stderr).toContain('--until needs --ignore');
  });
});

describe('drift that is ignored', () => {
  it('is said in the manifest with its comments kept, and is listed by drift and plan and not counted', async () => {
    const before = await readProjectFile(project, manifest);
    expect((await runInProcess(project, 'drift')).exitCode).toBe(2);
    const done = await ignore('northwind/timezone', ...because);
    expect(done).toMatchObject({ exitCode: 0, stderr: '' });
    expect(done.stdout).toContain('Ignored until 2099-12-31: northwind/timezone.');
    const stopped = await ignore(files, ...because, '--format', 'json');
    expect(JSON.parse(stopped.stdout)).toMatchObject({
      kind: 'ignored',
      ignored: { addresses: [`${files}/state`], file: manifest },
    });
    const after = await readProjectFile(project, manifest);
    const entry = { until: '2099-12-31', reason: 'they move to Porto' };
    expect(parse(after).spec.ignore).toEqual({
      timezone: entry,
      'cycles/contacts-to-files/state': entry,
    });
    const lines = after.split('\n').filter((line) => !/^ {2}ignore:/.test(line));
    expect(lines.join('\n')).toBe(before);
    const drift = await runInProcess(project, 'drift');
    expect(drift.exitCode).toBe(0);
    expect(inOneLine(drift.stdout)).toContain('2 differences ignored.');
    expect(inOneLine(drift.stdout)).toContain(
      'timezone is "Europe/Lisbon", expected "Europe/Berlin"; ignored until 2099-12-31: they move to Porto',
    );
    const plan = await runInProcess(
      project,
      'plan',
      '--exit-code',
      '--select',
      'account=northwind',
    );
    expect(plan).toMatchObject({ exitCode: 0 });
    expect(plan.stdout).toContain('ignored until 2099-12-31');
    expect((await runInProcess(project, 'validate')).exitCode).toBe(0);
  });

  it('is drift again when its day is over, and the report says where the entry stands', async () => {
    await project.edit(manifest, 'timezone: {until: "2099', 'timezone: {until: "2020');
    const drift = await runInProcess(project, 'drift');
    expect(drift.exitCode).toBe(2);
    expect(inOneLine(drift.stdout)).toContain('was ignored until 2020-12-31');
    expect(inOneLine(drift.stdout)).toMatch(/accounts\/northwind\.yaml:\d+:\d+/);
    expect(drift.stdout).toContain('timezone');
    const again = await ignore('northwind/timezone', ...because);
    expect(again.exitCode).toBe(0);
    expect(await readProjectFile(project, manifest)).not.toContain('2020');
    expect((await runInProcess(project, 'drift')).exitCode).toBe(0);
  });

  it('is renewed with another day and reason, and all beside them is kept', async () => {
    const flow = 'timezone: {until: "2099-12-31", reason: they move to Porto}';
    const before = await readProjectFile(project, manifest);
    expect(before).toContain(flow);
    const more = ['--until', '2100-01-31', '--reason', 'the move is late'] as const;
    const again = await ignore('northwind/timezone', ...more);
    expect(again).toMatchObject({ exitCode: 0, stderr: '' });
    expect(inOneLine(again.stdout)).toContain(
      'Before, it was ignored until 2099-12-31 ("they move to Porto"). The new date and reason replace them.',
    );
    expect(await readProjectFile(project, manifest)).toBe(
      before.replace(flow, 'timezone: {until: "2100-01-31", reason: the move is late}'),
    );
  });

  it('is renewed together with what has moved since', async () => {
    await project.edit(
      manifest,
      'cycles/contacts-to-files/state: {until: "2099',
      'cycles/contacts-to-files/state: {until: "2020',
    );
    const both = await ignore('northwind/timezone', '--ignore', files, ...because);
    expect(both).toMatchObject({ exitCode: 0, stderr: '' });
    expect(inOneLine(both.stdout)).toContain('2 differences');
    expect(inOneLine(both.stdout)).toContain(
      `Before, ${files}/state was ignored until 2020-12-31 ("they move to Porto").`,
    );
    const { ignore: entries } = parse(await readProjectFile(project, manifest)).spec;
    const entry = { until: '2099-12-31', reason: 'they move to Porto' };
    expect(entries).toEqual({ timezone: entry, 'cycles/contacts-to-files/state': entry });
  });

  it('says of an entry of another environment what it said there, and that the new one counts there too', async () => {
    await project.edit(
      'cyclectl.yaml',
      '    local:',
      '    later:\n      service: {emulator: {world: world.yaml}}\n    local:',
    );
    await project.edit(
      manifest,
      'id: northwind-8812',
      'ids: {local: northwind-8812, later: northwind-9}',
    );
    await project.edit(
      'accounts/contoso.yaml',
      'id: contoso.example',
      'ids: {local: contoso.example}',
    );
    await project.edit(
      manifest,
      'reason: they move to Porto}',
      'reason: they move to Porto, in: [later]}',
    );
    const elsewhere = await readProjectFile(project, manifest);
    const more = ['--until', '2100-01-31', '--reason', 'the move is late'] as const;
    const joined = await ignore('northwind/timezone', ...more, '-e', 'local');
    expect(joined).toMatchObject({ exitCode: 0, stderr: '' });
    expect(inOneLine(joined.stdout)).toContain(
      'Before, it was ignored in later until 2099-12-31 ("they move to Porto"), and not here.',
    );
    expect(inOneLine(joined.stdout)).toContain('It applies to later too.');
    const after = await readProjectFile(project, manifest);
    expect(parse(after).spec.ignore.timezone).toMatchObject({ in: ['later', 'local'] });
    await project.edit(manifest, after, elsewhere);
    const asData = await ignore('northwind/timezone', ...more, '-e', 'local', '--format', 'json');
    expect(findReportFaults(asData.stdout)).toEqual([]);
    const { ignored } = JSON.parse(asData.stdout);
    expect(ignored.alsoIn).toEqual(['later']);
    expect(ignored.renewed).toEqual([
      {
        address: 'northwind/timezone',
        until: '2099-12-31',
        reason: 'they move to Porto',
        onlyIn: ['later'],
      },
    ]);
  });
});
