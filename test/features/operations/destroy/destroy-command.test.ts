import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  copyExample,
  copyProject,
  openRemoteProject,
  type Project,
} from '../../../support/run-cyclectl.ts';
import { runAnswered, runInProcess, runLine } from '../../../support/run-in-process.ts';

const mailer = 'northwind/cycles/contacts-to-mailer';
const allowed = ['--confirm', 'northwind', '--allow-deletes'] as const;
const foreverMs = 60_000;

let applied: Project;

beforeAll(async () => {
  applied = await copyExample('quickstart');
  expect(await runInProcess(applied, 'apply', '--yes')).toMatchObject({ exitCode: 0 });
}, foreverMs);

async function listKept({ directory }: Project): Promise<readonly string[]> {
  const folder = join(directory, '.cyclectl/local/destroyed');
  const found = await readdir(folder, { recursive: true }).catch(() => []);
  return found.filter((name) => name.endsWith('.json')).map((name) => join(folder, name));
}

function destroyTyping(project: Project, typed: string, ...args: readonly string[]) {
  return runAnswered(project, [typed], 'destroy', ...args);
}

async function countDeletes(project: Project, address: string): Promise<string> {
  const { stderr } = await runInProcess(project, 'destroy', address);
  return /The plan deletes (\d+)/.exec(stderr)?.[1] ?? '0';
}

