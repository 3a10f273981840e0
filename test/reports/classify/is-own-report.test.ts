import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { ReportFormat } from '../../../src/model/report/report-document.ts';
import { planWords } from '../../../src/reports/blocks/words/plan-words.ts';
import { isOwnReport } from '../../../src/reports/classify/is-own-report.ts';

const golden = fileURLToPath(new URL('../../golden', import.meta.url));

const written: readonly (readonly [folder: string, format: ReportFormat, names: RegExp])[] = [
  ['plan', 'text', /\.txt$/],
  ['apply', 'text', /^(done|failed)\.txt$/],
  ['drift', 'text', /\.txt$/],
  ['plan', 'html', /\.html$/],
  ['drift', 'html', /\.html$/],
  ['markdown', 'markdown', /\.md$/],
  ['github', 'github', /\.txt$/],
  ['junit', 'junit', /\.xml$/],
];

describe('a file is known as a report', () => {
  it.each(written)('by its beginning: those of %s in %s', (folder, format, names) => {
    const files = readdirSync(`${golden}/${folder}`).filter((name) => names.test(name));
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) {
      const text = readFileSync(`${golden}/${folder}/${file}`, 'utf8');
      if (text !== '') expect(isOwnReport(format, text.slice(0, 4096)), file).toBe(true);
    }
  });

  it.each(Object.values(planWords))('by the title of a plan: $title', ({ title }) => {
    expect(isOwnReport('text', `${title} local`)).toBe(true);
  });

  it.each([
    ['json', '{"format":"cyclectl.dev/report/v1","kind":"status"'],
    ['json', '{"format":"cyclectl.dev/plan/v1","kind":"plan"'],
    ['html', '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>Plan'],
    ['markdown', '# Plan for the summer\n'],
    ['text', 'Planning for the summer\n'],
    ['text', 'Validity of a passport\n'],
    ['github', 'run: echo ::error title=a::b\n'],
    ['junit', '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="mocha" '],
    ['sarif', '{"$schema":"x","version":"2.1.0","runs":[{"tool":{"driver":{"name":"eslint",'],
  ] as const)('and not as one in %s: %s', (format, text) => {
    expect(isOwnReport(format, text)).toBe(false);
  });
});
