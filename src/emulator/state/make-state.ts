import { toHash } from '../../kit/hash.ts';
import type { OutboundClient } from '../http/outbound-client.ts';
import { listAccountIds } from '../resources/accounts/account-row.ts';
import { makeReleases, type Release } from '../resources/catalog/catalog.ts';
import { OfferedReleases, type PromotedRelease } from '../resources/catalog/offered-releases.ts';
import { isBindable, makeTemplates } from '../resources/templates/template.ts';
import { Agenda } from '../runs/agenda.ts';
import type { Choices } from '../world/choices.ts';
import { Clock } from '../world/clock.ts';
import type { World, WorldClient } from '../world/file/world.ts';
import { WorldError } from '../world/file/world-error.ts';
import { addRecordedAccounts } from './add-recorded-accounts.ts';
import { createSeedAccounts } from './create-seed-accounts.ts';
import type { RecordedAccount } from './recorded-account.ts';
import type { State } from './state.ts';
import { partner, type Store } from './store.ts';

const defaultSeed = 1;

export interface StateOptions {
  readonly world: World;
  readonly seed?: number | undefined;
  readonly frozenAtMs?: number | undefined;
  readonly choices: Choices;
  readonly outside: OutboundClient;
  readonly recorded?: readonly RecordedAccount[] | undefined;
}

/**
 * State of a service on a store. Seed and accounts are written once, into an empty store; catalog,
 * templates and clients always come from the world. Throws WorldError if a release in use is gone.
 */
export function makeState(store: Store, options: StateOptions): State {
  const { world, choices } = options;
  const storedSeed = store.readNote('seed');
  const seed =
    storedSeed === undefined ? (options.seed ?? world.seed ?? defaultSeed) : Number(storedSeed);
  const promoted = store.table<PromotedRelease>('release');
  const offered = new OfferedReleases(world, seed, promoted);
  const state: State = {
    seed,
    get world() {
      return offered.world;
    },
    choices,
    clock: new Clock(options.frozenAtMs, Number(store.readNote('advancedMs') ?? 0)),
    agenda: new Agenda(),
    store,
    outside: options.outside,
    clients: world.clients ?? [makeClient(seed)],
    get releases() {
      return offered.releases;
    },
    offered,
    promoted,
    // Pin the releases of template steps, so that promotions do not change them.
    templates: makeTemplates(world, makeReleases(world, seed, world), seed),
    templateRows: store.table('template'),
    tokens: store.table('token'),
    accounts: store.table('account'),
    installed: store.table('installed'),
    cycles: store.table('cycle'),
    steps: store.table('step'),
  };
  store.transact(() => {
    prepareStore(state, storedSeed === undefined, options.recorded ?? []);
    return { keep: true };
  });
  return state;
}

function prepareStore(state: State, isEmpty: boolean, recorded: readonly RecordedAccount[]): void {
  const digest = toHash(JSON.stringify(state.world.connectors ?? []));
  if (isEmpty) {
    state.store.writeNote('seed', String(state.seed));
    createSeedAccounts(state, state.world.accounts ?? []);
    addRecordedAccounts(state, recorded);
  } else if (state.store.readNote('catalogue') !== digest) {
    checkReleases(state, state.releases);
    checkSteps(state);
  }
  state.store.writeNote('catalogue', digest);
}

const putBack = 'Put it back, or start with an empty data folder.';

function checkReleases(state: State, releases: readonly Release[]): void {
  const known = new Set(releases.map((release) => release.id));
  const messages = listAccountIds(state).flatMap((accountId) =>
    state.installed
      .list(accountId)
      .filter(({ value }) => !known.has(value.connectorId))
      .map(
        ({ value }) =>
          `The connector of '${value.name}' in account '${accountId}' is no longer in the world.`,
      ),
  );
  checkNothingGone(messages);
}

function checkSteps(state: State): void {
  const messages = state.templateRows
    .list(partner)
    .flatMap(({ value }) =>
      value.releases
        .filter(({ template }) => !isBindable(template, state.releases))
        .map(
          ({ template }) => `A step of the template '${template.name}' is no longer in the world.`,
        ),
    );
  checkNothingGone(messages);
}

function checkNothingGone(messages: readonly string[]): void {
  if (messages.length === 0) return;
  throw new WorldError(
    [...new Set(messages)].map((message) => ({
      kind: 'rule',
      path: [],
      message,
      remedy: putBack,
      place: null,
    })),
  );
}

function makeClient(seed: number): WorldClient {
  return {
    clientId: 'emulator',
    clientSecret: `emulator-not-a-secret-${toHash(String(seed)).slice(0, 8)}`,
  };
}
