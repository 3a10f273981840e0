import { readPointer, toPointer } from '../../../kit/json/json-pointer.ts';
import type { ProjectDocument } from '../../../model/manifest/manifest.ts';
import { listRefs, type PlacedRef } from './list-refs.ts';

/** Lists the references of one environment: of its token and its store. */
export function listEnvironmentRefs(
  { written }: ProjectDocument,
  name: string,
): readonly PlacedRef[] {
  const own = toPointer(['spec', 'environments', name]);
  return [...listRefs('Project', readPointer(written, own), own)];
}
