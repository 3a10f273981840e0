import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { expect, it } from 'vitest';
import { formatWorkflow } from '../../src/features/authoring/init/format-workflow.ts';

// GitHub's own language service, which knows the schema of workflows and actions, permissions, contexts and functions.

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFile(join(root, path), 'utf8');

async function lint(
  texts: readonly (readonly [path: string, text: string])[],
): Promise<readonly (readonly string[])[]> {
  const program = join(root, 'test/ci/lint-process.ts');
  const { stdout } = await execa(process.execPath, [program], { input: JSON.stringify(texts) });
  return JSON.parse(stdout);
}

it('GitHub would refuse nothing in the action, our workflows and those that people copy', async () => {
  const folders = ['.github/workflows', 'examples/ci/github'];
  const names = await Promise.all(folders.map((folder) => readdir(join(root, folder))));
  const paths = folders.flatMap((folder, index) =>
    (names[index] ?? []).map((name) => `${folder}/${name}`),
  );
  expect(paths.length).toBeGreaterThan(6);
  const texts = await Promise.all(
    [...paths, 'action.yml'].map(async (path) => [path, await read(path)] as const),
  );
  const written = (['local', 'remote'] as const).map((kind) => {
    const project = { environment: 'prod', target: { kind } };
    const text = formatWorkflow(project, { within: 'eu', accounts: 2 });
    return ['.github/workflows/cyclectl.yml', text] as const;
  });
  expect((await lint([...texts, ...written])).flat()).toEqual([]);
}, 30_000);

it('and mistakes are found: an output, a permission, a function, a key', async () => {
  const path = '.github/workflows/release.yml';
  const text = await read(path);
  const mistakes = [
    ['steps.release.outputs.version', 'steps.nothing.outputs.version', 'nothing'],
    ['attestations: write', 'attestation: write', "Unexpected value 'attestation'"],
    ['needs.build.outputs.major-tag', 'needs.build.outputs.major', 'major'],
    ['node-version: 24', `node-version: \${{ newest() }}`, "Unrecognized function: 'newest'"],
    ['  publish:\n    needs: build', '  publish:\n    need: build', "Unexpected value 'need'"],
  ] as const;
  const found = await lint(
    mistakes.map(([before, after]) => [path, text.replace(before, () => after)]),
  );
  for (const [index, [, , said]] of mistakes.entries())
    expect(found[index]?.join('\n')).toContain(said);
}, 30_000);
