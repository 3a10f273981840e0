import { stringify } from 'yaml';
import type { WrittenAccount } from '../../../src/model/manifest/manifest.generated.ts';

/** The text of a manifest, as a person might write it. */
export function formatManifestText(account: WrittenAccount): string {
  return stringify(account, { version: '1.2', aliasDuplicateObjects: false });
}
