import { describe, expect, it } from 'vitest';
import { listUsed } from '../../../src/engine/catalog/list-used.ts';
import { makeCatalogCheck } from '../../../src/engine/catalog/make-catalog-check.ts';
import { readLiveCatalog } from '../../../src/engine/catalog/read-live-catalog.ts';
import { indexManifests } from '../../../src/engine/index/index-manifests.ts';
import type { SavedCatalog } from '../../../src/model/live/saved-catalog.ts';
import { openFixture, type TestFixture } from '../../worlds/fixture.ts';
import { openFiles } from '../../worlds/test-ports.ts';

const manifest = (template: string) => `apiVersion: cyclectl/v1
kind: Account
metadata: {name: northwind}
spec:
  id: northwind-8812
  connectors:
    crm:
      connector: {name: Sample CRM}
      auth: {apiKey: {env: KEY}}
  cycles:
    contacts:
      from: {template: ${template}}
      steps:
        Any step:
          parameters: {any: value}
`;

async function read(fixture: TestFixture): Promise<SavedCatalog> {
  const { run, environment } = await fixture.open();
  const { files, environments, reader } = run.context;
  const used = await listUsed(files, { environment: 'local', environments, accounts: run.entries });
  const answer = await readLiveCatalog(reader, used, environment.templates);
  return answer.ok ? answer.value : expect.unreachable(JSON.stringify(answer));
}

async function judge(fixture: TestFixture, saved: SavedCatalog): Promise<readonly string[]> {
  const files = openFiles(fixture.manifests);
  const judged = { saved: new Map([['local', saved]]), local: new Map(), allowsEdited: false };
  const { index } = await indexManifests(files, {
    makeCheck: async (project) => makeCatalogCheck(files, project, judged),
  });
  return index.diagnostics.map(({ code }) => code);
}

describe('the catalog of a service that lists and exports no templates', () => {
  it('has the templates that the environment names, and judges no step of theirs', async () => {
    const fixture = await openFixture({
      serves: 'documented',
      contract: 'documented',
      templates: { Mine: '50c4d82e-574f-439a-aba6-1dbf4d2b4f9f' },
      manifests: { 'accounts/northwind.yaml': manifest('Mine') },
    });
    const saved = await read(fixture);
    expect(saved).toMatchObject({ areTemplatesListed: false, templates: [{ name: 'Mine' }] });
    expect(JSON.stringify(saved)).not.toContain('50c4d82e');
    expect(await judge(fixture, saved)).toEqual([]);
    fixture.manifests.set('accounts/northwind.yaml', manifest('Other'));
    expect(await judge(fixture, saved)).toEqual(['template-unknown']);
  });

  it('does not miss a template that cyclectl.yaml has named since', async () => {
    const fixture = await openFixture({
      serves: 'documented',
      contract: 'documented',
      templates: { Mine: '50c4d82e-574f-439a-aba6-1dbf4d2b4f9f' },
      manifests: { 'accounts/northwind.yaml': manifest('Mine') },
    });
    const saved = await read(fixture);
    expect(await judge(fixture, { ...saved, templates: [] })).toEqual([]);
  });
});

it('is not made of a list that could not be read', async () => {
  const fixture = await openFixture({
    manifests: { 'accounts/northwind.yaml': manifest('Contacts to Mailer') },
  });
  const { run } = await fixture.open();
  const { files, environments, reader } = run.context;
  const used = await listUsed(files, { environment: 'local', environments, accounts: run.entries });
  const request = { method: 'GET', path: '/x', account: null };
  const failure = { kind: 'unavailable', status: 503, request, tries: 1, message: '' } as const;
  const failing = async () => ({ ok: false, failure }) as const;
  for (const part of ['listCatalog', 'listTemplates', 'listMethods', 'exportTemplate'] as const) {
    expect(await readLiveCatalog({ ...reader, [part]: failing }, used, new Map())).toMatchObject({
      ok: false,
      failure,
    });
  }
});
