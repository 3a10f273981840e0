import { hashText } from '../kit/hash.ts';
import { makeReleases } from './catalogue/catalogue.ts';
import type { Choices } from './choices.ts';
import { Clock } from './clock.ts';
import { seedAccounts } from './seed-accounts.ts';
import type { State } from './state.ts';
import type { Store } from './store.ts';
import { makeTemplates } from './templates/template.ts';
import type { World, WorldClient } from './world/world.ts';

const defaultSeed = 1;

export interface StateOptions {
  readonly world: World;
  readonly seed?: number | undefined;
  readonly frozenAtMs?: number | undefined;
  readonly choices: Choices;
}

/**
 * The state of a service on a store. Catalogue, templates and clients are always those of the
 * world; its accounts are written into an empty store alone, later ones are the store's.
 */
export function makeState(store: Store, options: StateOptions): State {
  const seed = options.seed ?? options.world.seed ?? defaultSeed;
  const releases = makeReleases(options.world, seed);
  const state: State = {
    seed,
    world: options.world,
    choices: options.choices,
    clock: new Clock(options.frozenAtMs, Number(store.readNote('advancedMs') ?? 0)),
    store,
    clients: options.world.clients ?? [makeClient(seed)],
    releases,
    templates: makeTemplates(options.world, releases, seed),
    tokens: store.shelf('token'),
    accounts: store.shelf('account'),
    installed: store.shelf('installed'),
    cycles: store.shelf('cycle'),
    steps: store.shelf('step'),
  };
  store.transact(() => {
    if (store.readNote('seeded') === undefined) {
      seedAccounts(state, options.world.accounts ?? []);
      store.writeNote('seeded', 'true');
    }
    return { keep: true };
  });
  return state;
}

function makeClient(seed: number): WorldClient {
  return {
    clientId: 'emulator',
    clientSecret: `emulator-not-a-secret-${hashText(String(seed)).slice(0, 8)}`,
  };
}
