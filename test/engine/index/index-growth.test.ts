import { expect, it } from 'vitest';
import { indexManifests } from '../../../src/engine/index/index-manifests.ts';
import { makePlan } from '../../../src/engine/run/planning/make-plan.ts';
import type { AccountEntry } from '../../../src/model/manifest/manifest.ts';
import type { Files } from '../../../src/model/ports.ts';
import { makeFiles } from '../../support/values/read-manifests.ts';
import { openFixture } from '../../worlds/fixture.ts';

const project = `apiVersion: cyclectl/v1
kind: Project
metadata: {name: sample}
spec: {environments: {local: {service: {emulator: {world: world.yaml}}}}}
`;

// More than is kept from one walk to the next, so that the second one reads.
const comment = `# ${'neither kept nor small '.repeat(40_000)}\n`;

const name = (number: number) => `accounts/customer-${number}.yaml`;

function writeManifests(count: number, end: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      name(index),
      `apiVersion: cyclectl/v1\nkind: Account\nmetadata: {name: customer-${index}}\nspec: {id: customer-${index}}\n${end}`,
    ]),
  );
}

/** A folder that counts how often each file is read, and the bytes. */
function countReads(texts: Readonly<Record<string, string>>) {
  const files = makeFiles(texts);
  const reads = new Map<string, number>();
  let bytes = 0;
  const read: Files['read'] = async (path, ...others) => {
    const reading = await files.read(path, ...others);
    reads.set(path, (reads.get(path) ?? 0) + 1);
    if (reading.ok) bytes += Buffer.byteLength(reading.text);
    return reading;
  };
  const end = () => {
    const found = { reads: new Map(reads), bytes };
    reads.clear();
    bytes = 0;
    return found;
  };
  return { files: { ...files, read }, end };
}

it.each([
  ['200 small ones and 400', 200, ''],
  ['10 MB and 20 MB', 11, comment],
])('a walk over manifests reads each once, and a plan once more at most: %s', async (...row) => {
  const [, count, ending] = row;
  for (const size of [count, 2 * count]) {
    const manifests = writeManifests(size, ending);
    const total = Object.values(manifests).reduce((sum, text) => sum + text.length, 0);
    const counted = countReads({ 'cyclectl.yaml': project, ...manifests });
    const index = async (isReadAgain: boolean) => {
      const { accounts } = (await indexManifests(counted.files, { isReadAgain })).index;
      expect(accounts).toHaveLength(size);
      const { reads, bytes } = counted.end();
      expect(new Set(Object.keys(manifests).map((path) => reads.get(path)))).toEqual(new Set([1]));
      // cyclectl.yaml twice: to see that it is there, and what it has.
      expect(bytes).toBe(total + 2 * project.length);
      return accounts;
    };
    // For `validate`, then for a plan, which keeps the documents of a few.
    await index(false);
    const entries = await index(true);
    expect(await countPlanned(counted.files, entries)).toBe(size);
    const { reads, bytes } = counted.end();
    expect(Math.max(0, ...reads.values())).toBeLessThanOrEqual(1);
    expect(bytes).toBeLessThanOrEqual(total);
    if (ending !== '') expect(bytes).toBeGreaterThan(total / 2);
  }
});

async function countPlanned(files: Files, entries: readonly AccountEntry[]): Promise<number> {
  const fixture = await openFixture({ manifests: {} });
  const { run } = await fixture.open();
  let planned = 0;
  for await (const { kind } of makePlan({ ...run, entries, context: { ...run.context, files } }))
    if (kind === 'planned') planned += 1;
  await fixture.close();
  return planned;
}
