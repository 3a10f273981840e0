import { readFile } from 'node:fs/promises';
import type { PublishedKind } from '../../model/manifest/manifest.ts';

/** The text of a published schema, as it came with cyclectl. */
export function readSchema(name: PublishedKind): Promise<string> {
  return readFile(new URL(`../../../schemas/${name}.schema.json`, import.meta.url), 'utf8');
}
