import { join } from 'node:path';
import { expect, it } from 'vitest';
import { registerSecret } from '../../../canaries/register.ts';
import { put } from '../../../emulator/support/start-emulator.ts';
import { openRemoteProject, type Project } from '../../../support/run-cyclectl.ts';
import { listRuns, runOnOneLine } from '../../../support/run-on-one-line.ts';
import { openConsoleUser } from '../../../worlds/console/console-user.ts';
import { findDumped } from '../../../worlds/console/dumped.ts';
import { quickstartIds } from '../../../worlds/quickstart.ts';

// A person types into the console what looks like a secret. All that is said, and all files, are
// searched for it at the end.

const typed = 'hunter2xyz77';
const text = `password=${typed}`;
const id = quickstartIds.northwind;

/** The quickstart as applied, and what a person needs for typing. */
async function openApplied() {
  const project = await openRemoteProject();
  expect(await runOnOneLine(project, 'apply', '--yes')).toMatchObject({ exitCode: 0 });
  registerSecret('a text that a person typed', typed);
  const { caller } = await openConsoleUser(project.emulator);
  const inside = caller.inside(id);
  const { cycles = [], connectors = [] } = findDumped(project.emulator, id) ?? {};
  const cycle = cycles.find(({ name }) => name === 'Contacts to mailer');
  const step = cycle?.steps.find(({ name }) => name === 'Add subscriber');
  const [crm, mailer] = ['crm', 'mailer'].map((key) =>
    connectors.find((each) => each.name === key),
  );
  const write = async (path: string, body: object) => {
    const answer = await put(path.startsWith('/accounts') ? caller : inside, path, body);
    expect([path, answer.status]).toEqual([path, 200]);
  };
  return { project, inside, write, cycle, step, crm, mailer };
}

async function runAll(project: Project, ...commands: readonly (readonly string[])[]) {
  for (const command of commands) {
    const { exitCode, text: shown } = await runOnOneLine(project, ...command);
    expect([command, exitCode, shown]).not.toContain(1);
  }
}

it('shows and stores none of it that stands in values', async () => {
  const { project, write, cycle, step, crm, mailer } = await openApplied();
  await write(`/accounts/${id}`, {
    Name: `api_key: ${typed}`,
    Description: text,
    TransactionErrorWebhookUrl: `https://u:${typed}@hooks.example.com/y?sig=${typed}`,
  });
  await write(`/cycles/${cycle?.id}`, { Description: text });
  await write(`/account/connectors/${mailer?.id}`, { Name: text });
  for (const { id: property, name } of crm?.properties ?? []) {
    const path = `/account/connectors/${crm?.id}/properties/${property}`;
    await write(path, { Name: name, Value: text });
  }
  for (const field of step?.method.fields ?? []) {
    const path = `/steps/${step?.id}/fieldmappings/${field.id}`;
    await write(path, { MappingType: 'StaticValue', Value: text });
  }
  const [saved, revert, state] = ['saved', 'revert', 'state'].map((name) =>
    join(project.directory, `${name}.json`),
  );
  await runAll(project, ['plan', '--out', `${saved}`], ['plan', '--format', 'json']);
  await runAll(project, ['drift', ...list('junit', 'sarif', 'markdown', 'html', 'json')(project)]);
  await runAll(project, ['drift', '--revert', '--out', `${revert}`]);
  await runAll(project, ['apply', `${revert}`, '--yes', ...list('markdown', 'json')(project)]);
  const [last] = await listRuns(project);
  await runAll(project, ['undo', last?.id ?? '', '--yes'], ['state', 'export', `${state}`]);
  expect(findDumped(project.emulator, id)?.description).toBe(text);
  await runAll(project, ['drift', '--format', 'json']);
});

it('shows and stores none of it that stands in names', async () => {
  const { project, inside, write, cycle, step } = await openApplied();
  const { body } = await inside.call('GET', '/v1.0/connectors');
  const [release] = body as readonly { readonly Id: number }[];
  const install = `/v1.0/connectors/${release?.Id}/install`;
  expect((await inside.call('POST', install, { Name: text })).status).toBeLessThan(300);
  await write(`/cycles/${cycle?.id}/steps/${step?.id}`, { Name: text });
  const plan = await runOnOneLine(project, 'plan', ...list('markdown', 'json')(project));
  expect(plan.text).toContain('Existing names: "List changed contacts".');
  expect(plan.text).toContain('unmanaged, left unchanged: connector "[secret]"');
  await runAll(project, ['drift', ...list('junit', 'sarif', 'markdown', 'html', 'json')(project)]);
  await runAll(project, ['drift', '--accept', '--reason', 'renamed', 'northwind']);
  const state = join(project.directory, 'state.json');
  await runAll(project, ['state', 'export', state], ['drift', '--format', 'json']);
});

function list(...formats: readonly string[]) {
  return ({ directory }: Project) =>
    formats.flatMap((format) => ['--report', `${format}=${join(directory, `r.${format}`)}`]);
}
