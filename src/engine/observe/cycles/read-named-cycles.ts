import { type Address, toFieldPath } from '../../../model/address.ts';
import type { CyclePair, CycleSource, DesiredCyclePair } from '../../../model/desired/bound.ts';
import { toFileTemplate } from '../../../model/desired/cycle-file/cycle-file.ts';
import { listOwnSettings } from '../../../model/desired/cycle-file/own-settings.ts';
import type { DesiredAccount } from '../../../model/desired/desired.ts';
import {
  type Answer,
  type ApiFailure,
  formatFailure,
  isMissing,
  isNotOffered,
} from '../../../model/diagnostic/api-failure.ts';
import { type Refusal, reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { LiveAccount, NamedParts } from '../../../model/live/live.ts';
import type { Catalog, CycleDetails, Structures } from '../../../model/live/reading.ts';
import { isBaselineDue } from '../../../model/observed/is-baseline-due.ts';
import type { ServiceReader } from '../../../model/ports.ts';
import { type ObjectRecord, toEffectiveRun } from '../../../model/state/account-state.ts';
import { type BindingContext, isLeftUnbound } from '../../bind/is-left-unbound.ts';
import { reportUnfilled } from '../../bind/report-unfilled.ts';
import { resolveCycleNames } from '../../bind/resolve-cycle-names.ts';
import { listLabels, withStepLabels } from '../../bind/with-step-labels.ts';
import type { CycleEntry } from '../../diff/diff-cycles.ts';
import { readCycle } from '../../live/read-cycle.ts';
import { hasWebhookStart, observeRun } from '../../running/observe-run.ts';
import type { WholeCycles } from '../run-context.ts';
import { readFileTemplate, readImport } from './read-import.ts';
import { readStructure } from './read-structure.ts';

/**
 * Reads the managed parts of each desired cycle and resolves their names to ids of the live cycle,
 * or of its template if there is none.
 */
export async function readNamedCycles(
  reader: ServiceReader,
  asked: {
    readonly desired: DesiredAccount;
    readonly account: LiveAccount | null;
    readonly pairs: readonly CyclePair[];
    readonly catalog: Catalog;
    readonly predecessors: ReadonlyMap<Address, unknown>;
    /** Structures that were read already. */
    readonly structures: Structures;
    readonly binding: BindingContext;
    readonly wholeCycles?: WholeCycles;
    /** Refusals of a cycle before its names are resolved, by address. */
    readonly refusals: ReadonlyMap<Address, readonly Refusal[]>;
  },
): Promise<Answer<readonly CycleEntry[]>> {
  const connectors =
    asked.desired.connectors.kind === 'set' ? asked.desired.connectors.value : new Map();
  const wanted = asked.pairs.filter((pair) => pair.kind !== 'live-only');
  const answers = await Promise.all(
    wanted.map(async (pair) => {
      const isUnbound = isLeftUnbound(pair, asked.binding);
      const read = await readNames(reader, { ...asked, pair, isUnbound });
      return { pair, isUnbound, read };
    }),
  );
  const entries: CycleEntry[] = [];
  for (const { pair, isUnbound, read } of answers) {
    if (!read.ok) return read;
    const { reading, template, unread } = read.value;
    const labelled = labelApplied(pair, reading);
    const named = resolveCycleNames(pair.desired, {
      instance: reading?.shape ?? null,
      template,
      connectors,
      isUnbound,
      isReplacing: asked.predecessors.has(pair.desired.desired.address),
      releases: asked.catalog.releases,
      ...(labelled.kind === 'both' && labelled.record !== null
        ? { applied: listLabels(labelled.record) }
        : {}),
    });
    const refusals = [
      ...(asked.refusals.get(pair.desired.desired.address) ?? []),
      ...named.refusals,
      ...(unread === undefined ? [] : [reportUnread(pair, unread)]),
      ...(await checkImport(asked.catalog, pair)),
      ...(pair.kind !== 'both'
        ? reportUnfilled(named, {
            desired: asked.desired,
            liveConnectors: asked.binding.liveConnectors,
          })
        : []),
    ];
    const runState = observeRun({
      ...(labelled.kind === 'both' ? labelled : { live: null, record: null }),
      pause: asked.binding.state.pauses.get(named.bound.desired.address) ?? null,
      startsByWebhook: hasWebhookStart(named, labelled.kind === 'both' ? labelled.live : null),
    });
    entries.push({ pair: labelled, named: { ...named, refusals }, reading, runState });
  }
  return { ok: true, value: entries };
}

function labelApplied(pair: CycleEntry['pair'], reading: CycleDetails | null): CycleEntry['pair'] {
  if (pair.kind !== 'both' || pair.record === null || reading === null) return pair;
  const { desired, record } = pair;
  return { ...pair, record: withStepLabels(record, desired.desired, reading.shape) };
}

// Reports missing parts for a file before anything is created. If methods cannot be read now, apply
// reads them again and reports the failure.
async function checkImport(catalog: Catalog, pair: DesiredCyclePair): Promise<readonly Refusal[]> {
  const { source, desired } = pair.desired;
  if (pair.kind === 'both' || source.kind !== 'file') return [];
  const { name, loaded } = source;
  const request = { account: '', name, tag: null, loaded, connectors: new Map() };
  const prepared = await readImport(catalog, request);
  if (!prepared.ok || prepared.value.kind !== 'lacking') return [];
  return prepared.value.diagnostics.map((each) => ({ ...each, address: desired.address }));
}

type Names = {
  readonly reading: CycleDetails | null;
  readonly template: NamedParts | null;
  /** Reason why the origin could not be read. */
  readonly unread?: ApiFailure;
};

// The export of the template has the names of a new cycle, and the steps of each slot.
async function readNames(
  reader: ServiceReader,
  asked: {
    readonly account: LiveAccount | null;
    readonly pair: DesiredCyclePair;
    readonly catalog: Catalog;
    readonly structures: Structures;
    readonly isUnbound: boolean;
    readonly wholeCycles?: WholeCycles;
  },
): Promise<Answer<Names>> {
  const { account, pair, catalog } = asked;
  const { desired, source } = pair.desired;
  if (pair.kind !== 'both' || account === null) {
    if (source.kind === 'file') {
      const template = await readFileTemplate(catalog, source.loaded);
      return { ok: true, value: { reading: null, template } };
    }
    const shape = await readSource(catalog, source);
    return shape.ok
      ? { ok: true, value: { reading: null, template: shape.value } }
      : { ok: true, value: { reading: null, template: null, unread: shape.failure } };
  }
  // Its connectors are still to be bound.
  const wholeCycles = asked.isUnbound ? undefined : asked.wholeCycles;
  const reading = await readMatched(reader, { account, pair, wholeCycles });
  if (!reading.ok) return reading;
  const read = await addStructure(reader, {
    account,
    pair,
    reading: reading.value,
    structures: asked.structures,
  });
  if (!read.ok) return read;
  if (desired.slots.size === 0 && !asked.isUnbound)
    return { ok: true, value: { reading: read.value, template: null } };
  const shape = await readSource(catalog, source);
  return shape.ok ? { ok: true, value: { reading: read.value, template: shape.value } } : shape;
}

// Where a manifest's own parts are read, the rest of the cycle stops neither a plan nor an apply.
async function readMatched(
  reader: ServiceReader,
  {
    account,
    pair,
    wholeCycles,
  }: {
    readonly account: LiveAccount;
    readonly pair: Extract<DesiredCyclePair, { readonly kind: 'both' }>;
    readonly wholeCycles: WholeCycles | undefined;
  },
): Promise<Answer<CycleDetails>> {
  const read = (isWhole: boolean) =>
    readCycle(
      reader,
      { account: account.id, cycle: pair.live.id },
      {
        desired: pair.desired.desired,
        isRunning: pair.live.status === 'Active',
        isScheduleKnown:
          pair.live.schedule !== null || toEffectiveRun(pair.record?.run ?? null) !== null,
        isWhole,
      },
    );
  const isWhole = isReadWhole(wholeCycles, pair);
  const reading = await read(isWhole);
  if (reading.ok || !isWhole || wholeCycles === 'all') return reading;
  const managed = await read(false);
  if (!managed.ok) return managed;
  return { ok: true, value: { ...managed.value, restUnread: reading.failure } };
}

function isReadWhole(
  wholeCycles: WholeCycles | undefined,
  pair: Extract<CyclePair, { readonly kind: 'both' }>,
): boolean {
  const { desired } = pair.desired;
  if (wholeCycles === undefined || wholeCycles === 'all') return wholeCycles === 'all';
  const { due, written } = wholeCycles;
  return written.has(desired.address) || (due && isBaselineDue(desired, pair.record));
}

function hasAppliedFile(
  record: ObjectRecord | null,
  { structure }: Extract<CycleSource, { readonly kind: 'file' }>,
): boolean {
  const applied = record?.applied[toFieldPath('from', 'file')];
  return applied?.kind === 'plain' && applied.value === structure;
}

// Only a plan creates from the origin; a live cycle is compared without it.
function reportUnread(
  { desired: { desired, source } }: DesiredCyclePair,
  failure: ApiFailure,
): Refusal {
  return reportError('template-unread', {
    summary: `Cannot read the template "${source.name}": ${formatFailure(failure)}`,
    at: desired.origin.at,
    address: desired.address,
    remedy: 'Nothing in this account will be changed; run the command again.',
  });
}

// Null without an export: apply then checks names after the install, and a live cycle has its own.
async function readSource(
  catalog: Catalog,
  source: CycleSource,
): Promise<Answer<NamedParts | null>> {
  switch (source.kind) {
    case 'file':
      return { ok: true, value: toFileTemplate(source.loaded.file) };
    case 'no-template':
      return { ok: true, value: null };
    case 'template': {
      const shape = await catalog.readTemplateShape(source.id);
      return !shape.ok && isMissing(shape.failure) ? { ok: true, value: null } : shape;
    }
  }
}

// Fields of a file are compared one by one. The structure is equal while the file is the applied
// one; otherwise, and without state, the live cycle is read.
async function addStructure(
  reader: ServiceReader,
  {
    account,
    pair,
    reading,
    structures,
  }: {
    readonly account: LiveAccount;
    readonly pair: Extract<CyclePair, { readonly kind: 'both' }>;
    readonly reading: CycleDetails;
    readonly structures: Structures;
  },
): Promise<Answer<CycleDetails>> {
  const { source } = pair.desired;
  if (source.kind !== 'file') return { ok: true, value: reading };
  if (hasAppliedFile(pair.record, source)) return { ok: true, value: reading };
  const known = structures.get(pair.live.id);
  if (known !== undefined) return { ok: true, value: { ...reading, structure: known } };
  const structure = await readStructure(reader, {
    account: account.id,
    cycle: pair.live.id,
    file: source.loaded.file,
    ownSettings: listOwnSettings(pair.desired.desired.fields),
  });
  // No record has another file, so that nothing but the digest of the structure is missing.
  if (isNotOffered(structure)) return { ok: true, value: reading };
  return structure.ok ? { ok: true, value: { ...reading, structure: structure.value } } : structure;
}
