import type { TestFixture } from '../fixture.ts';
import { readLive } from '../quickstart.ts';
import { cyclePath, openFileCycle } from './open-file-cycle.ts';

/**
 * Two settings of the test cycle file that no cycle update can change: step error action, and
 * request logging. There are four structures, 0 to 3; 0 is that of the file.
 */
export function buildFile(fixture: TestFixture, structure: number): void {
  const before = fixture.manifests.get(cyclePath) ?? '';
  const text = before
    .replace(/("CycleStepErrorAction": )\d+/, (_all, head: string) => `${head}${structure % 2}`)
    .replace(/("LogStepDataRequests": )\w+/, (_all, head: string) => `${head}${structure < 2}`);
  if (!text.includes(`"LogStepDataRequests": ${structure < 2}`)) {
    throw new Error(`${cyclePath} has no such settings`);
  }
  fixture.manifests.set(cyclePath, text);
}

/** A workplace with one account, whose one cycle is made from a file and runs. */
export async function openBuilt(): Promise<TestFixture> {
  const fixture = await openFileCycle();
  await fixture.apply();
  return fixture;
}

/** The cycles that are there, as `NAME STATUS`, sorted. */
export function listBuilt(fixture: TestFixture): readonly string[] {
  return readLive(fixture, 'northwind')
    .cycles.filter(({ status }) => status !== 'DeleteScheduled')
    .map(({ name, status }) => `${name} ${status}`)
    .sort();
}
