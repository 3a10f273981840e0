import { rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { isMap } from '../../../src/kit/json/json.ts';
import {
  copyExample,
  copyProject,
  type Project,
  readProjectFile,
} from '../../support/run-cyclectl.ts';
import { runInProcess } from '../../support/run-in-process.ts';

const manifest = 'accounts/northwind.yaml';

let saved: Project;

beforeAll(async () => {
  saved = await copyExample('quickstart');
  expect((await runInProcess(saved, 'catalog', 'save')).exitCode).toBe(0);
});

/** The quickstart with the catalog of its service. */
function openSaved(): Promise<Project> {
  return copyProject(saved);
}

async function validate(project: Project, ...args: readonly string[]) {
  const { exitCode, stdout, stderr } = await runInProcess(project, 'validate', ...args);
  return { exitCode, said: `${stdout}\n${stderr}`.replaceAll(/\s+/g, ' ') };
}

/** Diagnostics anywhere in a JSON document, as `line code summary`. */
async function listFound(project: Project, command: string): Promise<readonly string[]> {
  const { stdout } = await runInProcess(project, command, '--format', 'json');
  const found = new Set<string>();
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) walk(item);
    else if (isMap(value)) {
      const { code, summary, at } = value;
      if (typeof code === 'string' && isMap(at)) found.add(`${at.line} ${code} ${summary}`);
      for (const item of Object.values(value)) walk(item);
    }
  };
  walk(JSON.parse(stdout));
  return [...found].sort();
}

describe('validate with catalog.json says what a plan says, without a request', () => {
  it.each([
    ['connector-unknown', 'name: Sample Mailer}', 'name: Sample Maler}'],
    ['connector-version-unknown', 'version: "2.0"', 'version: "3.0"'],
    ['property-unknown', '{region: eu}', '{regio: eu}'],
    ['value-unlisted', '{region: eu}', '{region: apac}'],
    ['value-of-other-type', 'port: "0022"', 'port: ftp'],
    [
      'authentication-unknown',
      'name: Sample Mailer}',
      'name: Sample Mailer}\n      authentication: Sign im',
    ],
    ['sign-in-not-offered', 'auth: {oauth: {user: it@northwind.example}}', 'auth: none'],
    ['template-unknown', 'template: Contacts to Mailer', 'template: Contacts to Mail'],
    [
      'template-unknown',
      '{template: Contacts to Mailer}',
      '{template: Contacts to Mailer, tag: old}',
    ],
    ['variable-unknown', '{region: emea}', '{regions: emea}'],
    ['step-unknown', 'Get contact:', 'Get contacts:'],
    ['target-unknown', 'Contact.Name: {step', 'Contact.Nam: {step'],
    ['target-unknown', 'list: {option: Customers}', 'lists: {option: Customers}'],
    ['source-unknown', 'field: Name}', 'field: Nam}'],
    ['source-unknown', '{variable: region}', '{variable: regio}'],
    ['source-unknown', '{step: Get contact, field: Name}', '{step: Get it, field: Name}'],
    ['source-later', 'list: {option: Customers}', 'list: {step: Write file, field: file.id}'],
    ['value-unlisted', '{option: Customers}', '{option: Clients}'],
    ['secret-as-text', 'list: {option: Customers}', 'apiToken: not-a-secret'],
    ['slot-unknown', 'variables: {region: emea}', 'connectors: {Sample Crm: crm}'],
    ['slot-of-other-connector', 'variables: {region: emea}', 'connectors: {Sample CRM: files}'],
    [
      'slot-ambiguous',
      '    files:\n',
      '    crm2:\n      connector: {name: Sample CRM}\n      auth: {apiKey: {env: KEY}}\n    files:\n',
    ],
  ])('reports %s where a plan does: %s', async (code, before, after) => {
    const project = await openSaved();
    await project.edit(manifest, before, after);
    const planned = await listFound(project, 'plan');
    const found = await listFound(project, 'validate');
    expect(found.join('\n')).toContain(code);
    expect(found.filter((each) => each.includes(` ${code} `))).toEqual(
      planned.filter((each) => each.includes(` ${code} `)),
    );
  });

  it('names the place, the nearest names, and the file that it was judged by', async () => {
    const project = await openSaved();
    await project.edit(manifest, 'Get contact:', 'Get contacts:');
    const { exitCode, said } = await validate(project);
    expect(exitCode).toBe(1);
    expect(said).toMatch(
      /northwind\.yaml:\d+:9: error: The cycle has no step "Get contacts" \[step-unknown\]/,
    );
    expect(said).toContain('→ Nearest names: "Get contact".');
    expect(said).toContain('Names and values are judged by catalog.json.');
  });

  it('judges the methods of health checks by names, not by ids', async () => {
    const project = await openSaved();
    await project.edit(
      manifest,
      'properties: {region: eu}',
      'properties: {region: eu}\n      checks: [{method: Get contcts, safe: true}, {method: Get contact, safe: true, parameters: {lst: Leads}}, {method: "4711", safe: true}]',
    );
    const { said } = await validate(project);
    expect(said).toContain('Sample CRM 2.0 has no method "Get contcts" [method-unknown]');
    expect(said).toContain('"Get contact" has no parameter "lst" [call-value-unknown]');
    expect(said).not.toContain('no method "4711"');
  });
});

