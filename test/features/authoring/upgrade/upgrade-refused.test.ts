import { chmod, mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nameFolder, put, readAll } from '../../../support/begin-project.ts';
import { runInProcess } from '../../../support/run-in-process.ts';
import { begin, makeEarlier, record, upgrade, workflow } from './earlier-project.ts';

describe('A schema with names', () => {
  it.each([
    ['catalog.json', '<<<<<<< HEAD\n{}\n'],
    ['world.yaml', 'connectors: 7\n'],
  ])('is not compared, and not called up to date, where %s has a mistake', async (path, text) => {
    const folder = await begin('--local');
    await writeFile(join(folder, path), text);
    const before = await readAll(folder);
    for (const args of [['--check'], []]) {
      const { exitCode, stdout } = await upgrade(folder, ...args);
      expect(exitCode).toBe(1);
      expect(stdout).toContain('Not all was compared:');
      expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
        'schemas/account.schema.json not compared: a world or catalog.json has a mistake; run cyclectl validate',
      );
      expect(await readAll(folder)).toEqual(before);
    }
  });

  it('is of a whole project, whatever the environment', async () => {
    const folder = await begin('--local');
    for (const words of [
      ['-e', 'nosuch'],
      ['--select', 'account=zz'],
    ])
      expect(await upgrade(folder, ...words)).toMatchObject({
        exitCode: 1,
        stderr: expect.stringContaining('--upgrade is about all of a project'),
      });
  });
});

describe('Nothing is written', () => {
  it('if one of the files is read-only', async () => {
    const folder = await begin('--local');
    await makeEarlier(folder);
    await chmod(join(folder, workflow), 0o444);
    const before = await readAll(folder);
    const { exitCode, stderr } = await upgrade(folder);
    expect({ exitCode, stderr }).toEqual({
      exitCode: 1,
      stderr: expect.stringContaining(`${workflow} is read-only; nothing was written`),
    });
    expect(await readAll(folder)).toEqual(before);
  });

  it('through a link that a branch brings along', async () => {
    const folder = await begin('--local');
    await makeEarlier(folder);
    const outside = join(dirname(folder), 'outside');
    await rename(join(folder, '.github'), outside);
    await symlink(outside, join(folder, '.github'));
    const before = await readAll(folder);
    const elsewhere = await readAll(outside);
    expect(await upgrade(folder)).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('is a link'),
    });
    expect(await readAll(folder)).toEqual(before);
    await rm(join(folder, '.github'));
    await mkdir(join(folder, '.github/workflows'), { recursive: true });
    await symlink(join(outside, 'workflows/cyclectl.yml'), join(folder, workflow));
    await rm(join(folder, record));
    await symlink(join(outside, 'workflows/cyclectl.yml'), join(folder, record));
    expect(await upgrade(folder)).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining(`${record} is a link`),
    });
    await rm(join(folder, record));
    expect(await upgrade(folder)).toMatchObject({ exitCode: 0 });
    expect(await readAll(outside)).toEqual(elsewhere);
  });

  it.each([
    ['{}', 'is not a record of init'],
    ['{"format": "cyclectl-init/2"}', 'was written by another version of cyclectl'],
    [
      '{"format": "cyclectl-init/1", "workflow": {"name": "../../accounts/northwind", "environment": "local", "accounts": 1, "lines": []}, "schemas": {}, "recommendations": [], "ignored": []}',
      'is not a record of init. Restore it from Git',
    ],
  ])('if the record is %s', async (text, said) => {
    const folder = await begin('--local');
    await makeEarlier(folder);
    await writeFile(join(folder, record), text);
    const before = await readAll(folder);
    expect(await upgrade(folder)).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining(said),
    });
    expect(await readAll(folder)).toEqual(before);
  });

  it('where there is no project, or its file cannot be read', async () => {
    const folder = await nameFolder();
    await mkdir(folder);
    expect(await upgrade(folder)).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('[project-missing]'),
    });
    await put(folder, { 'cyclectl.yaml': 'kind: Project\n' });
    expect(await upgrade(folder)).toMatchObject({ exitCode: 1 });
    expect(Object.keys(await readAll(folder))).toEqual(['cyclectl.yaml']);
    expect(
      await runInProcess({ directory: folder, environment: {} }, 'init', '--check'),
    ).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('--check needs --upgrade') });
  });
});
