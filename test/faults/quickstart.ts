import { readFile } from 'node:fs/promises';
import type { Choices } from '../../src/emulator/choices.ts';
import { openWorkplace, type TestWorkplace } from '../worlds/workplace.ts';

const root = new URL('../../examples/quickstart/', import.meta.url);
const files = ['accounts/contoso.yaml', 'accounts/northwind.yaml'];

/** Values for the secrets of the quickstart, by variable name. */
export const quickstartSecrets = {
  northwind_crm_key: 'canary-1',
  northwind_files_password: 'canary-2',
  contoso_warehouse_key: 'canary-3',
  contoso_client_secret: 'canary-4',
};

/** The quickstart's manifests, with secrets by variable instead of by file. */
export async function readQuickstart(): Promise<Record<string, string>> {
  const texts = await Promise.all(files.map((file) => readFile(new URL(file, root), 'utf8')));
  return Object.fromEntries(files.map((file, index) => [file, nameSecrets(texts[index] ?? '')]));
}

function nameSecrets(text: string): string {
  return text.replaceAll(
    /file: secrets\/([a-z-]+)\.not-a-secret/g,
    (_all, id: string) => `env: ${id.replaceAll('-', '_')}`,
  );
}

/** The quickstart in one process, nothing applied yet. */
export async function openQuickstart(choices: Partial<Choices> = {}): Promise<TestWorkplace> {
  return openWorkplace({
    manifests: await readQuickstart(),
    secrets: quickstartSecrets,
    choices,
  });
}

/** Writes an edit into a manifest of a workplace; fails where there is nothing to edit. */
export function editManifest(
  place: TestWorkplace,
  file: string,
  edits: readonly (readonly [before: string, after: string])[],
): void {
  let text = place.manifests.get(file) ?? '';
  for (const [before, after] of edits) {
    if (!text.includes(before)) throw new Error(`${file} has no ${before}`);
    text = text.replace(before, after);
  }
  place.manifests.set(file, text);
}
