import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { formatWorkflow } from '../../src/features/authoring/init/format-workflow.ts';
import { nameFolder } from '../support/begin-project.ts';

// The workflow that init writes runs cyclectl by npx beside the secrets of the job, and npm takes settings and
// packages of the folder that it runs in.

/** A folder with a package whose program says which one it is, and its tarball. */
async function pack(folder: string, name: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  const about = { name, version: '1.0.0', bin: { cyclectl: 'run.js' } };
  await writeFile(join(folder, 'package.json'), JSON.stringify(about));
  const says = `#!/usr/bin/env node\nconsole.log(${JSON.stringify(name)}, ...process.argv.slice(2));\n`;
  await writeFile(join(folder, 'run.js'), says);
  await chmod(join(folder, 'run.js'), 0o755);
  return folder;
}

it('a branch that brings .npmrc and packages along runs nothing in the workflow of init', async () => {
  const [temp, project] = [await nameFolder('temp'), await nameFolder('customers')];
  await mkdir(temp);
  const good = await pack(join(temp, 'good'), 'good');
  await mkdir(join(project, 'node_modules/.bin'), { recursive: true });
  const evil = join(project, 'evil.cjs');
  await writeFile(
    evil,
    `require('node:fs').writeFileSync(${JSON.stringify(join(temp, 'ran'))}, '')`,
  );
  await writeFile(join(project, '.npmrc'), `node-options=--require=${evil}\n`);
  await pack(join(project, 'node_modules/good'), 'good of the branch');
  const workflow = parse(
    formatWorkflow(
      { environment: 'local', target: { kind: 'local' } },
      { within: '', accounts: 1 },
    ),
  );
  const { run } = workflow.jobs.check.steps.at(-1);
  const { stdout } = await execa('/bin/sh', ['-e', '-c', run], {
    cwd: project,
    env: {
      CYCLECTL_PACKAGE: good,
      HOME: temp,
      RUNNER_TEMP: temp,
      PATH: `${dirname(process.execPath)}:${process.env.PATH ?? ''}`,
      npm_config_offline: 'true',
    },
    extendEnv: false,
    reject: false,
  });
  expect(stdout).toContain(`good -C ${project} plan -e local`);
  await expect(readFile(join(temp, 'ran'))).rejects.toThrow('ENOENT');
});
