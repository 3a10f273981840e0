import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { openRemoteProject, type Project } from '../../../support/run-cyclectl.ts';
import { runOnOneLine } from '../../../support/run-on-one-line.ts';
import { quickstartIds } from '../../../worlds/quickstart.ts';

const page = 'docs/guides/move-connectors.md';
const manifest = 'accounts/northwind.yaml';
const account = quickstartIds.northwind;
const says = `connectors/mailer is Sample Mailer 1.4, and the latest is 1.5. To move to it: ${page} of the package`;

const release = {
  version: '1.5',
  methods: [
    {
      name: 'Add subscriber',
      endpoint: 'POST /subscribers',
      fields: ['Email.Address', 'Status', 'Source', 'Fax'],
      responseFields: ['Subscriber.Id'],
    },
  ],
};

async function run(project: Project, ...args: readonly string[]): Promise<string> {
  const { exitCode, text } = await runOnOneLine(project, ...args);
  expect(exitCode, text).toBe(0);
  return text;
}

it('moves a cycle to a newer release of its connector by a new key, as the guide says', async () => {
  const project = await openRemoteProject();
  const { control } = project.emulator;
  await run(project, 'apply', '--yes');
  control.grantConsent({ account, connector: 'mailer' });
  await run(project, 'apply', '--yes');
  const cost = /\d+ requests/.exec(await run(project, 'drift'))?.[0];
  control.console({ promote: { connector: 'Sample Mailer', release } });

  const drift = await run(project, 'drift', '--report', `markdown=${project.directory}/drift.md`);
  expect(drift).toContain(says);
  expect(drift).toContain(
    `No drift, no unmanaged changes. 2 accounts in sync. 2 values are not shown by the service and assumed to be as last written. ${cost}`,
  );
  expect(await readFile(`${project.directory}/drift.md`, 'utf8')).toContain(page);
  expect(await run(project, 'plan')).not.toContain(page);

  await project.edit(manifest, '{name: Sample Mailer}', '{name: Sample Mailer, version: "1.5"}');
  const refused = await runOnOneLine(project, 'plan');
  expect([refused.exitCode, refused.text]).toEqual([1, expect.stringContaining(page)]);
  await project.edit(manifest, ', version: "1.5"', '');

  await project.edit(
    manifest,
    '    mailer:\n',
    `    mailer-2:
      connector: {name: Sample Mailer}
      auth: {oauth: {user: it@northwind.example}}
    mailer:\n`,
  );
  const from = 'from: {template: Contacts to Mailer}\n';
  const bound = `${from}      connectors: {Sample Mailer: mailer-2}\n`;
  await project.edit(manifest, from, bound);
  expect(await run(project, 'apply', '--yes')).toContain(
    'cycles/contacts-to-mailer keeps running unchanged; its edit waits until connectors/mailer-2 is signed in',
  );
  control.grantConsent({ account, connector: 'mailer-2' });
  expect(await run(project, 'apply', '--yes')).toContain('interrupts 1 cycle');
  expect(await run(project, 'drift')).toContain(says);

  const written = await readFile(`${project.directory}/${manifest}`, 'utf8');
  await project.write(manifest, written.replace(/ {4}mailer:\n(?: {6}.*\n)+/, ''));
  await run(project, 'apply', '--yes', '--allow-deletes', '1');
  expect(await run(project, 'drift')).not.toContain(page);
  expect(await run(project, 'status', '--all')).toContain('northwind 2 of 2 cycles active');
}, 60_000);
