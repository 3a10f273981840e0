import { expect, test } from 'vitest';
import { checkText, readFromRoot } from '../../tools/generate/deliver-generated.ts';

const path = 'schemas/project.schema.json';

test('a file that holds what was generated is fresh', async () => {
  const text = await readFromRoot(path);
  expect(await checkText({ path, text })).toBeUndefined();
});

test('a file that differs only in its line ends is fresh', async () => {
  const text = (await readFromRoot(path)).replaceAll('\n', '\r\n');
  expect(await checkText({ path, text })).toBeUndefined();
});

test('a file with another word is stale, and the line names the command that refreshes it', async () => {
  const text = (await readFromRoot(path)).replace('Project', 'Subject');
  const trouble = await checkText({ path, text });
  expect(trouble).toBe(`${path} is stale: refresh it with npm run generate`);
});

test('a file that is not there is missing', async () => {
  const trouble = await checkText({ path: 'docs/never-written.md', text: 'words' });
  expect(trouble).toBe('docs/never-written.md is missing: refresh it with npm run generate');
});
