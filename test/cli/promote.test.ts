import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, it } from 'vitest';
import { copyExample, type Project, readProjectFile } from './run-cyclectl.ts';
import { talk } from './talk-in-process.ts';

const identity = {
  GIT_AUTHOR_NAME: 'A Person',
  GIT_AUTHOR_EMAIL: 'person@cyclectl.example',
  GIT_COMMITTER_NAME: 'A Person',
  GIT_COMMITTER_EMAIL: 'person@cyclectl.example',
  GIT_CONFIG_GLOBAL: '/dev/null',
};

/** The commands of a README in their order, each as its words. */
async function readCommands(project: Project): Promise<readonly (readonly string[])[]> {
  const text = await readProjectFile(project, 'README.md');
  const blocks = [...text.matchAll(/```sh\n([^`]+)```/g)].map(([, block = '']) => block.trim());
  return blocks.flatMap((block) =>
    block
      .split('\n')
      .map((line) =>
        [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? ''),
      ),
  );
}

async function run(project: Project, [program = '', ...words]: readonly string[]) {
  const { directory } = project;
  if (program === 'git') {
    const { exitCode, stdout } = await execa('git', words, { cwd: directory, env: identity });
    return { exitCode, stdout, stderr: '' };
  }
  const args = words.map((word) => (word.endsWith('.patch') ? join(directory, word) : word));
  return talk(project, ...args);
}

it('the example carries a cycle that was changed in staging to a prod with other ids and values', async () => {
  const project = await copyExample('promote');
  const before = await readProjectFile(project, 'accounts/northwind.yaml');
  const said = new Map<string, string>();
  for (const command of await readCommands(project)) {
    const { exitCode, stdout, stderr } = await run(project, command);
    expect(exitCode, `${command.join(' ')}\n${stdout}\n${stderr}`).toBe(0);
    said.set(command.join(' '), `${stdout}\n${stderr}`.replaceAll(/\s+/g, ' '));
  }
  expect(await readProjectFile(project, 'accounts/northwind.yaml')).toBe(
    `${before.replace('Europe/Berlin', 'Europe/Lisbon')}      steps:\n        Write file: {fields: {Contact.Source: "\${vars.mailHost}"}}\n`,
  );
  const patch = await readFile(join(project.directory, 'change.patch'), 'utf8');
  expect(patch.match(/^[-+](?![-+]).*/gm)).toHaveLength(12);
  expect(patch).not.toMatch(/10a11d95|23639|mail\.staging/);
  expect(said.get('cyclectl plan -e staging')).toContain('No changes.');
  expect(said.get('cyclectl plan -e prod')).toContain('nothing → "mail.example"');
  expect(said.get('cyclectl promote --from staging --to prod')).toContain(
    'nothing in the files is to be changed for prod',
  );
}, 60_000);
