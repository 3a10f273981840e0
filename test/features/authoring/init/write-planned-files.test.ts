import { existsSync, writeFileSync } from 'node:fs';
import { mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { PlannedFile } from '../../../../src/features/authoring/init/make-files-plan.ts';
import { writePlannedFiles } from '../../../../src/features/authoring/init/write-planned-files.ts';
import { nameFolder, put, readAll } from '../../../support/begin-project.ts';

const going = new AbortController().signal;

function place(path: string, text = `${path}\n`, now?: string): PlannedFile {
  const before = now === undefined ? null : { text: now, mode: 0o640 };
  return { path, did: 'written', adds: null, write: { text, before } };
}

/** Is aborted when it is asked for the `nth` time, after it has done something. */
function stopAt(nth: number, does: () => void = () => undefined): AbortSignal {
  const controller = new AbortController();
  let asked = 0;
  return new Proxy(controller.signal, {
    get: (signal, name) => {
      if (name !== 'aborted') return Reflect.get(signal, name);
      asked += 1;
      if (asked === nth) does();
      return asked >= nth;
    },
  });
}

it('takes all back where a file was created while cyclectl ran, also what it added to one that was there', async () => {
  const folder = await nameFolder();
  await put(folder, { '.gitignore': 'mine\n', last: 'of another\n' });
  const places = [place('a/b/c'), place('.gitignore', 'mine\nours\n', 'mine\n'), place('last')];
  await expect(writePlannedFiles(folder, places, going)).rejects.toThrow(
    'was created while cyclectl ran',
  );
  expect(await readAll(folder)).toEqual({ '.gitignore': 'mine\n', last: 'of another\n' });
  expect((await readdir(folder)).toSorted()).toEqual(['.gitignore', 'last']);
  expect((await stat(join(folder, '.gitignore'))).mode & 0o777).toBe(0o640);
});

it('takes the folder of the project back too, where it has made it', async () => {
  const folder = join(await nameFolder(), 'deep/within');
  const places = [place('a'), place('a/b')];
  await expect(writePlannedFiles(folder, places, going)).rejects.toThrow(/cannot (?:make|write)/);
  expect(existsSync(join(folder, '../..'))).toBe(false);
});

it('leaves nothing where it is asked to end in the middle', async () => {
  const folder = await nameFolder();
  const places = [place('a/b'), place('c'), place('d')];
  await expect(writePlannedFiles(folder, places, stopAt(3))).rejects.toThrow('nothing was written');
  expect(existsSync(folder)).toBe(false);
});

it('names what it cannot take back, and touches nothing that others put there', async () => {
  const folder = await nameFolder();
  await mkdir(folder);
  const stopping = stopAt(3, () => writeFileSync(join(folder, 'a/of-another'), 'mine\n'));
  await expect(
    writePlannedFiles(folder, [place('a/b'), place('c'), place('d')], stopping),
  ).rejects.toThrow(
    expect.objectContaining({
      remedy: `Remove ${join(folder, 'a')}, which could not be reverted.`,
    }),
  );
  expect(await readAll(folder)).toEqual({ 'a/of-another': 'mine\n' });
});

it('writes all of it in its order, and leaves alone what has nothing to be written', async () => {
  const folder = await nameFolder();
  const kept: PlannedFile = { path: 'kept', did: 'kept', adds: null, write: null };
  await writePlannedFiles(folder, [place('a/b'), kept, place('c')], going);
  expect(await readAll(folder)).toEqual({ 'a/b': 'a/b\n', c: 'c\n' });
  expect(await readFile(join(folder, 'a/b'), 'utf8')).toBe('a/b\n');
});
