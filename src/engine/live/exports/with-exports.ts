import type { MappingSlot } from '../../../model/desired/mapping.ts';
import { type Answer, findStatus, isNotOffered } from '../../../model/diagnostic/api-failure.ts';
import type { ExportedCycle, ExportedStep } from '../../../model/live/exported-cycle.ts';
import type {
  LiveConnector,
  LiveCycle,
  LiveEdge,
  LiveMapping,
  LiveStep,
  LiveVariable,
  RemoteId,
} from '../../../model/live/live.ts';
import type { ServiceReader } from '../../../model/ports.ts';
import type { ExportTrust } from './export-trust.ts';
import { observeEdges, toLiveEdges } from './to-live-edges.ts';
import { observeMappings, toLiveMappings } from './to-live-mappings.ts';
import { observeSteps, toLiveSteps } from './to-live-steps.ts';
import { observeVariables, toLiveVariables } from './to-live-variables.ts';

/**
 * A reader of the account `key` that answers for parts of cycles from their exports, where each kind of
 * fact in them is proven. Reads all others, and learns from them.
 */
export function withExports(reader: ServiceReader, trust: ExportTrust, key: string): ServiceReader {
  const reads = new ExportedReads(reader, trust, key);
  return {
    ...reader,
    listConnectors: (account) => reads.listConnectors(account),
    listCycles: (account) => reads.listCycles(account),
    listSteps: (account, cycle) => reads.listSteps(account, cycle),
    listEdges: (account, cycle) => reads.listEdges(account, cycle),
    listVariables: (account, cycle) => reads.listVariables(account, cycle),
    listMappings: (account, step, slot) => reads.listMappings(account, step, { slot }),
    listPlainMappings: (account, step, slot) =>
      reads.listMappings(account, step, { slot, isPlain: true }),
  };
}

class ExportedReads {
  readonly #reader: ServiceReader;
  readonly #trust: ExportTrust;
  readonly #key: string;
  readonly #exports = new Map<RemoteId, Promise<ExportedCycle | null>>();
  readonly #steps = new Map<RemoteId, { readonly cycle: RemoteId; readonly step: ExportedStep }>();
  readonly #variables = new Map<RemoteId, Promise<Answer<readonly LiveVariable[]>>>();
  /** Cycles whose variables were answered from their export, under the names that people see. */
  readonly #isShown = new Set<RemoteId>();
  #connectors: readonly LiveConnector[] = [];
  #cycles: readonly LiveCycle[] = [];

  constructor(reader: ServiceReader, trust: ExportTrust, key: string) {
    this.#reader = reader;
    this.#trust = trust;
    this.#key = key;
  }

  async listConnectors(account: RemoteId): Promise<Answer<readonly LiveConnector[]>> {
    const answer = await this.#reader.listConnectors(account);
    if (answer.ok) this.#connectors = answer.value;
    return answer;
  }

  async listCycles(account: RemoteId): Promise<Answer<readonly LiveCycle[]>> {
    const answer = await this.#reader.listCycles(account);
    if (answer.ok) this.#cycles = answer.value;
    return answer;
  }

