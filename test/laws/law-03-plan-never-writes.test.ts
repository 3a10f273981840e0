import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { RunContext } from '../../src/engine/observe/run-context.ts';
import type {
  MethodCaller,
  ServiceReader,
  ServiceWriter,
  StoreReader,
  StoreWriter,
} from '../../src/model/ports.ts';
import { openFixture, type TestFixture } from '../worlds/fixture.ts';
import { checkLaw } from '../worlds/laws/check-law.ts';
import { runTurn } from '../worlds/laws/run-turn.ts';
import { drawScenario, formatScenarioStart, formatTurn } from '../worlds/laws/scenario.ts';
import { listWrites } from '../worlds/quickstart.ts';

const law = 'a plan and a drift write nothing, on the service or in the store';
const file = 'test/laws/law-03-plan-never-writes.test.ts';

// What can be written is not in the types that a plan is given; the compiler holds these to be true.
type None<T> = [T] extends [never] ? true : false;
const readerHasNoWrite: None<keyof ServiceReader & keyof ServiceWriter> = true;
const readerOnlyReads: None<
  Exclude<keyof ServiceReader, `list${string}` | `read${string}` | `export${string}`>
> = true;
const storeReaderHasNoChange: None<
  Extract<keyof StoreReader, Exclude<keyof StoreWriter, keyof StoreReader>>
> = true;
const readerCallsNobody: None<keyof ServiceReader & keyof MethodCaller> = true;
const lookGetsNoWriter: RunContext['reader'] extends ServiceWriter ? false : true = true;
const lookGetsNoStoreWriter: RunContext['store'] extends StoreWriter ? false : true = true;

it('gives a plan ports that have no way to write', () => {
  expect([
    readerHasNoWrite,
    readerOnlyReads,
    readerCallsNobody,
    storeReaderHasNoChange,
    lookGetsNoWriter,
    lookGetsNoStoreWriter,
  ]).toEqual([true, true, true, true, true, true]);
});

it(law, async () => {
  await checkLaw({ law, file, runs: 15, seed: 3 }, async (draw, note) => {
    const story = drawScenario(draw, { turns: 2, touches: 4 });
    note(formatScenarioStart(story));
    const folder = await mkdtemp(join(tmpdir(), 'cyclectl-law-'));
    const storeFile = join(folder, 'store.db');
    const { world, choices } = story;
    const fixture = await openFixture({ world, choices, manifests: {}, storeFile });
    try {
      for (const [index, turn] of story.turns.entries()) {
        note(formatTurn(turn));
        await runTurn(fixture, { story, index }, async () => {
          const before = await witness(fixture, folder);
          await fixture.plan();
          await fixture.drift();
          expect(await witness(fixture, folder)).toEqual(before);
        });
      }
    } finally {
      await fixture.close();
      await rm(folder, { recursive: true, force: true });
    }
  });
}, 300_000);

// The service's state, the requests that write, and every byte that the store keeps. Where readers of
// a file stand is marked in its shm file, which holds nothing that outlives them.
async function witness(fixture: TestFixture, folder: string): Promise<unknown> {
  const files = (await readdir(folder)).filter((name) => !name.endsWith('-shm')).sort();
  const bytes = await Promise.all(files.map((name) => readFile(join(folder, name), 'base64')));
  return {
    accounts: fixture.emulator.control.dump().accounts,
    writes: listWrites(fixture),
    files,
    bytes,
  };
}
