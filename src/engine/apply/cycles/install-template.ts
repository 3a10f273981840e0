import type { Operation } from '../../../model/plan/operation.ts';
import type { Performed, Scene } from '../scene.ts';
import { cycleAt } from '../values/carry-value.ts';
import { makeCycle } from './make-cycle.ts';

/** Makes a cycle from its template. */
export function installTemplate(scene: Scene, operation: Operation): Promise<Performed> {
  const { source } = cycleAt(scene.diff, operation.address).desired.bound;
  if (source.kind !== 'template') throw new Error(`${operation.address} is made from no template`);
  return makeCycle(scene, operation, (account) =>
    scene.ports.writer.installTemplate(account, source.id),
  );
}
