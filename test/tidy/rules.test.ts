import { expect, test } from 'vitest';
import type { Checkout } from './rule.ts';
import { rules } from './rules.ts';
import { exportSamples } from './samples/exports.ts';
import { importSamples } from './samples/imports.ts';
import { measuredSamples } from './samples/measured.ts';
import { puritySamples } from './samples/purity.ts';
import type { Sample } from './samples/sample.ts';
import { writingSamples } from './samples/writing.ts';
import { parseSource } from './source.ts';

const samples = [
  ...importSamples,
  ...puritySamples,
  ...exportSamples,
  ...measuredSamples,
  ...writingSamples,
];

test.each(rules)('the rule $name speaks where it must and nowhere else', (rule) => {
  for (const sample of samples.filter((one) => one.rule === rule.name)) {
    const found = rule.check(parseSample(sample)).map(({ path, line }) => `${path}:${line}`);
    expect(found.toSorted(), JSON.stringify(sample.files, null, 2)).toEqual(sample.at.toSorted());
  }
});

test('every rule has a sample that breaks it and a sample that keeps it', () => {
  const without = rules.filter(({ name }) => {
    const own = samples.filter((sample) => sample.rule === name);
    return !own.some(({ at }) => at.length > 0) || !own.some(({ at }) => at.length === 0);
  });
  expect(without.map(({ name }) => name)).toEqual([]);
});

test('every sample is of a rule that exists', () => {
  const names = new Set(rules.map(({ name }) => name));
  expect(samples.filter(({ rule }) => !names.has(rule))).toEqual([]);
});

test('no two rules have one name', () => {
  expect(new Set(rules.map(({ name }) => name)).size).toBe(rules.length);
});

function parseSample({ files }: Sample): Checkout {
  const texts = Object.entries(files).map(([path, text]) => ({ path, text }));
  return {
    files: texts,
    sources: texts
      .filter(({ path }) => path.endsWith('.ts'))
      .map(({ path, text }) => parseSource(path, text)),
  };
}
