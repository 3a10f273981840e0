import type { State } from '../state/state.ts';

/** What an app keeps: data with an id, in the store of the service. */
export interface AppThing {
  readonly id: string;
  readonly [name: string]: unknown;
}

/** The things of one app, by kind. */
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

  /** Puts down what the app holds at first, once for each store. */
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

  /** In the order in which they were made. */
  list(kind: string): readonly AppThing[] {
    return this.#shelf(kind)
      .list(this.#owner)
      .map(({ value }) => value)
      .sort((left, right) => left.order - right.order)
      .map(({ thing }) => thing);
  }

  read(kind: string, id: string): AppThing | undefined {
    return this.#shelf(kind).read(id)?.thing;
  }

  /** Makes a thing with the next id of its kind. */
  add(kind: string, prefix: string, data: Readonly<Record<string, unknown>>): AppThing {
    const order = this.#state.store.countUp(`app ${this.#app} ${kind}`);
    const thing = { ...data, id: `${prefix}${order}` };
    this.#shelf(kind).write(thing.id, this.#owner, { order, thing });
    return thing;
  }

  /** Writes over a thing that is there. */
  change(kind: string, thing: AppThing): AppThing {
    const row = this.#shelf(kind).read(thing.id);
    if (row === undefined) {
      throw new Error(`The app ${this.#app} has no ${kind} '${thing.id}'.`);
    }
    this.#shelf(kind).write(thing.id, this.#owner, { ...row, thing });
    return thing;
  }

  get #owner(): string {
    return `app ${this.#app}`;
  }

  #shelf(kind: string) {
    return this.#state.store.shelf<{ readonly order: number; readonly thing: AppThing }>(
      `app ${this.#app} ${kind}`,
    );
  }
}