/** Puts a service elsewhere in place of the embedded one. */
async function moveService(project: Project): Promise<void> {
  const remote =
    '{baseUrl: https://api.example.com, accountHeader: X-Account, token: {accessToken: {env: TOKEN}}}';
  await project.edit('cyclectl.yaml', '{emulator: {world: world.yaml}}', remote);
}

it('reports methods that a cycle file needs and the catalog lacks, at their lines in the file', async () => {
  const project = await copyExample('promote');
  for (const name of ['staging', 'prod'])
    await runInProcess(project, 'catalog', 'save', '-e', name);
  expect(await validate(project)).toMatchObject({ exitCode: 0 });
  await project.edit('catalog.json', '"name": "Write file"', '"name": "Write a file"');
  const { exitCode, said } = await validate(project);
  expect(exitCode).toBe(1);
  expect(said).toMatch(
    /contacts\.cycle\.json:\d+:\d+: error: .* "Write file" here \[cycle-file-target\]/,
  );
  expect(said).toContain('Nearest names: "Write a file"');
  expect((await validate(project, '--allow-edited-cycles')).exitCode).toBe(0);
});

describe('validate judges an embedded service by its world, without a file', () => {
  it('reports what the plan of a new account reports, and starts nothing', async () => {
    const project = await copyExample('quickstart');
    expect(await validate(project)).toEqual({ exitCode: 0, said: 'Valid. 2 accounts. ' });
    await project.edit(manifest, 'Get contact:', 'Get contacts:');
    await project.edit(manifest, 'name: Sample Mailer}', 'name: Sample Maler}');
    const found = await listFound(project, 'validate');
    expect(found.map((each) => each.split(' ')[1])).toEqual(['connector-unknown', 'step-unknown']);
    await expect(stat(join(project.directory, '.cyclectl'))).rejects.toThrow();
    expect(await listFound(project, 'plan')).toEqual(expect.arrayContaining([...found]));
  });

  it('goes by the saved catalog of the environment if there is one', async () => {
    const project = await openSaved();
    await project.edit('world.yaml', '- name: Files Apart', '- name: Files Together');
    await project.edit(manifest, 'Contacts to Mailer}', 'Files Apart}');
    expect((await validate(project)).said).not.toContain('template-unknown');
    await rm(join(project.directory, 'catalog.json'));
    expect((await validate(project)).said).toContain('template-unknown');
  });

  it('judges no manifest by a world that has mistakes', async () => {
    const project = await copyExample('quickstart');
    await project.edit(
      'world.yaml',
      '- name: Get contact\n            category',
      '- name: Get contacts\n            category',
    );
    const { exitCode, said } = await validate(project);
    expect(exitCode).toBe(1);
    expect(said).toContain('[world-name]');
    expect(said).not.toContain('step-unknown');
  });
});