describe('destroy', () => {
  it('shows what goes, wants the key and the number, and destroys nothing before', async () => {
    const project = await copyProject(applied);
    const shown = await runInProcess(project, 'destroy', 'northwind');
    expect(shown).toMatchObject({ exitCode: 1 });
    expect(shown.stdout).toContain('- cycles/contacts-to-files');
    expect(shown.stderr).toContain('The plan deletes 6, but this environment allows 0 per run');
    const unnamed = await runInProcess(project, 'destroy', 'northwind', '--allow-deletes', '6');
    expect(unnamed).toMatchObject({ exitCode: 1 });
    expect(unnamed.stderr).toContain('--confirm northwind');
    const data = ['--format', 'json', '--allow-deletes', '6'];
    const alone = await runInProcess(project, 'destroy', 'northwind', ...data);
    expect(JSON.parse(alone.stdout)).toMatchObject({ run: { notBegun: 'nobody-to-ask' } });
    const other = await runInProcess(
      project,
      'destroy',
      'northwind',
      ...data,
      '--confirm',
      'contoso',
    );
    expect(JSON.parse(other.stdout)).toMatchObject({ run: { notBegun: 'declined' } });
    for (const wrong of [
      ['--confirm', 'contoso'],
      [...allowed.slice(0, 2), '--confirm', 'contoso'],
    ]) {
      const refused = await runInProcess(
        project,
        'destroy',
        'northwind',
        '--allow-deletes',
        '6',
        ...wrong,
      );
      expect(refused).toMatchObject({ exitCode: 1 });
      expect(refused.stderr).toContain('not-confirmed');
    }
    expect(await runInProcess(project, 'destroy', 'northwind', '--yes')).toMatchObject({
      exitCode: 1,
    });
    expect(await destroyTyping(project, 'yes', mailer, '--allow-deletes', '1')).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('not-confirmed'),
    });
    expect(await listKept(project)).toEqual([]);
    expect(await runInProcess(project, 'plan', '--exit-code')).toMatchObject({ exitCode: 0 });
  });

  it('asks which accounts to destroy, and then for their keys', async () => {
    const project = await copyProject(applied);
    const answers = [['contoso'], 'contoso'];
    const deletes = ['--allow-deletes', await countDeletes(project, 'contoso')];
    const asked = await runAnswered(project, answers, 'destroy', ...deletes);
    expect(asked.exitCode, asked.stderr).toBe(0);
    expect(asked.questions[0]).toBe('Destroy which accounts?');
    expect(asked.repeats).toEqual([
      `cyclectl -C ${project.directory} destroy ${deletes.join(' ')} contoso --confirm contoso`,
    ]);
    const copy = await copyProject(applied);
    expect((await runLine(asked.repeats[0] ?? '', copy)).exitCode).toBe(0);
    const listed = await runInProcess(copy, 'state', 'list');
    expect(listed.stdout).toBe((await runInProcess(project, 'state', 'list')).stdout);
    expect(listed.stdout).not.toContain('contoso');
  });

  it('destroys nothing without an answer, and names what to pass without a terminal', async () => {
    const project = await copyProject(applied);
    const none = await runAnswered(project, [], 'destroy');
    expect(none).toMatchObject({ exitCode: 1, repeats: [] });
    expect(none.stderr).toContain('destroy needs the objects to delete, and there was no answer');
    const alone = await runInProcess(project, 'destroy');
    expect(alone.exitCode).toBe(1);
    expect(alone.stderr).toContain('Pass the address of each account, connector or cycle');
    const unsure = await runAnswered(
      project,
      [['northwind'], 'yes'],
      'destroy',
      '--allow-deletes',
      '6',
    );
    expect(unsure.exitCode).toBe(1);
    expect(unsure.repeats.join()).not.toContain('--confirm');
    expect((await runInProcess(project, 'plan', '--exit-code')).exitCode).toBe(0);
  });

  it('keeps what there was for its user alone, says where, and what Git still names', async () => {
    const project = await copyProject(applied);
    const typed = await destroyTyping(project, 'northwind', mailer, '--allow-deletes', '1');
    expect(typed).toMatchObject({ exitCode: 0 });
    expect(typed.stderr.replaceAll(/\s+/g, ' ')).toContain('the next apply creates it again');
    const [file = ''] = await listKept(project);
    expect(typed.stderr).toContain(file);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(JSON.parse(await readFile(file, 'utf8')).cycles).toMatchObject([{ address: mailer }]);

    const all = await runInProcess(
      project,
      'destroy',
      'northwind',
      ...allowed,
      '5',
      '--format',
      'json',
    );
    expect(all).toMatchObject({ exitCode: 0 });
    const { kind, run, accounts } = JSON.parse(all.stdout);
    expect({ kind, run, accounts }).toMatchObject({
      kind: 'apply',
      run: { command: 'destroy', diagnostics: [{ code: 'still-named' }] },
      accounts: [{ account: 'northwind', keptAt: expect.stringContaining('northwind.json') }],
    });
    expect((await listKept(project)).length).toBe(2);
    const again = await runInProcess(project, 'destroy', 'northwind', ...allowed, '5');
    expect(again).toMatchObject({ exitCode: 0 });
    expect(again.stderr).toContain('was destroyed already');
    expect((await runInProcess(project, 'history')).stdout).toContain('destroy done');
  });

  it('is not had where saved plans alone are, with --select, or where the folder cannot be written', async () => {
    const project = await copyProject(applied);
    const selected = await runInProcess(
      project,
      '--select',
      'account=northwind',
      'destroy',
      'northwind',
    );
    expect(selected).toMatchObject({ exitCode: 1 });
    await project.write('.cyclectl/local/destroyed', 'a file in the way');
    const blocked = await runInProcess(project, 'destroy', mailer, ...allowed, '1');
    expect(blocked).toMatchObject({ exitCode: 1 });
    expect(blocked.stdout).toContain('not-kept');
    expect(await runInProcess(project, 'plan', '--exit-code')).toMatchObject({ exitCode: 0 });
    await project.edit(
      'cyclectl.yaml',
      'service: {emulator: {world: world.yaml}}',
      'service: {emulator: {world: world.yaml}}\n      protect: {savedPlanOnly: true}',
    );
    const unsaved = await runInProcess(
      project,
      'destroy',
      mailer,
      ...allowed,
      '1',
      '--format',
      'json',
    );
    expect(unsaved).toMatchObject({ exitCode: 1 });
    expect(JSON.parse(unsaved.stdout)).toMatchObject({
      run: { notBegun: 'refused', diagnostics: [{ code: 'saved-plan-only' }] },
    });
    const named = await runInProcess(project, 'destroy', 'northwind', ...allowed, '6');
    expect(named.exitCode).toBe(1);
    expect(named.stderr.replaceAll(/\s+/g, ' ')).toContain(
      `destroy -C ${project.directory} -e local northwind --confirm northwind --allow-deletes 6 --out destroy.json`,
    );
    expect(await runInProcess(project, 'plan', '--exit-code')).toMatchObject({ exitCode: 0 });
  });

  it('is saved as a plan where the key was given, and done by apply, also where nothing else is let through', async () => {
    const project = await copyProject(applied);
    await project.edit(
      'cyclectl.yaml',
      'service: {emulator: {world: world.yaml}}',
      'service: {emulator: {world: world.yaml}}\n      protect: {savedPlanOnly: true}',
    );
    const file = join(project.directory, 'destroy.json');
    const save = ['destroy', 'northwind', '--out', file, '--allow-deletes'];
    for (const words of [
      [...save, '6'],
      [...save, '6', '--confirm', 'contoso'],
      [...save, '6', '--format', 'json'],
      [...save, '5', '--confirm', 'northwind'],
    ]) {
      const refused = await runInProcess(project, ...words);
      expect(refused, words.join(' ')).toMatchObject({ exitCode: 1 });
      expect(refused.stderr, words.join(' ')).toMatch(/not-confirmed|deletes-differ/);
      expect(refused.stdout, words.join(' ')).not.toContain('To apply this plan');
      await expect(stat(file), words.join(' ')).rejects.toThrow('ENOENT');
    }
    const nowhere = join(project.directory, 'nowhere/destroy.json');
    const unwritten = await runInProcess(
      project,
      ...['destroy', 'northwind', '--out', nowhere, '--allow-deletes', '6'],
      ...['--confirm', 'northwind'],
    );
    expect(unwritten).toMatchObject({ exitCode: 1 });
    expect(unwritten.stderr).toContain('its folder does not exist');
    expect(unwritten.stdout).not.toContain('To apply this plan');
    const unknown = await runInProcess(project, 'destroy', 'nobody', '--out', file);
    expect(unknown).toMatchObject({ exitCode: 1 });
    expect(unknown.stderr).toContain('not-remembered');
    expect(unknown.stderr).not.toContain('cannot read the plan');
    const saved = await runInProcess(
      project,
      ...save,
      '6',
      '--confirm',
      'northwind',
      '--format',
      'json',
    );
    expect(saved).toMatchObject({ exitCode: 0 });
    expect(JSON.parse(saved.stdout)).toMatchObject({
      kind: 'plan',
      run: { destroys: true, summary: { deletes: 6 }, next: { kind: 'apply', file } },
    });
    expect(await runInProcess(project, 'plan', '--exit-code')).toMatchObject({ exitCode: 0 });
    expect(
      await runInProcess(project, '--select', 'account=northwind', 'apply', file),
    ).toMatchObject({
      exitCode: 1,
    });
    const done = await runInProcess(project, 'apply', file);
    expect(done).toMatchObject({ exitCode: 0 });
    expect(done.stdout).toContain('Destroyed');
    expect(await listKept(project)).toHaveLength(1);
    expect(
      await runInProcess(project, 'plan', '--exit-code', '--select', 'account=northwind'),
    ).toMatchObject({ exitCode: 2 });
    expect(await runInProcess(project, 'apply', file)).toMatchObject({ exitCode: 0 });
  });

  it('does no more than the saved plan shows, and finishes what an earlier run left of it', async () => {
    const project = await openRemoteProject();
    await runInProcess(project, 'apply', '--yes');
    const file = join(project.directory, 'destroy.json');
    const words = ['destroy', 'contoso', '--confirm', 'contoso', '--allow-deletes', '4'];
    expect(await runInProcess(project, ...words, '--out', file)).toMatchObject({ exitCode: 0 });
    project.emulator.control.plantFaults([
      { method: 'DELETE', path: '/v1.0/accounts/*', every: 1, do: 'status', status: 400 },
    ]);
    expect(await runInProcess(project, 'apply', file)).toMatchObject({ exitCode: 3 });
    project.emulator.control.plantFaults([]);
    const broken = (await readFile(file, 'utf8')).replace(
      '"destroys":["contoso"]',
      '"destroys":["northwind"]',
    );
    await writeFile(join(project.directory, 'forged.json'), broken);
    const forged = await runInProcess(project, 'apply', join(project.directory, 'forged.json'));
    expect(forged).toMatchObject({ exitCode: 1 });
    expect(await runInProcess(project, 'apply', file)).toMatchObject({ exitCode: 0 });
    await runInProcess(project, 'apply', '--yes');
    const stale = await runInProcess(project, 'apply', file);
    expect([stale.exitCode, stale.stdout]).toEqual([1, expect.stringContaining('plan-stale')]);
  });

  it('exits 1 when nothing was destroyed, 3 when only some of it was, and 0 when the rest is', async () => {
    const project = await openRemoteProject();
    await runInProcess(project, 'apply', '--yes');
    const words = ['destroy', 'contoso', '--confirm', 'contoso', '--allow-deletes'];
    expect(await runInProcess(project, ...words, '9')).toMatchObject({ exitCode: 1 });
    project.emulator.control.plantFaults([
      { method: 'DELETE', path: '/v1.0/accounts/*', every: 1, do: 'status', status: 400 },
    ]);
    const part = await runInProcess(project, ...words, '4');
    expect(part).toMatchObject({ exitCode: 3 });
    expect(part.stdout).toContain('Destroyed in part in local');
    project.emulator.control.plantFaults([]);
    expect(await runInProcess(project, ...words, '1')).toMatchObject({ exitCode: 0 });
  });
});