  async listSteps(account: RemoteId, cycle: RemoteId): Promise<Answer<readonly LiveStep[]>> {
    const exported = await this.#findExport(account, cycle);
    for (const step of exported?.steps ?? []) this.#steps.set(step.step.id, { cycle, step });
    return this.#answer(
      cycle,
      () => exported && toLiveSteps(this.#trust, exported, this.#connectors),
      async () => {
        const answer = await this.#reader.listSteps(account, cycle);
        const at = { connectors: this.#connectors, origin: this.#findOrigin(cycle) };
        if (answer.ok && exported !== null)
          observeSteps(this.#trust, exported, { live: answer.value, ...at });
        return answer;
      },
    );
  }

  async listEdges(account: RemoteId, cycle: RemoteId): Promise<Answer<readonly LiveEdge[]>> {
    const exported = await this.#findExport(account, cycle);
    return this.#answer(
      cycle,
      () => exported && toLiveEdges(this.#trust, exported),
      async () => {
        const answer = await this.#reader.listEdges(account, cycle);
        if (answer.ok && exported !== null) observeEdges(this.#trust, exported, answer.value);
        return answer;
      },
    );
  }

  async listVariables(
    account: RemoteId,
    cycle: RemoteId,
  ): Promise<Answer<readonly LiveVariable[]>> {
    const exported = await this.#findExport(account, cycle);
    const origin = this.#findOrigin(cycle);
    return this.#answer(
      cycle,
      () => {
        const proven = exported && toLiveVariables(this.#trust, exported);
        if (proven !== null) this.#isShown.add(cycle);
        return proven;
      },
      async () => {
        const answer = await this.#readVariables(account, cycle);
        if (answer.ok && exported !== null)
          observeVariables(this.#trust, exported, { live: answer.value, origin });
        return answer;
      },
    );
  }

  async listMappings(
    account: RemoteId,
    id: RemoteId,
    { slot, isPlain = false }: { readonly slot: MappingSlot; readonly isPlain?: boolean },
  ): Promise<Answer<readonly LiveMapping[]>> {
    const found = this.#steps.get(id);
    if (found === undefined) return this.#reader.listMappings(account, id, slot);
    const { cycle, step } = found;
    const exported = await this.#findExport(account, cycle);
    const origin = this.#findOrigin(cycle);
    const at = exported === null ? null : { exported, step, slot, origin };
    return this.#answer(
      cycle,
      () => at && toLiveMappings(this.#trust, at, isPlain),
      async () => {
        const answer = await this.#reader.listMappings(account, id, slot);
        const isShown = this.#isShown.has(cycle);
        if (!answer.ok || (at === null && !isShown)) return answer;
        const named = await this.#nameVariables(account, cycle, answer.value);
        if (!named.ok) return isNotOffered(named) ? answer : named;
        if (at !== null) observeMappings(this.#trust, at, named.value);
        return isShown ? named : answer;
      },
    );
  }

  // An export has the names that people see, and a mapping the names of the system.
  async #nameVariables(
    account: RemoteId,
    cycle: RemoteId,
    mappings: readonly LiveMapping[],
  ): Promise<Answer<readonly LiveMapping[]>> {
    if (!mappings.some(isOfVariable)) return { ok: true, value: mappings };
    const variables = await this.#readVariables(account, cycle);
    if (!variables.ok) return variables;
    const names = new Map(
      variables.value.map(({ systemName, displayName }) => [systemName, displayName]),
    );
    const value = mappings.map((mapping) =>
      isOfVariable(mapping)
        ? { ...mapping, value: names.get(mapping.value ?? '') ?? mapping.value }
        : mapping,
    );
    return { ok: true, value };
  }

  // Sends no request for a proven part.
  async #answer<T>(
    cycle: RemoteId,
    find: () => T | null,
    read: () => Promise<Answer<T>>,
  ): Promise<Answer<T>> {
    const proven = this.#trust.isAudited(cycle) ? null : this.#trust.answer(this.#key, find);
    return proven === null ? read() : { ok: true, value: proven };
  }

  #readVariables(account: RemoteId, cycle: RemoteId): Promise<Answer<readonly LiveVariable[]>> {
    const known = this.#variables.get(cycle) ?? this.#reader.listVariables(account, cycle);
    this.#variables.set(cycle, known);
    return known;
  }

  #findExport(account: RemoteId, cycle: RemoteId): Promise<ExportedCycle | null> {
    if (this.#trust.whyOff !== null) return Promise.resolve(null);
    const known = this.#exports.get(cycle) ?? this.#readExport(account, cycle);
    this.#exports.set(cycle, known);
    return known;
  }

  // A failure leaves this cycle to its parts, and others to their exports until some fail in a row.
  async #readExport(account: RemoteId, cycle: RemoteId): Promise<ExportedCycle | null> {
    const answer = await this.#reader.readExportedCycle(account, cycle);
    const found = answer.ok ? answer.value : null;
    if (found === null) this.#trust.recordFailure(formatReason(answer));
    else this.#trust.recordRead();
    return found;
  }

  // The template of a cycle, so that its values can be compared with those of others.
  #findOrigin(id: RemoteId): string {
    const cycle = this.#cycles.find((each) => each.id === id);
    return cycle?.templateId ?? cycle?.name ?? id;
  }
}

function isOfVariable({ type }: LiveMapping): boolean {
  return type === 'Variable';
}

function formatReason(answer: Answer<unknown>): string {
  if (answer.ok) return 'exports of cycles are larger than 256 KiB';
  const { failure } = answer;
  if (failure.kind === 'unexpected-shape')
    return `exports of cycles cannot be read: ${failure.message}`;
  if (failure.kind === 'not-offered') return 'the service does not export cycles';
  const status = findStatus(failure);
  // A lost answer, or a connection that was closed, says nothing of the service.
  if (status === null) return 'exports of cycles got no answer';
  const refuses = failure.kind !== 'unavailable' && failure.kind !== 'rate-limited';
  return refuses
    ? `the service does not export cycles (${status})`
    : `exports of cycles failed (${status})`;
}
