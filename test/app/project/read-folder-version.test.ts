import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readFolderMark } from '../../../src/app/project/read-folder-version.ts';
import { copyExample } from '../../support/run-cyclectl.ts';

it('marks a folder by its files, also while they are deleted and when all is gone', async () => {
  const { directory, write } = await copyExample('quickstart');
  const marks = [await readFolderMark(directory)];
  expect(await readFolderMark(directory)).toBe(marks[0]);
  await write('accounts/more.yaml', '# more\n');
  marks.push(await readFolderMark(directory));
  const reading = readFolderMark(directory);
  await rm(join(directory, 'accounts'), { recursive: true });
  await reading;
  marks.push(await readFolderMark(directory));
  await rm(directory, { recursive: true });
  marks.push(await readFolderMark(directory));
  expect(new Set(marks).size).toBe(4);
});

it('lets a controller of a folder that is not there say so', async () => {
  const { run } = await copyExample('quickstart');
  const { exitCode, stderr } = await run('controller', '-C', 'nowhere', '--listen', '127.0.0.1:0');
  expect(stderr).toContain('error: No cyclectl.yaml in ');
  expect(exitCode).toBe(1);
});