describe('validate says nothing of what it does not know', () => {
  it('without a file and a world', async () => {
    const project = await copyExample('quickstart');
    await moveService(project);
    await project.edit(manifest, 'Get contact:', 'Get contacts:');
    expect(await validate(project)).toEqual({ exitCode: 0, said: 'Valid. 2 accounts. ' });
  });

  it('of an environment without a saved catalog', async () => {
    const project = await openSaved();
    await moveService(project);
    const text = await readProjectFile(project, 'catalog.json');
    await project.write('catalog.json', text.replace('"local": {}', '"other": {}'));
    await project.edit(manifest, 'Get contact:', 'Get contacts:');
    const { exitCode, said } = await validate(project);
    expect(exitCode).toBe(0);
    expect(said).toContain('warning: catalog.json has the catalog of "other"');
  });

  it('of connectors and templates that are known by name, but that it does not judge them', async () => {
    const project = await openSaved();
    await project.edit(
      manifest,
      'from: {template: Contacts to Mailer}',
      'from: {template: Files Apart}',
    );
    await project.edit(
      'catalog.json',
      '"version": "1.4",\n      "authentications": [\n        { "name": "Sign in", "type": "OAuth2" }\n      ],\n      "properties": [],\n      "methods": [',
      '"version": "1.4" }, { "name": "Other", "authentications": [], "properties": [], "methods": [',
    );
    await project.edit(
      manifest,
      'name: Sample Mailer}',
      'name: Sample Mailer}\n      properties: {any: value}\n      checks: [{method: Any, safe: true}]',
    );
    const { exitCode, said } = await validate(project);
    expect(exitCode).toBe(0);
    for (const [address, name] of [
      ['connectors/mailer', 'connector Sample Mailer'],
      ['cycles/contacts-to-mailer', 'template Files Apart'],
    ])
      expect(said).toContain(
        `northwind/${address} was not judged: catalog.json has only the name of the ${name} [catalog-incomplete]`,
      );
    await project.edit(manifest, 'name: Sample Mailer}', 'name: Sample Mailer, version: "9"}');
    expect((await validate(project)).said).toContain('[connector-version-unknown]');
  });

  it('of fields that others own, and of differences that are ignored', async () => {
    const project = await openSaved();
    await project.edit(manifest, 'Fax: {ignore: true}', 'Faks: {ignore: true}');
    await project.edit(manifest, '{option: Customers}', '{option: Clients}');
    expect((await validate(project)).exitCode).toBe(1);
    await project.edit(
      manifest,
      'spec:\n',
      'spec:\n  ownership: {"steps/Add subscriber/fields/Faks": observed, "steps/*/parameters/*": observed}\n',
    );
    expect(await validate(project)).toEqual({ exitCode: 0, said: 'Valid. 2 accounts. ' });
  });

  it('of a schedule that a live cycle need not have', async () => {
    const project = await openSaved();
    await project.edit(manifest, '      schedule: {every: 1h}\n', '');
    expect(await validate(project)).toEqual({ exitCode: 0, said: 'Valid. 2 accounts. ' });
  });
});

it('only warns of steps that an edited cycle may have, if that is allowed', async () => {
  const project = await openSaved();
  await project.edit(manifest, 'Get contact:', 'Get contacts:');
  const allowed = await validate(project, '--allow-edited-cycles');
  expect(allowed.exitCode).toBe(0);
  expect(allowed.said).toContain('warning: The cycle has no step "Get contacts" [step-unknown]');
  await project.edit(manifest, 'name: Sample Mailer}', 'name: Sample Maler}');
  expect((await validate(project, '--allow-edited-cycles')).exitCode).toBe(1);
});

it('judges each environment by its own catalog, and names it where they differ', async () => {
  const project = await copyExample('quickstart');
  const settings = await readProjectFile(project, 'cyclectl.yaml');
  await project.write(
    'cyclectl.yaml',
    `${settings.trimEnd()}\n    other: {service: {emulator: {world: other.yaml}}}\n`,
  );
  const world = await readProjectFile(project, 'world.yaml');
  await writeFile(
    join(project.directory, 'other.yaml'),
    world.replace('- name: Contacts to Mailer', '- name: Contacts to Mail'),
  );
  for (const name of ['local', 'other']) await runInProcess(project, 'catalog', 'save', '-e', name);
  const { exitCode, said } = await validate(project);
  expect(exitCode).toBe(1);
  expect(said).toContain('The service has no published template "Contacts to Mailer" (in other)');
  expect(said.match(/error:/g)).toHaveLength(1);
  await project.edit(manifest, 'Contacts to Mailer}', `"\${vars.mailer}"}`);
  await project.write(
    'cyclectl.yaml',
    `${settings.trimEnd()}\n      variables: {mailer: Contacts to Mailer}\n    other:\n      service: {emulator: {world: other.yaml}}\n      variables: {mailer: Contacts to Mail}\n`,
  );
  const unjudged = await validate(project);
  expect(unjudged.exitCode).toBe(0);
  expect(unjudged.said).toContain(
    'was not judged: catalog.json has only the name of the template Contacts to Mail (in other) [catalog-incomplete]',
  );
  await runInProcess(project, 'catalog', 'save', '-e', 'other');
  expect(await validate(project)).toEqual({ exitCode: 0, said: 'Valid. 2 accounts. ' });
});
