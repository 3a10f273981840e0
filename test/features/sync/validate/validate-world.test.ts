import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { copyExample, type Project } from '../../../support/run-cyclectl.ts';
import { runInProcess } from '../../../support/run-in-process.ts';

/** What validate says of a project, on one line, and its exit code. */
async function validate(project: Project): Promise<readonly [exitCode: number, said: string]> {
  const { exitCode, stdout, stderr } = await runInProcess(project, 'validate');
  return [exitCode ?? 1, `${stdout}${stderr}`.replaceAll(/\s+/g, ' ')];
}

it('reports all mistakes of a world at once, as for manifests', async () => {
  const project = await copyExample('quickstart');
  await project.edit('world.yaml', 'type: OAuth2', 'type: Oauth2');
  await project.edit('world.yaml', 'name: Sample File Store', 'nme: Sample File Store');
  await project.edit('accounts/northwind.yaml', 'state: active', 'state: actve');
  const [exitCode, said] = await validate(project);
  expect(exitCode).toBe(1);
  expect(said).toMatch(/accounts\/northwind\.yaml:\d+:\d+: error: state cannot be "actve"/);
  expect(said).toMatch(
    /world\.yaml:74:9: error: type cannot be "Oauth2" \[wrong-value\] 74 \| type: Oauth2 \| \^+ → Did you mean OAuth2\?/,
  );
  expect(said).toMatch(/error: Unknown key "nme" in entry 3 of connectors \[unknown-key\]/);
  expect(said).not.toContain('The key name is missing');
});

it('reports names that a world does not have, and conflict markers', async () => {
  const project = await copyExample('quickstart');
  await project.edit('world.yaml', '- name: Get contact', '- name: Get contacts');
  expect((await validate(project))[1]).toContain('[world-name]');
  await project.edit('world.yaml', 'templates:', '<<<<<<< HEAD\ntemplates:');
  const [exitCode, said] = await validate(project);
  expect(exitCode).toBe(1);
  expect(said).toMatch(/world\.yaml:\d+:1: error: Unresolved merge conflict \[merge-conflict\]/);
  expect(said.match(/error:/g)).toHaveLength(1);
});

it('reports accounts that the service of a world would refuse, and a missing world', async () => {
  const project = await copyExample('quickstart');
  const world = join(project.directory, 'world.yaml');
  await writeFile(world, 'accounts: [{id: a, timezone: Mars/Base}]\n');
  expect((await validate(project))[1]).toMatch(
    /world\.yaml:1:12: error: Account 'a' cannot be created: .*Mars\/Base.* \[world-rule\]/,
  );
  await rm(world);
  const [exitCode, said] = await validate(project);
  expect(exitCode).toBe(1);
  expect(said).toMatch(
    /cyclectl\.yaml:\d+:\d+: error: The world file world\.yaml cannot be read \[file-unreadable\]/,
  );
});
