import { expect, it } from 'vitest';
import { listPieces } from '../../../src/kit/text/list-pieces.ts';

it.each([
  'Qx7-blue-horse-battery',
  'a/b+c=d/e==',
  'pa=ss:word',
  'word1 word2',
  'ä.ö_ü',
  '(odd);secret',
])('finds %s wherever it is put into a text', (secret) => {
  for (const text of [
    secret,
    `with ${secret}`,
    `key=${secret}`,
    `"key": "${secret}",`,
    `Server=x;Password=${secret};`,
    `https://me:${secret}@host/`,
    `It is ${secret}.`,
    `${secret}\n`,
    `(${secret})`,
  ]) {
    expect([...listPieces(text)], text).toContain(secret);
  }
});

it('finds a piece at the end of a long text, and gives no more pieces than it may', () => {
  const words = Array.from({ length: 3000 }, (_, index) => `word${index}`).join(' ');
  expect([...listPieces(`${words} key=Qx7-blue-horse.`)]).toContain('Qx7-blue-horse');
  expect([...listPieces('a1.b2-c3/d4 '.repeat(50_000))].length).toBeLessThan(25_000);
  expect([...listPieces('. '.repeat(100_000))].length).toBeLessThan(25_000);
});
