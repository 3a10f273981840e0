import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writeFileAtomically, writeNewFile } from '../../../src/kit/files/write-file.ts';
import { OperationalError } from '../../../src/kit/operational-error.ts';
import { makeTemporaryFolder } from '../../store/temporary-folder.ts';
import { anyCharacter } from '../../support/values/any-character.ts';

async function* give(...pieces: readonly string[]): AsyncGenerator<string> {
  yield* pieces;
}

const source = new URL('../../../src/kit/files/write-file.ts', import.meta.url).href;

/** A process that is in the middle of a file. */
async function startWriting(path: string) {
  const script = `import { writeFileAtomically } from ${JSON.stringify(source)};
    async function* begin() {
      yield 'half';
      console.log('begun');
      await new Promise((done) => setTimeout(done, 3_600_000));
    }
    await writeFileAtomically({ path: ${JSON.stringify(path)}, text: begin(), mode: 0o600 });`;
  const started = execa(process.execPath, ['--input-type=module', '-e', script], { reject: false });
  await new Promise((done) => started.stdout.once('data', done));
  return {
    kill: async () => {
      started.kill('SIGKILL');
      await started;
    },
  };
}

describe('writeFileAtomically', () => {
  it('writes the text, whole or in pieces, over whatever was there', async () => {
    const path = join(makeTemporaryFolder(), 'plan.json');
    await fc.assert(
      fc.asyncProperty(fc.array(fc.string({ unit: anyCharacter })), async (pieces) => {
        await writeFileAtomically({ path, text: give(...pieces), mode: 0o600 });
        expect(readFileSync(path, 'utf8')).toBe(pieces.join(''));
        await writeFileAtomically({ path, text: `${pieces.join('')}!`, mode: 0o600 });
        expect(readFileSync(path, 'utf8')).toBe(`${pieces.join('')}!`);
      }),
      { numRuns: 20 },
    );
  });

  it('shows the earlier file until the new one is whole', async () => {
    const folder = makeTemporaryFolder();
    const path = join(folder, 'plan.json');
    writeFileSync(path, 'earlier');
    const seen: string[] = [];
    async function* watch(): AsyncGenerator<string> {
      yield 'new ';
      seen.push(readFileSync(path, 'utf8'));
      yield 'text';
      seen.push(readFileSync(path, 'utf8'));
    }
    await writeFileAtomically({ path, text: watch(), mode: 0o600 });
    expect(seen).toEqual(['earlier', 'earlier']);
    expect(readFileSync(path, 'utf8')).toBe('new text');
    expect(readdirSync(folder)).toEqual(['plan.json']);
  });

  it('removes what a killed process has left beside the file, and nothing of one that runs', async () => {
    const folder = makeTemporaryFolder();
    const path = join(folder, 'plan.json');
    const killed = await startWriting(path);
    await killed.kill();
    const running = await startWriting(path);
    const left = readdirSync(folder);
    expect(left).toEqual([expect.stringMatching(/^\.plan\.json\..*\.tmp$/)]);
    writeFileSync(join(folder, '.plan.json.swp.tmp'), 'of an editor');
    writeFileSync(join(folder, `.other.json${left[0]?.slice('.plan.json'.length)}`), 'another');
    await writeFileAtomically({ path, text: give('whole'), mode: 0o600 });
    expect(readdirSync(folder).sort()).toEqual(
      [
        ...left,
        '.plan.json.swp.tmp',
        `.other.json${left[0]?.slice('.plan.json'.length)}`,
        'plan.json',
      ].sort(),
    );
    await running.kill();
  });

  it('keeps the earlier file and leaves nothing behind when the text breaks off', async () => {
    const folder = makeTemporaryFolder();
    const path = join(folder, 'plan.json');
    writeFileSync(path, 'earlier');
    const fault = new Error('the planner failed');
    async function* breakOff(): AsyncGenerator<string> {
      yield 'half';
      throw fault;
    }
    const write = writeFileAtomically({ path, text: breakOff(), mode: 0o600 });
    await expect(write).rejects.toBe(fault);
    expect(readFileSync(path, 'utf8')).toBe('earlier');
    expect(readdirSync(folder)).toEqual(['plan.json']);
  });

  it.skipIf(process.platform === 'win32')('gives the file its mode', async () => {
    const path = join(makeTemporaryFolder(), 'plan.json');
    writeFileSync(path, '', { mode: 0o644 });
    await writeFileAtomically({ path, text: 'x', mode: 0o600 });
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('writes to where a link points and keeps the link', async () => {
    const folder = makeTemporaryFolder();
    const path = join(folder, 'latest.json');
    mkdirSync(join(folder, 'plans'));
    writeFileSync(join(folder, 'plans', 'one.json'), 'earlier');
    symlinkSync(join('plans', 'one.json'), path);
    await writeFileAtomically({ path, text: 'new', mode: 0o600 });
    expect(lstatSync(path).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(folder, 'plans', 'one.json'), 'utf8')).toBe('new');
  });

  it.skipIf(process.platform === 'win32')(
    'writes into a pipe instead of putting a file in its place',
    async () => {
      const path = join(makeTemporaryFolder(), 'pipe');
      await execa('sh', ['-c', 'mkfifo "$0"', path]);
      const [{ stdout }] = await Promise.all([
        execa('cat', [path]),
        writeFileAtomically({ path, text: give('through ', 'the pipe'), mode: 0o600 }),
      ]);
      expect(stdout).toBe('through the pipe');
      expect(lstatSync(path).isFIFO()).toBe(true);
    },
  );

  it.each([
    ['folder/plan.json', 'its folder does not exist'],
    ['file/plan.json', 'a part of the path is not a folder'],
    ['there', 'it is a folder'],
  ])('reports why %s cannot be written: %s', async (name, says) => {
    const folder = makeTemporaryFolder();
    writeFileSync(join(folder, 'file'), '');
    mkdirSync(join(folder, 'there'));
    const path = join(folder, name);
    const error = await writeFileAtomically({ path, text: 'x', mode: 0o600 }).catch(
      (caught: unknown) => caught,
    );
    expect(error).toBeInstanceOf(OperationalError);
    expect((error as OperationalError).message).toBe(`cannot write ${path}: ${says}`);
    expect((error as OperationalError).remedy).not.toBe('');
    expect(readdirSync(folder).sort()).toEqual(['file', 'there']);
  });
});

describe('writeNewFile', () => {
  it('lets one of many writers win and keeps what the winner wrote', async () => {
    const folder = makeTemporaryFolder();
    const path = join(folder, 'secret.key');
    const texts = Array.from({ length: 10 }, (_, index) => `text ${index}`);
    const won = await Promise.all(texts.map((text) => writeNewFile({ path, text, mode: 0o600 })));
    expect(won.filter(Boolean)).toHaveLength(1);
    expect(readFileSync(path, 'utf8')).toBe(texts[won.indexOf(true)]);
    expect(readdirSync(folder)).toEqual(['secret.key']);
  });
});
