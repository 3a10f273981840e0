import type { ServiceReader, ServiceWriter } from '../../../model/ports.ts';
import { type CachedMethod, openReadCache, type ReadScope } from '../../observe/with-read-cache.ts';

/** Reads and writes of one account during its apply. */
export type ReadBack = { readonly reader: ServiceReader; readonly writer: ServiceWriter };

type Changes = {
  readonly [K in keyof ServiceWriter]: (
    ...args: Parameters<ServiceWriter[K]>
  ) => readonly ReadScope[];
};

// These have something of all that a cycle has.
const summaries: ReadScope = { methods: ['exportCycle', 'listPrerequisites'] };
const cycleLists: readonly CachedMethod[] = ['listCycles', 'readCycle'];

const all = (): readonly ReadScope[] => [{}];
const lists = (): readonly ReadScope[] => [summaries, { methods: cycleLists }];

/** For each write the reads that it may change. */
const changes: Changes = {
  createAccount: all,
  updateAccount: all,
  deleteAccount: all,
  installConnector: all,
  updateConnector: all,
  createProperty: all,
  updateProperty: all,
  createCategory: all,
  deleteConnector: all,
  installTemplate: lists,
  importCycle: lists,
  importTemplate: () => [],
  updateCycle: lists,
  deleteCycle: all,
  activateCycle: lists,
  // It waits until the cycle is drained, and others may rebuild it meanwhile.
  deactivateCycle: (_, cycle) => [
    ...lists(),
    { methods: ['listSteps', 'listVariables'], objects: [cycle] },
  ],
  // Later steps are offered other sources by it.
  bindStep: ({ cycle }, step) => [
    summaries,
    { objects: [cycle, step] },
    { methods: ['listSources'] },
  ],
  writeVariables: ({ cycle }) => [summaries, { methods: ['listVariables'], objects: [cycle] }],
  writeMapping: ({ step }) => [summaries, { methods: ['listMappings'], objects: [step] }],
};

/**
 * Makes a reader that keeps each answer until a write through the writer may have changed it, so that
 * what was read back after its last write is not asked again (decision 35).
 */
export function openReadBack({ reader, writer }: ReadBack): ReadBack {
  const cache = openReadCache(reader);
  const watch = <K extends keyof ServiceWriter>(method: K): ServiceWriter[K] => {
    type Args = Parameters<ServiceWriter[K]>;
    const send = writer[method] as (...args: Args) => Promise<unknown>;
    const toScopes = changes[method] as (...args: Args) => readonly ReadScope[];
    const watched = async (...args: Args): Promise<unknown> => {
      try {
        return await send.apply(writer, args);
      } finally {
        // Its outcome does not matter: an unknown one may have changed it too.
        for (const scope of toScopes(...args)) cache.forget(scope);
      }
    };
    return watched as ServiceWriter[K];
  };
  const methods = Object.keys(changes) as (keyof ServiceWriter)[];
  const watching = Object.fromEntries(methods.map((method) => [method, watch(method)]));
  return { reader: cache.reader, writer: watching as unknown as ServiceWriter };
}
