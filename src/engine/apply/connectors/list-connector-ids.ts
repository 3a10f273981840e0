import type { Scene } from '../scene.ts';

/** Ids of the installed connectors that exist by now. */
export function listConnectorIds(scene: Scene): string[] {
  const { connectors, leftConnectors } = scene.diff;
  const listed = [...connectors, ...leftConnectors].flatMap((item) =>
    item.live === null ? [] : [item.live.id],
  );
  const made = connectors.flatMap((item) => scene.ids.get(item.address) ?? []);
  return [...new Set([...listed, ...made])];
}
