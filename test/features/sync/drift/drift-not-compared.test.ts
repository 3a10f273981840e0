import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { openRemoteProject } from '../../../support/run-cyclectl.ts';
import { runOnOneLine } from '../../../support/run-on-one-line.ts';

const notShown = '1 value is not shown by the service and assumed to be as last written';
const notCompared = '1 value could not be compared with the baseline';

it('counts what was not compared in each report of drift, and names it with what to do', async () => {
  const project = await openRemoteProject({}, { sensitivePropertyOnRead: 'masked' });
  const files = ['markdown', 'junit'].map((format) => [format, `${project.directory}/${format}`]);
  const look = async () => {
    const reports = files.flatMap(([format, file]) => ['--report', `${format}=${file}`]);
    const { text } = await runOnOneLine(project, 'drift', ...reports);
    const written = await Promise.all(files.map(([, file = '']) => readFile(file, 'utf8')));
    return [text, ...written] as const;
  };
  await runOnOneLine(project, 'apply', '--yes');
  const [text, markdown, junit] = await look();
  expect(text).toContain(`2 accounts in sync. 1 account needs a person. ${notShown}.`);
  expect(markdown).toMatch(new RegExp(`^### .*2 accounts in sync.*${notShown}$`, 'm'));
  expect(junit).toContain(
    `<testcase name="not compared" classname="northwind">\n      <skipped message="${notShown}"/>`,
  );

  const line = '        ClientSecret: {file: secrets/contoso-client-secret.not-a-secret}\n';
  await project.edit('accounts/contoso.yaml', line, '');
  await runOnOneLine(project, 'apply', '--yes');
  const [uncompared, , cases] = await look();
  expect(uncompared).toContain(`${notShown}. ${notCompared}.`);
  expect(uncompared).toContain(
    'could not be compared with the baseline; check them in the console, or write them into the manifest: connectors/warehouse/properties/ClientSecret',
  );
  expect(cases).toContain(
    `<testcase name="not compared" classname="contoso">\n      <skipped message="${notCompared}"/>`,
  );
}, 60_000);
