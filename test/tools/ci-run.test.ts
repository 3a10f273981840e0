import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  scripts: Record<string, string>;
};

/** The commands that a shell text comes to once every script of package.json is replaced by its own text. */
function expand(text: string): string[] {
  return text
    .split(/&&|\n/)
    .map((part) => part.trim())
    .flatMap((part) => {
      const name =
        part === 'npm test' || part === 'npm cit' ? 'test' : part.match(/^npm run (\S+)$/)?.[1];
      return name === undefined ? [part] : expand(scripts[name] ?? `no script ${name}`);
    });
}

test('.ci/run runs every command of npm run check', () => {
  const checked = expand(scripts.check ?? '');
  expect(checked).toEqual(expect.arrayContaining(['vitest run', 'tsc --noEmit', 'knip']));
  expect(expand(readFileSync('.ci/run', 'utf8'))).toEqual(expect.arrayContaining(checked));
});
