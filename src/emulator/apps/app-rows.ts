import type { State } from '../state/state.ts';

/** Record of an app, in the store of the service. */
export interface AppRecord {
  readonly id: string;
  readonly [name: string]: unknown;
}

/** Records of an app, by kind. */
export type AppContents = Readonly<Record<string, readonly AppRecord[]>>;

/** Records of one app, by kind. */
export class AppRows {
  readonly #app: string;
  readonly #state: State;

  constructor(app: string, state: State) {
    this.#app = app;
    this.#state = state;
  }

  get nowMs(): number {
    return this.#state.clock.nowMs();
  }

  /** Writes the seed data of the app, once for each store. */
  prepare(seed: (rows: AppRows) => void): void {
    const { store } = this.#state;
    const note = `app ${this.#app} is seeded`;
    if (store.readNote(note) === undefined) {
      this.transact(() => {
        seed(this);
        store.writeNote(note, 'yes');
      });
    }
  }

  transact<T>(work: () => T): T {
    return this.#state.store.transact(() => ({ value: work(), keep: true })).result.value;
  }

  /** In order of creation. */
  list(kind: string): readonly AppRecord[] {
    return this.#table(kind)
      .list(this.#owner)
      .map(({ value }) => value)
      .sort((left, right) => left.order - right.order)
      .map(({ thing }) => thing);
  }

  read(kind: string, id: string): AppRecord | undefined {
    return this.#table(kind).read(id)?.thing;
  }

  /** Creates a record with the next id of its kind. */
  add(kind: string, prefix: string, data: Readonly<Record<string, unknown>>): AppRecord {
    const order = this.#state.store.countUp(`app ${this.#app} ${kind}`);
    const thing = { ...data, id: `${prefix}${order}` };
    this.#table(kind).write(thing.id, this.#owner, { order, thing });
    return thing;
  }

  /** Overwrites an existing record. */
  change(kind: string, thing: AppRecord): AppRecord {
    const row = this.#table(kind).read(thing.id);
    if (row === undefined) {
      throw new Error(`The app ${this.#app} has no ${kind} '${thing.id}'.`);
    }
    this.#table(kind).write(thing.id, this.#owner, { ...row, thing });
    return thing;
  }

  get #owner(): string {
    return `app ${this.#app}`;
  }

  #table(kind: string) {
    return this.#state.store.table<{ readonly order: number; readonly thing: AppRecord }>(
      `app ${this.#app} ${kind}`,
    );
  }
}
