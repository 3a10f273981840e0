import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { copyExample, type Project, readProjectFile } from '../../support/run-cyclectl.ts';
import { runInProcess } from '../../support/run-in-process.ts';

// Variables by the command line: two environments of one project, each with a service and values of its own.

const northwind = 'accounts/northwind.yaml';

const project = (prod: string) => `apiVersion: cyclectl/v1
kind: Project
metadata: {name: quickstart}
spec:
  defaultEnvironment: staging
  environments:
    staging:
      service: {emulator: {world: world.yaml}}
      variables: {zone: Europe/Vienna, host: hooks.example.com, region: emea, hours: 120, state: paused}
    prod:
      service: {emulator: {world: world.yaml}}
      variables: ${prod}
`;
const good =
  '{zone: Europe/Berlin, host: hooks.example.org, region: apac, hours: 48, state: active}';

async function openProject(): Promise<Project> {
  const opened = await copyExample('quickstart');
  await opened.write('cyclectl.yaml', project(good));
  for (const [before, after] of [
    ['id: northwind-8812', 'ids: {staging: northwind-8812, prod: nw-1}'],
    ['Europe/Berlin', `\${vars.zone}`],
    ['url: https://hooks.example.com/northwind', `url: "https://\${vars.host}/\${account.id}"`],
    ['successHours: 120', `successHours: "\${vars.hours}"`],
    ['region: emea', `region: "\${vars.region}"`],
    ['state: active', `state: "\${vars.state}"`],
  ] as const) {
    await opened.edit(northwind, before, after);
  }
  return opened;
}

const say = async (opened: Project, ...args: readonly string[]) => {
  const { exitCode, stdout, stderr } = await runInProcess(
    opened,
    '--select',
    'account=northwind',
    ...args,
  );
  return { exitCode, text: `${stdout}\n${stderr}`.replaceAll(/\s+/g, ' ') };
};

describe('A manifest with placeholders', () => {
  let opened: Project;

  beforeAll(async () => {
    opened = await openProject();
  });

  it('is planned in each environment with the values of that one', async () => {
    const staging = await say(opened, 'plan');
    expect(staging.exitCode).toBe(0);
    for (const part of [
      'northwind-8812',
      'Europe/Vienna',
      'hooks.example.com/northwind-8812',
      '120 hours',
    ])
      expect(staging.text).toContain(part);
    const prod = await say(opened, '-e', 'prod', 'plan');
    for (const part of ['nw-1', 'Europe/Berlin', 'hooks.example.org/nw-1', '48 hours'])
      expect(prod.text).toContain(part);
    expect(staging.text + prod.text).not.toContain('${');
  });

  it('lists its secrets, and is applied and found as it was written', async () => {
    expect(await say(opened, '-e', 'prod', 'secrets')).toMatchObject({
      exitCode: 0,
      text: expect.stringContaining('northwind-crm-key'),
    });
    expect(await say(opened, '-e', 'prod', 'apply', '--yes')).toMatchObject({ exitCode: 0 });
    expect(await say(opened, '-e', 'prod', 'plan', '--exit-code')).toMatchObject({ exitCode: 0 });
    expect(await say(opened, '-e', 'prod', 'drift')).toMatchObject({ exitCode: 0 });
    const state = await say(
      opened,
      '-e',
      'prod',
      'state',
      'show',
      'northwind/cycles/contacts-to-files',
    );
    expect(state.text).toContain('apac');
  }, 60_000);

  it('makes a saved plan stale where a variable of its environment is another, and of no other', async () => {
    const saved = join(opened.directory, 'plan.json');
    await opened.write('cyclectl.yaml', project(good.replace('apac', 'latam')));
    expect(await say(opened, '-e', 'prod', 'plan', '--out', saved)).toMatchObject({ exitCode: 0 });
    await opened.write('cyclectl.yaml', project(good));
    const stale = await say(opened, '-e', 'prod', 'apply', saved);
    expect(stale.exitCode).not.toBe(0);
    expect(stale.text).toContain('[plan-stale]');
    const elsewhere = project(good.replace('apac', 'latam')).replace('Europe/Vienna', 'UTC');
    await opened.write('cyclectl.yaml', elsewhere);
    expect(await say(opened, '-e', 'prod', 'apply', saved)).toMatchObject({ exitCode: 0 });
    expect(await say(opened, '-e', 'prod', 'plan', '--exit-code')).toMatchObject({ exitCode: 0 });
  }, 60_000);
});

describe('validate', () => {
  it('checks every environment without a request, and says where to write missing values', async () => {
    const opened = await openProject();
    await opened.write('cyclectl.yaml', project('{zone: Europe/Berln, host: "a b", hours: 900}'));
    const { exitCode, text } = await say(opened, '-e', 'staging', 'validate');
    expect(exitCode).toBe(1);
    expect(text).toContain(
      'accounts/northwind.yaml:10:13: error: "Europe/Berln" is not an IANA time zone (in prod)',
    );
    expect(text).toContain('vars.zone of prod: cyclectl.yaml:12:25');
    expect(text).toContain('successHours is 900; it must be at most 744 (in prod)');
    expect(text).toContain('The environment prod has no variable region');
    expect(text).toContain('Write region under spec.environments.prod.variables of cyclectl.yaml');
    expect(text).toContain('The environment prod has no variable state');
    expect(text).not.toContain('(in staging)');
  });

  it('leaves the file as it is, and shows the text as it is written', async () => {
    const opened = await openProject();
    const before = await readProjectFile(opened, northwind);
    expect(await say(opened, 'validate')).toMatchObject({ exitCode: 0 });
    expect(await readProjectFile(opened, northwind)).toBe(before);
  });
});
