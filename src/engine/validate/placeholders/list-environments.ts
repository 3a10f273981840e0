import { readPointer } from '../../../kit/json/json-pointer.ts';
import type { WrittenEnvironment } from '../../../model/manifest/manifest.generated.ts';
import type { ManifestDocument } from '../../../model/manifest/manifest.ts';

/**
 * Lists the environments of a project that have a service; others have mistakes and lack a part.
 */
export function listEnvironments({
  written,
}: ManifestDocument<unknown>): readonly (readonly [string, WrittenEnvironment])[] {
  const environments = readPointer(written, '/spec/environments');
  if (typeof environments !== 'object' || environments === null) return [];
  return Object.entries(environments as Readonly<Record<string, WrittenEnvironment>>).filter(
    ([, environment]) => isMap(environment) && isMap(environment.service),
  );
}

function isMap(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}
