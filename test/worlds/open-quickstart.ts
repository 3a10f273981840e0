import { readFile } from 'node:fs/promises';
import { openWorkplace, type TestWorkplace, type WorkplaceOptions } from './workplace.ts';

/** Secrets of the quickstart as a test has them. */
export const quickstartSecrets = {
  northwind_crm_key: 'canary-crm-key-7361',
  northwind_files_password: 'canary-files-password-8452',
  contoso_warehouse_key: 'canary-warehouse-key-9543',
  contoso_client_secret: 'canary-client-secret-1634',
} as const;

/** Opens the quickstart in this process; its secret files become variables. */
export async function openQuickstart(
  options: Partial<WorkplaceOptions> = {},
): Promise<TestWorkplace> {
  const names = ['accounts/contoso.yaml', 'accounts/northwind.yaml'];
  const manifests: Record<string, string> = {};
  for (const name of names) {
    const text = await readFile(
      new URL(`../../examples/quickstart/${name}`, import.meta.url),
      'utf8',
    );
    manifests[name] = text.replaceAll(
      /file: secrets\/([a-z-]+)\.not-a-secret/g,
      (_all, id: string) => `env: ${id.replaceAll('-', '_')}`,
    );
  }
  return openWorkplace({ manifests, secrets: quickstartSecrets, ...options });
}
