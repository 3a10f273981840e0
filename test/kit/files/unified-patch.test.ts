import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatUnifiedPatch, type TextChange } from '../../../src/kit/files/unified-patch.ts';
import { closeAfterFile } from '../../support/opened.ts';

/** Lets git apply a patch to the texts before, and gives what the files are then. */
async function applyWithGit(changes: readonly TextChange[]): Promise<readonly string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'cyclectl-patch-'));
  closeAfterFile(() => rm(folder, { recursive: true, force: true }));
  for (const { path, before } of changes) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    if (before !== null) await writeFile(join(folder, path), before);
  }
  await execa('git', ['apply', '--whitespace=nowarn', '-'], {
    cwd: folder,
    input: formatUnifiedPatch(changes),
    env: { GIT_CEILING_DIRECTORIES: tmpdir() },
  });
  return Promise.all(changes.map(({ path }) => readFile(join(folder, path), 'utf8')));
}

const line = fc.constantFrom('a', 'b', 'c: "d"', '', '-- x', '+++ b/y', '@@ -1 +1 @@', '\ufeffü');
const end = fc.constantFrom('\n', '\r\n');
const text = fc
  .tuple(fc.array(fc.tuple(line, end), { maxLength: 12 }), fc.constantFrom('', 'last'))
  .map(([lines, last]) => lines.map((each) => each.join('')).join('') + last);

it('git makes of each text exactly the other one', async () => {
  const pair = fc.tuple(fc.option(text), text).filter(([before, after]) => before !== after);
  await fc.assert(
    fc.asyncProperty(fc.array(pair, { minLength: 1, maxLength: 20 }), async (pairs) => {
      const changes = pairs.map(([before, after], index) => ({
        path:
          ['plain', 'with a space', 'quo"te', 'back\\slash', 'ümlaut'][index % 5] + String(index),
        before,
        after,
      }));
      expect(await applyWithGit(changes)).toEqual(pairs.map(([, after]) => after));
    }),
    { seed: 5, numRuns: 12 },
  );
});

it('texts that have little in common are taken for two, and not searched for ever', async () => {
  const write = (mark: string) =>
    Array.from({ length: 6000 }, (_, index) => `${mark}${index}\r\n`).join('');
  const after = `${write('b')}no end`;
  const change = { path: 'folder of/a file.json', before: write('a'), after };
  expect(await applyWithGit([change])).toEqual([after]);
});
