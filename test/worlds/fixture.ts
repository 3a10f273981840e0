import { expect } from 'vitest';
import { type Emulator, openEmulator } from '../../src/emulator/emulator.ts';
import type { Choices } from '../../src/emulator/world/choices.ts';
import type { World } from '../../src/emulator/world/file/world.ts';
import { selectAccounts } from '../../src/engine/index/select-accounts.ts';
import { checkPlanTotals } from '../../src/engine/policy/check-plan-totals.ts';
import type { Session } from '../../src/engine/run/journal/lock-account.ts';
import type { Run } from '../../src/engine/run/open-run.ts';
import { makePlan } from '../../src/engine/run/planning/make-plan.ts';
import { makePlanCounter } from '../../src/engine/run/planning/make-plan-counter.ts';
import { listPendingAccounts, runApply } from '../../src/engine/run/run-apply.ts';
import { runDrift } from '../../src/engine/run/run-drift.ts';
import type { RevertRequest } from '../../src/features/operations/revert/check-revert.ts';
import { withRevert } from '../../src/features/operations/revert/with-revert.ts';
import type { Undo } from '../../src/features/operations/undo/read-undo.ts';
import { withUndo } from '../../src/features/operations/undo/with-undo.ts';
import { parseSelection } from '../../src/model/manifest/parse-selection.ts';
import type { Environment, ServiceContract } from '../../src/model/manifest/project.ts';
import type { AccountOutcome } from '../../src/model/plan/outcome.ts';
import { type AccountPlan, noChoices } from '../../src/model/plan/plan.ts';
import type { StoreWriter } from '../../src/model/ports.ts';
import type { DriftAccount, PlannedAccount } from '../../src/model/report/report.ts';
import { openService, type Service } from '../../src/service/open-service.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import { registerSecret } from '../canaries/register.ts';
import { searchStore, searchValue } from '../canaries/search.ts';
import { quickstartWorldText } from '../emulator/support/worlds.ts';
import { HastyTimer, makeSecrets } from '../service/open-for-test.ts';
import { indexOnce } from '../support/index-once.ts';
import { closeAfterFile } from '../support/opened.ts';
import { noNotes, noPolicies } from './drift-parts.ts';
import { makeSession } from './make-session.ts';
import { PolicyRefusal } from './policy-refusal.ts';
import { makeClock, openFiles } from './test-ports.ts';
import { toAsync } from './to-async.ts';

/** Starting point of a test project. The world may be its YAML text; the quickstart's by default. */
export type FixtureOptions = {
  readonly world?: World | string;
  /** Manifests by path, cyclectl.yaml aside. */
  readonly manifests: Readonly<Record<string, string>>;
  /** Secrets by variable name. */
  readonly secrets?: Readonly<Record<string, string>>;
  readonly choices?: Partial<Choices>;
  /** Contract that the service serves; `full` by default. */
  readonly serves?: 'full' | 'documented';
  /** Contract that the client expects; `full` by default. */
  readonly contract?: ServiceContract;
  /** Ids of templates by name, as an environment names them. */
  readonly templates?: Readonly<Record<string, string>>;
  /** Where the store is; in memory by default. */
  readonly storeFile?: string;
  /** Opens a proxy before the service; returns its address. */
  readonly front?: (url: string) => Promise<string>;
};

/** Everything that the command line has, in one process: the client, the emulator, a real store. */
export type TestFixture = {
  readonly emulator: Emulator;
  /** To be changed by the test between runs. */
  readonly manifests: Map<string, string>;
  readonly secrets: Map<string, string>;
  readonly store: StoreWriter;
  /** Deletes all state, as if the store were lost. */
  loseStore(): void;
  requestCount(): number;
  listUnknownMembers(): readonly string[];
  /** Run context, for cases without a helper here. */
  open(options?: RunOptions): Promise<{ readonly run: Run; readonly environment: Environment }>;
  plan(options?: RunOptions): Promise<readonly PlannedAccount[]>;
  apply(options?: ApplyOptions): Promise<readonly AccountOutcome[]>;
  drift(options?: RunOptions): Promise<readonly DriftAccount[]>;
  /** Ends it before its test file does. */
  close(): Promise<void>;
};

