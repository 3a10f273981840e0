import { expect, it } from 'vitest';
import { loadProject } from '../../../src/engine/load/load-project.ts';
import { makeFiles } from '../../support/values/read-manifests.ts';

const load = (texts: Record<string, string>) => loadProject(makeFiles(texts));

it('loads the one document of cyclectl.yaml', async () => {
  const { document, diagnostics } = await load({ 'cyclectl.yaml': 'kind: Project\n' });
  expect(document?.written).toEqual({ kind: 'Project' });
  expect(diagnostics).toEqual([]);
});

it('says that there is no project here', async () => {
  const { document, diagnostics } = await load({});
  expect(document).toBeNull();
  expect(diagnostics.map(({ code }) => code)).toEqual(['project-missing']);
});

it('wants further documents in files of their own', async () => {
  const { diagnostics } = await load({ 'cyclectl.yaml': 'kind: Project\n---\nkind: Account\n' });
  expect(diagnostics).toMatchObject([{ code: 'document-misplaced', at: { line: 3 } }]);
});

it('says what is wrong with the YAML of it', async () => {
  const { document, diagnostics } = await load({ 'cyclectl.yaml': 'kind: {\n' });
  expect(document).toBeNull();
  expect(diagnostics.map(({ code }) => code)).toEqual(['yaml-syntax']);
});
