import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { LongLineError, readLineStream, readLines } from '../../../src/kit/files/bounded-lines.ts';
import { OperationalError } from '../../../src/kit/operational-error.ts';
import { startCpuClock } from '../cpu-clock.ts';

async function split(pieces: readonly string[], most = 1000): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of readLineStream(Readable.from(pieces), most)) lines.push(line);
  return lines;
}

it('gives the lines of a text, wherever its pieces end', async () => {
  const anyLine = fc.string({ unit: fc.constantFrom('a', 'é', '\u2028', ' ', '{') });
  await fc.assert(
    fc.asyncProperty(fc.array(anyLine), fc.array(fc.nat({ max: 30 })), async (lines, cuts) => {
      const text = lines.map((line) => `${line}\n`).join('');
      const places = [0, ...cuts.sort((one, other) => one - other), text.length];
      const pieces = places.slice(1).map((end, index) => text.slice(places[index], end));
      expect(await split(pieces.filter((piece) => piece !== ''))).toEqual(lines);
    }),
  );
});

it('takes a carriage return for a part of the end, and a last line without one', async () => {
  expect(await split(['a\r', '\nb\n', 'c'])).toEqual(['a', 'b', 'c']);
  expect(await split([''])).toEqual([]);
  expect(await split(['\n'])).toEqual(['']);
});

it('stops at a line that is too long before it has all of it', async () => {
  let given = 0;
  async function* endless() {
    for (;;) {
      given += 1;
      yield 'x'.repeat(100);
    }
  }
  const lines = readLineStream(endless(), 1000);
  await expect(lines.next()).rejects.toThrow(LongLineError);
  expect(given).toBe(11);
  await expect(split(['xxxxx\n'], 4)).rejects.toThrow('longer than 4 characters');
});

const folder = mkdtempSync(join(tmpdir(), 'cyclectl-'));

const file = join(folder, 'lines.txt');

afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('gives the lines that were written, however long the text and whatever its signs', () => {
  const line = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 20 }),
    // Longer than a piece, so that signs of several bytes stand across its end.
    fc.nat(3).map((shift) => `${'x'.repeat(shift)}${'🜚'.repeat(40_000)}`),
  );
  const lines = fc.array(
    line.map((text) => text.replaceAll('\n', '')),
    { maxLength: 6 },
  );
  fc.assert(
    fc.property(lines, (wanted) => {
      writeFileSync(file, wanted.map((text) => `${text}\n`).join(''));
      expect([...readLines(file, 1_000_000)]).toEqual(wanted);
    }),
    { numRuns: 30 },
  );
});

it('gives the last line also where nothing ends it', () => {
  writeFileSync(file, 'one\ntwo');
  expect([...readLines(file, 10)]).toEqual(['one', 'two']);
});

it('stops at a line that is too long before it is in memory', () => {
  writeFileSync(file, 'x'.repeat(300_000));
  expect(() => [...readLines(file, 1000)]).toThrow(LongLineError);
});

it('puts a long line together once, so that one without an end is soon refused', () => {
  const tookMs = startCpuClock();
  expect(() => [...readLines('/dev/zero', 64 * 1024 * 1024)]).toThrow(LongLineError);
  expect(tookMs()).toBeLessThan(5000);
});

it('reports a missing file, and a folder', () => {
  expect(() => [...readLines(join(folder, 'none'), 10)]).toThrow(OperationalError);
  expect(() => [...readLines(folder, 10)]).toThrow(/it is a folder/);
});
