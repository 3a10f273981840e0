import { setImmediate } from 'node:timers/promises';
import { type BoundedTasks, ReadingCache } from './bounded-readings.ts';
import type { SecretReading } from './providers/file-provider.ts';
import { type KeyReadings, maxKeys } from './providers/provider-answer.ts';

/** Asks a provider for keys, by one process. */
type AskForKeys = (keys: readonly string[]) => Promise<KeyReadings>;

/** Keys of an open batch, and the answer to all of them. */
type Batch = { readonly keys: Set<string>; readonly answer: Promise<KeyReadings> };

/** Values that are kept, so that an account that was planned is not asked for again. */
const maxReadings = 20 * maxKeys;

/**
 * Keys of one provider. The first one that is read asks for it, for those that arrive until the process
 * starts, and for expected ones, so that a run starts few processes.
 */
export class KeyBatches {
  readonly #ask: AskForKeys;
  readonly #tasks: BoundedTasks;
  readonly #readings = new ReadingCache<SecretReading>(maxReadings);
  readonly #expected = new Set<string>();
  #open: Batch | null = null;

  constructor(ask: AskForKeys, tasks: BoundedTasks) {
    this.#ask = ask;
    this.#tasks = tasks;
  }

  /** Names a key that is read soon. */
  expect(key: string): void {
    if (!this.#readings.has(key)) this.#expected.add(key);
  }

  read(key: string): Promise<SecretReading> {
    return this.#readings.read(key, () => this.#join(key));
  }

  /** Drops values and expectations. */
  forget(): void {
    this.#readings.clear();
    this.#expected.clear();
    this.#open = null;
  }

  async #join(key: string): Promise<SecretReading> {
    const batch = this.#open ?? this.#begin();
    batch.keys.add(key);
    this.#expected.delete(key);
    if (batch.keys.size >= maxKeys) this.#open = null;
    return (await batch.answer).get(key) ?? { lack: 'not-answered' };
  }

  #begin(): Batch {
    const keys = new Set<string>();
    const answer = this.#tasks.run(async () => {
      // Other accounts that are read at the same time add theirs.
      await setImmediate();
      if (this.#open === batch) {
        this.#fill(keys);
        this.#open = null;
      }
      return this.#ask([...keys]);
    });
    const batch = { keys, answer };
    this.#open = batch;
    return batch;
  }

  #fill(keys: ReadonlySet<string>): void {
    for (const key of this.#expected) {
      if (keys.size >= maxKeys) return;
      // Who reads it meets its error; until then Node must not end because of it.
      void Promise.allSettled([this.read(key)]);
    }
  }
}
