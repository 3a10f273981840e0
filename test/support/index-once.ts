import { indexManifests } from '../../src/engine/index/index-manifests.ts';
import { openFiles } from '../worlds/test-ports.ts';

/** The latest manifests of the worker's tests, as they were read. */
const indexed = new Map<string, ReturnType<typeof indexManifests>>();
const mostIndexed = 40;

// The same text has the same index, and most tests plan and apply it more than once.
export function indexOnce(
  manifests: ReadonlyMap<string, string>,
): ReturnType<typeof indexManifests> {
  const name = JSON.stringify([...manifests]);
  const found = indexed.get(name) ?? indexManifests(openFiles(new Map(manifests)));
  indexed.delete(name);
  indexed.set(name, found);
  const [oldest] = indexed.keys();
  if (indexed.size > mostIndexed && oldest !== undefined) indexed.delete(oldest);
  return found;
}