export type RunOptions = {
  readonly select?: readonly string[];
  readonly rewrite?: boolean;
  /** Values to restore, instead of those of Git. */
  readonly undo?: Undo;
  /** The day in UTC; the one on which the service begins where it is left out. */
  readonly today?: string;
  /** Drift to revert, instead of all drift. */
  readonly revert?: RevertRequest;
};
export type ApplyOptions = RunOptions & {
  readonly allowDeletes?: number;
  readonly allowReplace?: boolean;
  readonly allowNewWebhookUrls?: boolean;
  /** A plan made before; a fresh one by default. */
  readonly planned?: readonly PlannedAccount[];
  readonly isStopping?: () => boolean;
  readonly session?: Partial<Session>;
  /** Called before each wait of the engine. */
  readonly beforeWait?: () => Promise<void>;
};

const start = '2026-12-01T05:00:00Z';
const project = `apiVersion: cyclectl/v1
kind: Project
metadata: {name: test}
spec:
  environments:
    local:
      service: {emulator: {world: world.yaml}}
      protect: {maxChangedPercent: 100}
`;

/** No list of a step comes in the order in which it is shown, so that nothing leans on that. */
export const shuffledMappings = { mappingOrder: 'shuffled' } as const satisfies Partial<Choices>;

/** Opens a service, a store and manifests of a test's own; they are closed after its file. */
export async function openFixture(options: FixtureOptions): Promise<TestFixture> {
  const emulator = await openEmulator({
    world: options.world ?? quickstartWorldText,
    frozenAt: start,
    choices: { ...shuffledMappings, ...options.choices },
    ...(options.serves === undefined ? {} : { contract: options.serves }),
  });
  const { url: service } = await emulator.listen();
  const url = (await options.front?.(service)) ?? service;
  const templates = JSON.stringify(options.templates ?? {});
  const manifests = new Map(
    Object.entries({
      'cyclectl.yaml': `${project}      templates: ${templates}\n`,
      ...options.manifests,
    }),
  );
  const secrets = new Map(Object.entries(options.secrets ?? {}));
  for (const [name, value] of secrets) registerSecret(name, value);
  const storeFile = options.storeFile ?? ':memory:';
  const { serves = 'full', contract = 'full' } = options;
  const fixture = new Fixture({ emulator, url, manifests, secrets, storeFile, serves, contract });
  closeAfterFile(() => fixture.close());
  return fixture;
}

class Fixture implements TestFixture {
  readonly emulator: Emulator;
  readonly manifests: Map<string, string>;
  readonly secrets: Map<string, string>;
  readonly #service: Service;
  #store: ReturnType<typeof openSqliteStore>;
  readonly #lost: ReturnType<typeof openSqliteStore>[] = [];
  #isClosed = false;

