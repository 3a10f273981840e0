import { cyclePath, openFileCycle } from './open-file-cycle.ts';
import { readLive } from './quickstart.ts';
import type { TestWorkplace } from './workplace.ts';

/** A setting of the cycle file of these tests that cannot be written to a cycle: what a step's error does to the run. */
export function buildFile(place: TestWorkplace, errorAction: number): void {
  const text = place.manifests.get(cyclePath) ?? '';
  const line = /("CycleStepErrorAction": )\d+/;
  if (!line.test(text)) throw new Error(`${cyclePath} has no such setting`);
  place.manifests.set(
    cyclePath,
    text.replace(line, (_all, head: string) => `${head}${errorAction}`),
  );
}

/** A workplace with one account, whose one cycle is made from a file and runs. */
export async function openBuilt(): Promise<TestWorkplace> {
  const place = await openFileCycle();
  await place.apply();
  return place;
}

/** The cycles that are there, as `NAME STATUS`, sorted. */
export function listBuilt(place: TestWorkplace): readonly string[] {
  return readLive(place, 'northwind')
    .cycles.filter(({ status }) => status !== 'DeleteScheduled')
    .map(({ name, status }) => `${name} ${status}`)
    .sort();
}
