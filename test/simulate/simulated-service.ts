import { type Emulator, openEmulator } from '../../src/emulator/emulator.ts';
import type { Choices } from '../../src/emulator/world/choices.ts';
import type { World } from '../../src/emulator/world/file/world.ts';
import type { WrittenAccount } from '../../src/model/manifest/manifest.generated.ts';
import type { ServiceContract } from '../../src/model/manifest/project.ts';
import type { Files, StoreWriter } from '../../src/model/ports.ts';
import type { Holder } from '../../src/model/state/lock.ts';
import { openService, type Service } from '../../src/service/open-service.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import { HastyTimer, makeSecrets } from '../service/open-for-test.ts';
import { type DumpedAccount, findDumped } from '../worlds/console/dumped.ts';
import { shuffledMappings } from '../worlds/fixture.ts';
import { formatManifestText } from '../worlds/generate/format-manifest-text.ts';

const start = '2026-12-01T05:00:00Z';
const startMs = Date.parse(start);
const project = `apiVersion: cyclectl/v1
kind: Project
metadata: {name: test}
spec:
  environments:
    local:
      service: {emulator: {world: world.yaml}}
      protect: {maxChangedPercent: 100}
`;

type Store = StoreWriter & { close(): Promise<void> };

/** A service over HTTP, and what all programs that work on it share: manifests, secrets, a store, clocks. */
export class SimulatedService {
  readonly emulator: Emulator;
  /** How it is where no source says. */
  readonly choices: Partial<Choices>;
  readonly service: Service;
  readonly secrets = new Map<string, string>();
  /** Id of the key that makes fingerprints. */
  keyId = 'test';
  /** Day of all runs, in UTC. */
  readonly today = start.slice(0, 'YYYY-MM-DD'.length);
  /** Ids of templates by name, as an environment names them for a service that lists none. */
  readonly templates: ReadonlyMap<string, string>;
  /** Holders whose process is known to be gone. */
  readonly gone = new Set<string>();
  /** Holders that are at work, by id. */
  readonly beating = new Map<string, Holder>();
  /** Every value that a secret ever had. */
  readonly canaries = new Set<string>();
  readonly #former = new Set<string>();
  /** Cells of the tables of outcomes and run states that its programs have met. */
  readonly cells = new Set<string>();
  /** How far the clocks are off, in milliseconds, and how far that of the store was ever ahead. */
  readonly skewMs = { machine: 0, store: 0, highest: 0 };
  /** Programs so far, by which each has a number of its own. */
  programs = 0;
  readonly #texts = new Map<string, string>();
  readonly #manifests = new Map<string, WrittenAccount>();
  /** Ids by the name of an account, also of those whose row is gone. */
  readonly #ids = new Map<string, string>();
  readonly #stores: Store[] = [];

  constructor(
    emulator: Emulator,
    {
      url,
      choices,
      contract,
    }: {
      readonly url: string;
      readonly choices: Partial<Choices>;
      readonly contract: ServiceContract;
    },
  ) {
    this.emulator = emulator;
    this.choices = choices;
    const { templates } = emulator.control.dump();
    this.templates = new Map(templates.map(({ name, id }) => [name, id]));
    const { clientId, clientSecret } = emulator.credentials;
    this.service = openService({
      target: {
        baseUrl: url,
        authUrl: null,
        accountHeader: 'X-Service-Account',
        contract,
        token: { kind: 'client', clientId, clientSecret: { env: 'CLIENT_SECRET' } },
      },
      // One after the other, so that the nth request is the same each time.
      limits: { concurrency: 1, requestsPerSecond: 1e6, requestTimeoutMs: 10_000 },
      secrets: makeSecrets({ CLIENT_SECRET: clientSecret }),
      environment: {},
      timer: new HastyTimer(),
    });
    this.#texts.set('cyclectl.yaml', project);
    this.loseStore();
  }

