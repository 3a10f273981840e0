import { readProjectFile } from '../../../support/run-cyclectl.ts';
import { runInProcess } from '../../../support/run-in-process.ts';
import { type GatedFleet, openGatedFleet } from '../../rollout/gate/open-gated-fleet.ts';

/** Address of a cycle whose runs have errors. */
export const failing = 'north-001/cycles/contacts-to-files';

/** Two accounts whose cycle cannot write a file any more, and a contact that changed: an error in each. */
export async function openFailingFleet(): Promise<GatedFleet> {
  const place = await openGatedFleet({ accounts: /^north-00[12],/ });
  const { project, emulator } = place;
  await project.edit(
    'cyclectl.yaml',
    '        baseUrl:',
    "        consoleUrl: 'https://console.example.com/{accountId}/{cycleId}'\n        baseUrl:",
  );
  const password = await readProjectFile(project, 'secrets/files-password.not-a-secret');
  emulator.control.upsetApp('files', { revoke: password.trim() });
  await project.write(
    'body.json',
    JSON.stringify({ Contact: { Email: 'ada.berg@example.com', FirstName: 'Ada' } }),
  );
  const body = `${project.directory}/body.json`;
  const args = ['call', 'north-001/connectors/crm', 'Upsert contact', '--body', body] as const;
  await runInProcess(project, ...args);
  await emulator.control.letPass('16m');
  return place;
}
