import { expect } from 'vitest';
import { splitParts } from './read-commands.ts';
import { listBlocks, readPages } from './read-pages.ts';

/** Checks that output has these parts, in their order, whatever its lines are. */
export function expectParts(printed: string, parts: readonly string[], place: string): void {
  let rest = printed.replaceAll(/\s+/g, ' ');
  for (const part of parts) {
    const at = rest.indexOf(part);
    expect(at, `${place}: the command no longer prints "${part}"\n${printed}`).toBeGreaterThan(-1);
    rest = rest.slice(at + part.length);
  }
}

/** The sample of output in a page that begins so. */
export async function findSample(page: string, start: string): Promise<string> {
  const samples = (await readPages())
    .filter(({ path }) => path === page)
    .flatMap(listBlocks)
    .filter(({ language, text }) => isSample(language) && text.startsWith(start));
  expect(samples, `${page} has one sample that begins with ${start}`).toHaveLength(1);
  return samples[0]?.text ?? '';
}

function isSample(language: string): boolean {
  return language === 'text sample' || language === 'console';
}

/** Checks that output has a sample of a page. */
export async function expectSample(printed: string, page: string, start: string): Promise<void> {
  expectParts(printed, splitParts(await findSample(page, start)), page);
}
