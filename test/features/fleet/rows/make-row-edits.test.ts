import { expect, it } from 'vitest';
import { indexManifests } from '../../../../src/engine/index/index-manifests.ts';
import { withOverlay } from '../../../../src/engine/load/with-overlay.ts';
import { resolveDocument } from '../../../../src/engine/validate/resolve-document.ts';
import { toRendered } from '../../../../src/features/fleet/format-rendered.ts';
import { makeRowEdits } from '../../../../src/features/fleet/rows/make-row-edits.ts';
import type { AccountEntry } from '../../../../src/model/manifest/manifest.ts';
import { fleet, texts } from '../../../engine/index/fleet-texts.ts';
import { makeFiles } from '../../../support/values/read-manifests.ts';

const environment = 'prod';
const fresh = { reason: 'asked', owner: 'it' };

/** A project in which two fleets of one file have a table each. */
async function openProject(more = '') {
  const second = fleet
    .replace('name: customers', 'name: others')
    .replace('customers.csv', 'others.csv')
    .replace(/ {2}overrides:.*$/s, '');
  const files = makeFiles({
    ...texts,
    'fleets/customers.yaml': `${fleet}${more}---\n${second}`,
    'fleets/others.csv': 'name,id,folder\nsouth-1,s-1,/x\nsouth-2,s-2,/y\n',
  });
  const { project, index } = await indexManifests(files);
  expect(index.diagnostics).toEqual([]);
  const environments = project?.environments ?? new Map();
  const render = (entry: AccountEntry | undefined) => {
    if (entry?.document == null) throw new Error('the row is not kept');
    return toRendered(resolveDocument(entry.document, environment, environments), environment);
  };
  const find = (name: string) => {
    const entry = index.accounts.find(({ key }) => key === name);
    if (entry === undefined) throw new Error(`no account ${name}`);
    return entry;
  };
  return { context: { files, environment, environments }, find, render };
}

it('writes overrides of two fleets into the one file that has both', async () => {
  const { context, find, render } = await openProject();
  const rows = ['north-1', 'south-1'].map((name) => {
    const entry = find(name);
    const was = render(entry);
    const target = { ...was, spec: { ...was.spec, timezone: 'UTC' } };
    return { entry, changes: [{ path: ['timezone'], value: 'UTC' }], target };
  });
  const { edits, rows: done } = await makeRowEdits(context, rows, fresh);
  expect(done.map(({ entry }) => entry.key)).toEqual(['north-1', 'south-1']);
  expect(edits.map(({ path }) => path)).toEqual(['fleets/customers.yaml']);
  expect(edits[0]?.after.match(/timezone: UTC/g)).toHaveLength(2);
});

it('writes a cell whose input gives one value, and an override where it gives others too', async () => {
  const { context, find, render } = await openProject();
  const entry = find('south-1');
  const was = render(entry);
  const crm = was.spec.connectors?.crm;
  if (crm === undefined) throw new Error('the account has no connector');
  const target = {
    ...was,
    spec: {
      ...was.spec,
      connectors: { crm: { ...crm, properties: { ...crm.properties, folder: '/z' } } },
    },
  };
  const changes = [{ path: ['connectors', 'crm', 'properties', 'folder'], value: '/z' }];
  const inCell = await makeRowEdits(context, [{ entry, changes, target }], fresh);
  expect(inCell.edits).toMatchObject([
    { path: 'fleets/others.csv', after: 'name,id,folder\nsouth-1,s-1,/z\nsouth-2,s-2,/y\n' },
  ]);
  const shared = String(texts['blueprints/sync.yaml']).replace(
    '  cycles:\n',
    `  description: \${inputs.folder}\n  cycles:\n`,
  );
  const files = withOverlay(context.files, new Map([['blueprints/sync.yaml', shared]]));
  const { index } = await indexManifests(files);
  const again = index.accounts.find(({ key }) => key === 'south-1') ?? entry;
  const kept = { ...target, spec: { ...target.spec, description: '/x' } };
  const beside = await makeRowEdits(
    { ...context, files },
    [{ entry: again, changes, target: kept }],
    fresh,
  );
  expect(beside.edits.map(({ path }) => path)).toEqual(['fleets/customers.yaml']);
});

it('leaves out a row that would come to another manifest, and writes the others', async () => {
  const { context, find, render } = await openProject();
  const [first, second] = ['north-1', 'south-1'].map(find);
  if (first === undefined || second === undefined) throw new Error('the rows are missing');
  const changes = [{ path: ['timezone'], value: 'UTC' }];
  const was = render(second);
  const { rows } = await makeRowEdits(
    context,
    [
      { entry: first, changes, target: render(first) },
      { entry: second, changes, target: { ...was, spec: { ...was.spec, timezone: 'UTC' } } },
    ],
    fresh,
  );
  expect(rows.map(({ entry }) => entry.key)).toEqual(['south-1']);
});

it('writes an override where the cell would change another value in another environment', async () => {
  const { context, find, render } = await openProject();
  const used = String(texts['blueprints/sync.yaml']).replace(
    '    staging:\n',
    `    staging:\n      description: \${inputs.folder}\n`,
  );
  const files = withOverlay(context.files, new Map([['blueprints/sync.yaml', used]]));
  const { index } = await indexManifests(files);
  const entry = index.accounts.find(({ key }) => key === 'south-1') ?? find('south-1');
  const was = render(entry);
  const crm = was.spec.connectors?.crm;
  if (crm === undefined) throw new Error('the account has no connector');
  const connectors = { crm: { ...crm, properties: { ...crm.properties, folder: '/z' } } };
  const target = { ...was, spec: { ...was.spec, connectors } };
  const changes = [{ path: ['connectors', 'crm', 'properties', 'folder'], value: '/z' }];
  const { edits } = await makeRowEdits({ ...context, files }, [{ entry, changes, target }], fresh);
  expect(edits.map(({ path }) => path)).toEqual(['fleets/customers.yaml']);
});

it('writes settings beside the pin of an account, with their own reason and owner', async () => {
  const pin = '{revision: "8c1f02ab", reason: own migration, owner: anna, until: 2999-12-31}';
  const { context, find, render } = await openProject(`    - {account: north-3, pin: ${pin}}\n`);
  const entry = find('north-3');
  const was = render(entry);
  const target = { ...was, spec: { ...was.spec, timezone: 'UTC' } };
  const changes = [{ path: ['timezone'], value: 'UTC' }];
  const { edits } = await makeRowEdits(context, [{ entry, changes, target }], fresh);
  expect(edits[0]?.after).toContain(
    `{account: north-3, pin: ${pin}, reason: asked, owner: it, set: {timezone: UTC}}`,
  );
});
