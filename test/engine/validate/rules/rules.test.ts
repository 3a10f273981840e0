import { readdir } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { accountRules } from '../../../../src/engine/validate/rules/account-rules.ts';
import { projectRules } from '../../../../src/engine/validate/validate-project.ts';

const lists = new Set(['account-rules.ts', 'project-rules.ts', 'rule.ts']);
const source = new URL('../../../../src/engine/validate/rules/', import.meta.url);
const tests = new URL('./', import.meta.url);

it('has a test of the same name for every rule, and every rule in a list', async () => {
  const rules = (await listFiles(source)).filter((name) => !lists.has(name));
  const tested = (await listFiles(tests)).filter((name) => name !== 'rules.test.ts');
  expect(tested.map((name) => name.replace('.test.ts', '.ts'))).toEqual(rules);
  const listed = new Set<unknown>([...accountRules, ...projectRules]);
  expect(listed.size).toBe(rules.length);
});

/** Every file of a folder and of those in it, by its path from there. */
async function listFiles(folder: URL): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  return names.filter((name) => name.endsWith('.ts')).sort();
}
