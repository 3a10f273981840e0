import { Readable } from 'node:stream';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LongLineError, readLineStream } from '../../../src/kit/files/bounded-lines.ts';

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
