import type { TestFixture } from '../fixture.ts';
import { readLive } from '../quickstart.ts';
import { cyclePath, openFileCycle } from './open-file-cycle.ts';

/**
 * Two settings of the cycle file of these tests that cannot be written to a cycle: what a step's error does to the run,
 * and whether the requests of the steps are logged. There are four structures, 0 to 3; 0 is what the file has, as
 * cycles of templates log requests.
 */
export function buildFile(place: TestFixture, structure: number): void {
  const before = place.manifests.get(cyclePath) ?? '';
  const text = before
    .replace(/("CycleStepErrorAction": )\d+/, (_all, head: string) => `${head}${structure % 2}`)
    .replace(/("LogStepDataRequests": )\w+/, (_all, head: string) => `${head}${structure < 2}`);
  if (!text.includes(`"LogStepDataRequests": ${structure < 2}`)) {
    throw new Error(`${cyclePath} has no such settings`);
  }
  place.manifests.set(cyclePath, text);
}

/** A workplace with one account, whose one cycle is made from a file and runs. */
export async function openBuilt(): Promise<TestFixture> {
  const place = await openFileCycle();
  await place.apply();
  return place;
}

/** The cycles that are there, as `NAME STATUS`, sorted. */
export function listBuilt(place: TestFixture): readonly string[] {
  return readLive(place, 'northwind')
    .cycles.filter(({ status }) => status !== 'DeleteScheduled')
    .map(({ name, status }) => `${name} ${status}`)
    .sort();
}
