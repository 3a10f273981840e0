import { readdir } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { accountRules } from '../../../../src/engine/validate/rules/account-rules.ts';
import { projectRules } from '../../../../src/engine/validate/rules/project-rules.ts';

const lists = new Set(['account-rules.ts', 'project-rules.ts', 'rule.ts']);
const source = new URL('../../../../src/stages/validate/rules/', import.meta.url);
const tests = new URL('rules/', import.meta.url);

it('has a test of the same name for every rule, and every rule in a list', async () => {
  const rules = (await readdir(source)).filter((name) => !lists.has(name)).sort();
  const tested = (await readdir(tests)).map((name) => name.replace('.test.ts', '.ts')).sort();
  expect(tested).toEqual(rules);
  const listed = new Set<unknown>([...accountRules, ...projectRules]);
  expect(listed.size).toBe(rules.length);
});
