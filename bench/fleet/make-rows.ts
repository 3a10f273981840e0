import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { type FleetTarget, makeProject, makeSpec, nameAccount } from './make-fleet.ts';

/** The interval that the cycles of all rows have; one line of the blueprint. */
export const interval = { before: '15m', after: '30m' } as const;

/** Path of the blueprint in its project. */
export const blueprintFile = 'blueprints/bench.yaml';

/**
 * Writes a project whose accounts are those of `makeFleet`, as rows of a table that use one
 * blueprint.
 */
export async function makeRows(
  folder: string,
  target: FleetTarget,
  accounts: number,
): Promise<void> {
  await makeProject(folder, target);
  const { id: _, ...spec } = makeSpec('ID');
  const text = JSON.stringify({
    ...spec,
    inputs: {
      title: { type: 'string' },
      region: { type: 'enum', values: ['eu', 'us'] },
      list: { type: 'enum', values: ['Customers', 'Leads'], default: 'Customers' },
    },
  });
  const withInputs = text
    .replaceAll('"Customer ID"', `"\${inputs.title}"`)
    .replaceAll('"/ID"', `"/\${account.name}"`)
    .replaceAll('"region":"eu"', `"region":"\${inputs.region}"`)
    .replaceAll('"option":"Customers"', `"option":"\${inputs.list}"`);
  await writeManifest(folder, blueprintFile, {
    kind: 'Blueprint',
    metadata: { name: 'bench' },
    spec: JSON.parse(withInputs) as object,
  });
  await writeManifest(folder, 'fleets/bench.yaml', {
    kind: 'Fleet',
    metadata: { name: 'bench' },
    spec: { blueprint: 'bench', tables: ['fleets/bench.csv'] },
  });
  const rows = Array.from({ length: accounts }, (_, index) => {
    const name = nameAccount(index + 1);
    return `${name},${name},Customer ${name},eu,,tier-${index % 3}\n`;
  });
  const table = `name,id,title,region,list,labels.tier\n${rows.join('')}`;
  await writeFile(join(folder, 'fleets/bench.csv'), table);
}

async function writeManifest(folder: string, path: string, manifest: object): Promise<void> {
  await mkdir(join(folder, path, '..'), { recursive: true });
  await writeFile(join(folder, path), stringify({ apiVersion: 'cyclectl/v1', ...manifest }));
}
