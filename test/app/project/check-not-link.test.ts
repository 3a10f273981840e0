import { lstat, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { checkNotLink } from '../../../src/app/project/check-not-link.ts';
import { copyExample } from '../../support/run-cyclectl.ts';
import { runInProcess } from '../../support/run-in-process.ts';

it('writes no export and no answer through a link to another file', async () => {
  const project = await copyExample('quickstart');
  const [mine, way] = [join(project.directory, 'mine'), join(project.directory, 'way')];
  await writeFile(mine, 'mine');
  await symlink(mine, way);
  const tries = [
    ['state', 'export', way],
    ['call', 'northwind/connectors/crm', 'Contact.List', '--out', way],
  ];
  for (const command of tries) {
    const { exitCode, stderr } = await runInProcess(project, ...command);
    expect({ exitCode, stderr }, command.join(' ')).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('is a link to another file'),
    });
    expect(await readFile(mine, 'utf8')).toBe('mine');
    expect((await lstat(way)).isSymbolicLink()).toBe(true);
  }
});

it('lets be written to a device, to a file, and where nothing is', async () => {
  const { directory } = await copyExample('quickstart');
  for (const path of [
    '/dev/stdout',
    '/dev/null',
    join(directory, 'cyclectl.yaml'),
    `${directory}/new`,
  ]) {
    await expect(checkNotLink(path), path).resolves.toBeUndefined();
  }
});
