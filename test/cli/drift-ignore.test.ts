import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Emulator } from '../../src/emulator/emulator.ts';
import { consoleRequest } from '../worlds/console-request.ts';
import { findDumped } from '../worlds/dumped.ts';
import { openRemoteProject, type Project, readProjectFile } from './run-cyclectl.ts';
import { talk } from './talk-in-process.ts';

// The story of `drift --ignore`, in this process, over HTTP against the emulator.

const account = 'northwind-8812';
const manifest = 'accounts/northwind.yaml';
const files = 'northwind/cycles/contacts-to-files';
const because = ['--until', '2099-12-31', '--reason', 'they move to Porto'] as const;

let project: Project & { readonly emulator: Emulator };

beforeAll(async () => {
  project = await openRemoteProject();
  const applied = await talk(project, 'apply', '--yes');
  expect(applied.exitCode, applied.stderr).toBe(0);
  const live = findDumped(project.emulator, account);
  const cycle = live?.cycles.find(({ name }) => name === 'Contacts to files');
  const put = (path: string, body: unknown = {}) =>
    consoleRequest(project.emulator, { method: 'PUT', path: `/v1.0${path}`, account, body });
  await put(`/accounts/${live?.id}`, { Timezone: 'Europe/Lisbon' });
  await put(`/cycles/${cycle?.id}/deactivate`);
});

const ignore = (address: string, ...more: readonly string[]) =>
  talk(project, 'drift', '--ignore', address, ...more);

const inOneLine = (text: string) => text.replaceAll(/\s+/g, ' ');

describe('what cannot be ignored', () => {
  it.each([
    [['--reason', 'why'], 'without --until'],
    [['--until', '2099-12-31'], 'without --reason'],
    [['--until', '2099-12-31', '--reason', ' '], 'without --reason'],
    [['--until', '31.12.2099', '--reason', 'why'], 'is no day'],
    [['--until', '2099-02-30', '--reason', 'why'], 'is no day'],
    [['--until', '2020-12-31', '--reason', 'why'], 'is over: today is'],
  ])('is refused with what to do: %j', async (more, says) => {
    const result = await ignore('northwind/timezone', ...more);
    expect(result).toMatchObject({ exitCode: 1, stdout: '' });
    expect(result.stderr).toContain(says);
  });

  it.each([
    ['northwind/displayName', 'Nothing has moved at northwind/displayName'],
    ['northwind/timezonee', 'Nearest names: "northwind/timezone"'],
    ['northwynd/timezone', 'northwynd'],
    [`${files}/steps/Write file`, 'is no address of an object or field'],
  ])('is an address at which nothing has moved: %s', async (address, says) => {
    const result = await ignore(address, ...because);
    expect(result).toMatchObject({ exitCode: 1, stdout: '' });
    expect(inOneLine(result.stderr)).toContain(says);
  });

  it('is nothing, where a day or a reason is given alone', async () => {
    const result = await talk(project, 'drift', ...because);
    expect(result).toMatchObject({ exitCode: 1 });
    expect(result.stderr).toContain('for --ignore alone');
  });
});

describe('drift that is ignored', () => {
  it('is said in the manifest with its comments kept, and is listed by drift and plan and not counted', async () => {
    const before = await readProjectFile(project, manifest);
    expect((await talk(project, 'drift')).exitCode).toBe(2);
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
    const drift = await talk(project, 'drift');
    expect(drift.exitCode).toBe(0);
    expect(drift.stdout).toContain('2 differences ignored:');
    expect(inOneLine(drift.stdout)).toContain(
      'timezone is "Europe/Lisbon", and Git has "Europe/Berlin"; ignored until 2099-12-31: they move to Porto',
    );
    const plan = await talk(project, 'plan', '--exit-code', '--select', 'account=northwind');
    expect(plan).toMatchObject({ exitCode: 0 });
    expect(plan.stdout).toContain('ignored until 2099-12-31');
    expect((await talk(project, 'validate')).exitCode).toBe(0);
  });

  it('is drift again when its day is over, and the report says where the entry stands', async () => {
    await project.edit(manifest, 'timezone: {until: "2099', 'timezone: {until: "2020');
    const drift = await talk(project, 'drift');
    expect(drift.exitCode).toBe(2);
    expect(inOneLine(drift.stdout)).toContain('was ignored until 2020-12-31');
    expect(inOneLine(drift.stdout)).toMatch(/accounts\/northwind\.yaml:\d+:\d+/);
    expect(drift.stdout).toContain('timezone');
    const again = await ignore('northwind/timezone', ...because);
    expect(again.exitCode).toBe(0);
    expect(await readProjectFile(project, manifest)).not.toContain('2020');
    expect((await talk(project, 'drift')).exitCode).toBe(0);
  });
});