  get store(): StoreWriter {
    const store = this.#stores.at(-1);
    if (store === undefined) throw new Error('The office has no store');
    return store;
  }

  /** True if a store was lost at any time. */
  get wasLost(): boolean {
    return this.#stores.length > 1;
  }

  loseStore(): void {
    const now = () => Date.parse(this.emulator.control.advance('0s')) + this.skewMs.store;
    this.#stores.push(openSqliteStore({ file: ':memory:', now }));
  }

  /** Time of a program on this machine, ISO UTC. */
  now(): string {
    const ms = Date.parse(this.emulator.control.advance('0s')) + this.skewMs.machine;
    return new Date(Math.max(ms, startMs - 86_400_000)).toISOString();
  }

  /** Time of the service (ISO UTC), as src/service/http/service-clock.ts knows it by whole seconds. */
  serviceTime(): string {
    const nowMs = Date.parse(this.emulator.control.advance('0s'));
    return new Date((Math.floor(nowMs / 1000) + 1) * 1000).toISOString();
  }

  /** Time goes on; who is at work says so as often as every process does. */
  async wait(ms: number): Promise<void> {
    this.emulator.control.advance(`${Math.max(1, Math.ceil(ms))}ms`);
    for (const holder of this.beating.values()) await this.store.heartbeat(holder);
  }

  /** Manifests by the key of their account. */
  get manifests(): ReadonlyMap<string, WrittenAccount> {
    return this.#manifests;
  }

  write(manifest: WrittenAccount): void {
    const { name } = manifest.metadata;
    this.#keep(manifest);
    this.#texts.set(`accounts/${name}.yaml`, formatManifestText(manifest));
  }

  /** Writes the files of a fleet, and which accounts its rows come to; rows of before that are none now are gone. */
  writeFleet(
    texts: Readonly<Record<string, string>>,
    rows: ReadonlyMap<string, WrittenAccount | null>,
  ): void {
    for (const [path, text] of Object.entries(texts)) this.#texts.set(path, text);
    for (const [name, manifest] of rows)
      if (manifest === null) this.#manifests.delete(name);
      else this.#keep(manifest);
  }

  #keep(manifest: WrittenAccount): void {
    const { name } = manifest.metadata;
    this.#manifests.set(name, manifest);
    this.#ids.set(name, manifest.spec.id ?? '');
  }

  setSecret(name: string, value: string): void {
    this.secrets.set(name, value);
    if (!this.#former.has(value)) this.canaries.add(value);
  }

  /** A text was a secret once, and nothing that is left knows it. */
  forgetSecret(value: string): void {
    this.canaries.delete(value);
    this.#former.add(value);
  }

  get files(): Files {
    const texts = this.#texts;
    return {
      read: async (path) => {
        const text = texts.get(path);
        return text === undefined ? { ok: false, problem: 'missing' } : { ok: true, text };
      },
      listPassedOver: async () => [],
      listYaml: async (folder) =>
        [...texts.keys()]
          .filter((path) => path.startsWith(`${folder}/`) && path.endsWith('.yaml'))
          .sort(),
    };
  }

  dump(): readonly DumpedAccount[] {
    return this.emulator.control.dump().accounts;
  }

  find(key: string): DumpedAccount | null {
    return findDumped(this.emulator, this.#ids.get(key) ?? '');
  }

  async close(): Promise<void> {
    await this.service.close();
    await this.emulator.close();
    for (const store of this.#stores) await store.close();
  }
}

/** Opens an office with nothing in it; who opens it closes it. */
export async function openSimulatedService(
  world: World | string,
  choices: Partial<Choices>,
  contract: ServiceContract = 'full',
): Promise<SimulatedService> {
  const emulator = await openEmulator({
    world,
    choices: { ...shuffledMappings, ...choices },
    frozenAt: start,
  });
  const { url } = await emulator.listen();
  return new SimulatedService(emulator, { url, choices, contract });
}
