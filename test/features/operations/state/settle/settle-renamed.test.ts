import { expect, it } from 'vitest';
import { openRemoteProject } from '../../../../support/run-cyclectl.ts';
import { startInProcess } from '../../../../support/run-in-process.ts';

const file = 'accounts/northwind.yaml';
const crm = 'properties: {region: eu}';
const path = '/v1.0/account/connectors/*/customcategories';

it.each([
  { finding: ['absent'], made: 2 },
  { finding: ['exists', '77'], made: 1 },
])('settles under the new key what was started under the old one: $finding', async (found) => {
  const project = await openRemoteProject();
  await project.edit(file, crm, `${crm}\n      customCategories: {ledgers: Ledgers}`);
  const { control } = project.emulator;
  control.plantFaults([{ method: 'POST', path, nth: 1, do: 'drop-after' }]);
  expect(await startInProcess(project, 'apply', '--yes').ended).toMatchObject({ exitCode: 3 });
  await project.edit(file, 'name: northwind', 'name: northwind-ag');
  const address = 'northwind-ag/connectors/crm/customCategories/ledgers';
  const refused = await startInProcess(project, 'plan').ended;
  expect(refused.exitCode).toBe(1);
  expect(refused.stdout.split(/\s+/).join(' ')).toContain(`-e local ${address}`);
  const settled = await startInProcess(project, 'state', 'settle', address, ...found.finding).ended;
  expect(settled, settled.stderr).toMatchObject({ exitCode: 0 });
  const applied = await startInProcess(project, 'apply', '--yes').ended;
  expect(applied, applied.stderr).toMatchObject({ exitCode: 0 });
  const rows = control.dump().accounts.flatMap((account) => account.customCategories);
  expect(rows.length).toBe(found.made);
  expect(await startInProcess(project, 'plan', '--exit-code').ended).toMatchObject({ exitCode: 0 });
  expect((await startInProcess(project, 'state', 'list').ended).stdout).not.toMatch(/northwind\//);
});
