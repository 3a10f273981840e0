import { constants } from 'node:fs';
import { type FileHandle, mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { writePipe } from '../../../src/kit/files/write-pipe.ts';
import { closeAfterFile } from '../../support/opened.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cyclectl-pipe-'));
  closeAfterFile(() => rm(folder, { recursive: true, force: true }));
});

async function makePipe(name: string): Promise<string> {
  const path = join(folder, name);
  await execa('sh', ['-c', 'mkfifo "$0"', path]);
  return path;
}

/** A reader that is there and does not read. */
async function openReader(path: string): Promise<FileHandle> {
  const reader = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  closeAfterFile(() => reader.close());
  return reader;
}

async function hasBegun(reader: FileHandle): Promise<boolean> {
  try {
    return (await reader.read(Buffer.alloc(1), 0, 1)).bytesRead === 1;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EAGAIN') return false;
    throw error;
  }
}

async function* makePieces(): AsyncGenerator<string, void, undefined> {
  for (let piece = 0; piece < 50; piece += 1) yield 'x'.repeat(100_000);
}

describe('A pipe', () => {
  it('gets all of the text, even beyond the capacity of the pipe, once it is read', async () => {
    const path = await makePipe('read');
    const written = writePipe(path, makePieces());
    expect(await readFile(path, 'utf8')).toBe('x'.repeat(5_000_000));
    await written;
  });

  it('that is full and not read is given up some seconds after a signal', async () => {
    const path = await makePipe('full');
    await openReader(path);
    const stopping = new AbortController();
    const written = writePipe(path, makePieces(), stopping.signal);
    stopping.abort();
    await expect(written).rejects.toThrow(`cannot write ${path}: no process reads`);
  });

  it('of which the reader goes away is a failure', async () => {
    const path = await makePipe('left');
    const reader = await openReader(path);
    const written = writePipe(path, makePieces());
    const failed = expect(written).rejects.toThrow('EPIPE');
    await vi.waitUntil(() => hasBegun(reader), { timeout: 25_000, interval: 10 });
    await reader.close();
    await failed;
  });

  it('gives a failure of whoever makes the text as it is', async () => {
    const path = await makePipe('failing');
    await openReader(path);
    async function* fail(): AsyncGenerator<string, void, undefined> {
      yield 'x';
      throw new Error('out of words');
    }
    await expect(writePipe(path, fail())).rejects.toThrow('out of words');
  });
});