  constructor(parts: {
    emulator: Emulator;
    url: string;
    manifests: Map<string, string>;
    secrets: Map<string, string>;
    storeFile: string;
    serves: 'full' | 'documented';
    contract: ServiceContract;
  }) {
    this.#store = openSqliteStore({ file: parts.storeFile });
    this.emulator = parts.emulator;
    this.manifests = parts.manifests;
    this.secrets = parts.secrets;
    const { clientId, clientSecret } = this.emulator.credentials;
    this.#service = openService({
      target: {
        baseUrl: parts.url,
        authUrl: null,
        accountHeader: 'X-Service-Account',
        contract: parts.contract,
        // SPEC.txt says nothing of how a token is got.
        token:
          parts.serves === 'full'
            ? { kind: 'client', clientId, clientSecret: { env: 'CLIENT_SECRET' } }
            : { kind: 'token', accessToken: { env: 'ACCESS_TOKEN' } },
      },
      limits: { concurrency: 8, requestsPerSecond: 1e6, requestTimeoutMs: 10_000 },
      secrets: makeSecrets({
        CLIENT_SECRET: clientSecret,
        ACCESS_TOKEN: this.emulator.makeAccessToken(),
      }),
      environment: {},
      timer: new HastyTimer(),
    });
  }

  get store(): StoreWriter {
    return this.#store;
  }

  loseStore(): void {
    this.#lost.push(this.#store);
    this.#store = openSqliteStore({ file: ':memory:' });
  }

  requestCount(): number {
    return this.#service.requestCount();
  }

  listUnknownMembers(): readonly string[] {
    return this.#service.listUnknownMembers();
  }

  async plan(options: RunOptions = {}): Promise<readonly PlannedAccount[]> {
    return collect(makePlan((await this.open(options)).run));
  }

  async apply(options: ApplyOptions = {}): Promise<readonly AccountOutcome[]> {
    const { run, environment } = await this.open(options);
    const planned = options.planned ?? (await collect(makePlan(run)));
    const tally = makePlanCounter(0);
    for (const account of planned) tally.add(account);
    const checked = checkPlanTotals(tally.total(), environment.protect, {
      ...noChoices,
      allowDeletes: options.allowDeletes ?? null,
      allowReplace: options.allowReplace === true,
      allowNewWebhookUrls: options.allowNewWebhookUrls === true,
    });
    if ('refused' in checked) throw new PolicyRefusal(checked.refused);
    const ports = {
      ...run.context,
      writer: this.#service.writer,
      store: this.#store,
      clock: makeClock(this.emulator, options.beforeWait),
    };
    return collect(
      runApply(
        {
          ...run,
          ...noPolicies,
          approval: checked.approval,
          ports,
          caller: this.#service.caller,
          session: makeSession(options.session),
          id: 'run',
          drainTimeoutMs: environment.limits.drainTimeoutMs,
          isStopping: options.isStopping ?? (() => false),
        },
        listPendingAccounts(toAsync(planned)),
      ),
    );
  }

  async drift(options: RunOptions = {}): Promise<readonly DriftAccount[]> {
    return collect(runDrift((await this.open(options)).run, noNotes));
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.#service.close();
    await this.emulator.close();
    for (const store of [this.#store, ...this.#lost]) await searchStore(store);
    for (const store of [this.#store, ...this.#lost]) await store.close();
    expect(this.emulator.unmatchedCount(), 'requests that no route answered').toBe(0);
  }

  async open(options: RunOptions = {}): Promise<{ run: Run; environment: Environment }> {
    const files = openFiles(this.manifests);
    const { project: read, index } = await indexOnce(this.manifests);
    expect(index.diagnostics).not.toContainEqual(expect.objectContaining({ severity: 'error' }));
    const environment = read?.environments.get('local');
    if (read === null || environment === undefined) throw new Error('The test has no project.');
    const parsed = parseSelection(options.select ?? []);
    if ('diagnostics' in parsed)
      throw new Error('The test selects nothing that can be understood.');
    const run: Run = {
      context: {
        files,
        environment: environment.name,
        environments: read.environments,
        keys: new Set(index.accounts.map(({ key }) => key)),
        today: options.today ?? start.slice(0, 'YYYY-MM-DD'.length),
        secrets: makeSecrets(Object.fromEntries(this.secrets)),
        reader: this.#service.reader,
        store: this.#store,
        templates: environment.templates,
        rewrite: options.rewrite ?? false,
      },
      entries: selectAccounts(index.accounts, environment.name, parsed.selection).entries,
      named: null,
      width: 4,
    };
    const { undo, revert } = options;
    const chosen = undo === undefined ? run : withUndo(run, undo);
    return { run: revert === undefined ? chosen : withRevert(chosen, revert), environment };
  }
}

/** The plan of one account; fails where it has none. */
export function planOf(planned: readonly PlannedAccount[], account: string): AccountPlan {
  const found = planned.find(
    (item) => (item.kind === 'planned' ? item.plan.account : item.account) === account,
  );
  if (found?.kind === 'planned') return found.plan;
  throw new Error(
    `${account} was not planned: ${JSON.stringify(found?.diagnostics ?? 'no such account', null, 1)}`,
  );
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  return searchValue('what the pipeline gave', await Array.fromAsync(items));
}
