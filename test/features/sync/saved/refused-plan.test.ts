import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openRemoteProject } from '../../../support/run-cyclectl.ts';
import { runOnOneLine } from '../../../support/run-on-one-line.ts';

// A saved plan that has nothing but refused objects.

const mailer = { template: 'Contacts to Mailer', manifest: 'accounts/northwind.yaml' };
const files = 'Contacts to Files';
const ofFirst = (field: string) => ({ step: 'List changed contacts', field });
const parameters = { modifiedSince: '{{LastSuccessfulRunDate}}' };
const crm = { connector: 'Sample CRM' };
const before = [
  { ...crm, name: 'List changed contacts', parameters },
  { ...crm, name: 'Get contact' },
  { name: 'Write file', connector: 'Sample File Store', fields: { name: ofFirst('Contact.Id') } },
];
const after = [...before, { ...crm, name: 'List again', method: 'List changed contacts' }];

async function openApplied() {
  const project = await openRemoteProject();
  expect(await runOnOneLine(project, 'apply', '--yes')).toMatchObject({ exitCode: 0 });
  const { control, requests } = project.emulator;
  const file = join(project.directory, 'plan.json');
  const save = async (code: string) => {
    const saved = await runOnOneLine(project, 'plan', '--out', file);
    expect(saved).toMatchObject({ exitCode: 1, text: expect.stringContaining(`[${code}]`) });
  };
  const apply = async () => {
    const since = requests().length;
    const { exitCode, text } = await runOnOneLine(project, 'apply', file);
    const writes = requests()
      .slice(since)
      .filter(({ method, path }) => method !== 'GET' && path !== '/oauth/token');
    expect(writes).toEqual([]);
    expect(exitCode).toBe(1);
    return text;
  };
  return { project, control, save, apply };
}

it('is applied with the reasons as they are now, and says where a cause is gone', async () => {
  const { project, control, save, apply } = await openApplied();
  const { template, manifest } = mailer;
  control.console({ publish: { template, published: false } });
  await project.edit(manifest, 'Status: subscribed', 'Status: pending');
  await save('template-unknown');
  expect(await apply()).toContain('[template-unknown]');
  control.console({ publish: { template, published: true } });
  const over = await apply();
  expect(over).toContain('[refusal-over]');
  expect(over).toContain('Plan again, and apply');
  expect(over).not.toContain('[template-unknown]');
  expect(await runOnOneLine(project, 'resume')).toMatchObject({ exitCode: 0 });
}, 60_000);

it('says so also of a cycle that lacked a value for its start', async () => {
  const { project, control, save, apply } = await openApplied();
  const upgrade = (steps: readonly object[]) => {
    control.console({ promote: { template: files, variables: { region: 'eu' }, steps } });
    control.console({ upgradeInstalled: { template: files } });
  };
  upgrade(after);
  await project.edit('accounts/northwind.yaml', 'region: emea', 'region: apac');
  await save('prerequisite-missing');
  expect(await apply()).toContain('[prerequisite-missing]');
  upgrade(before);
  expect(await apply()).toContain('[refusal-over]');
}, 60_000);
