import { createOnce } from '../../../engine/apply/journal/create-once.ts';
import { openCatalog } from '../../../engine/live/open-catalog.ts';
import { readImport } from '../../../engine/observe/cycles/read-import.ts';
import {
  lockAccount,
  reportAccountLocked,
  type Session,
  withFence,
} from '../../../engine/run/journal/lock-account.ts';
import type { JsonObject } from '../../../kit/json/json.ts';
import { templatesKey, toTemplateAddress } from '../../../model/address.ts';
import type { LoadedCycleFile } from '../../../model/desired/cycle-file/cycle-file.ts';
import { type Answer, formatFailure, isNotOffered } from '../../../model/diagnostic/api-failure.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type { RemoteId, TemplateItem } from '../../../model/live/live.ts';
import type {
  Clock,
  ServiceReader,
  ServiceWriter,
  StoreReader,
  StoreWriter,
} from '../../../model/ports.ts';
import type { CreateIntent } from '../../../model/state/account-state.ts';
import type { RunEnd, RunRecord } from '../../../model/state/run.ts';
import type { TemplateCatalog } from './export-template.ts';

/** Result of an import as a template. */
export type TemplateOutcome =
  /** Nothing was sent. */
  | { readonly kind: 'refused'; readonly diagnostics: readonly Diagnostic[] }
  /** Nothing was created: the service rejected it. */
  | { readonly kind: 'failed'; readonly diagnostics: readonly Diagnostic[] }
  /** It may have been created. */
  | { readonly kind: 'unknown'; readonly diagnostics: readonly Diagnostic[] }
  | TemplateMade;

export type TemplateMade = {
  readonly kind: 'made';
  /** Null when neither the response nor the list shows it. */
  readonly id: RemoteId | null;
  /** True when an earlier import with an unknown result created it. */
  readonly isEarlier: boolean;
};

/** Template to create from a cycle file. */
export type TemplateRequest = {
  readonly name: string;
  readonly loaded: LoadedCycleFile;
  /** Confirms that an earlier import with an unknown result created nothing. */
  readonly sendAgain: boolean;
};

/** State before an import. */
export type TemplateObservation =
  | { readonly kind: 'refused'; readonly diagnostics: readonly Diagnostic[] }
  /** An earlier import with an unknown result created it. */
  | { readonly kind: 'made'; readonly id: RemoteId }
  /** The name is free; `raw` is the request. */
  | { readonly kind: 'free'; readonly raw: JsonObject; readonly idsBefore: readonly RemoteId[] };

/** Looks up a name in the service and unfinished imports of it in state. Sends nothing. */
export async function observeBeforeImport(
  place: TemplateCatalog & { readonly store: StoreReader },
  request: TemplateRequest,
): Promise<TemplateObservation> {
  const catalog = await openCatalog(place.reader, place.templates)(null);
  if (!catalog.ok) return refuse({ code: 'unread', summary: formatUnread(catalog.failure) });
  const { name, loaded } = request;
  const { templates } = catalog.value;
  const state = await place.store.readState(templatesKey);
  const earlier = state.creates.get(toTemplateAddress(name)) ?? null;
  const named = templates.filter((template) => template.name === name);
  if (earlier !== null && !request.sendAgain) return classifyEarlier(earlier, named, name);
  if (named.length > 0) {
    const summary = `The service has a template ${JSON.stringify(name)} already: ${listIds(named)}`;
    return refuse({ code: 'template-exists', summary });
  }
  const prepared = await readImport(catalog.value, {
    name,
    loaded,
    tag: null,
    connectors: new Map(),
  });
  if (!prepared.ok) return refuse({ code: 'unread', summary: formatUnread(prepared.failure) });
  if (prepared.value.kind === 'lacking') {
    return { kind: 'refused', diagnostics: prepared.value.diagnostics };
  }
  return { kind: 'free', raw: prepared.value.raw, idsBefore: templates.map(({ id }) => id) };
}

// Never sends again on its own, because the template may appear late and no list has drafts.
function classifyEarlier(
  { idsBefore, begunAt, madeId }: CreateIntent,
  named: readonly TemplateItem[],
  name: string,
): TemplateObservation {
  const made = named.filter(({ id }) => !idsBefore.includes(id));
  const [only] = made;
  if (only !== undefined && made.length === 1) return { kind: 'made', id: only.id };
  if (madeId !== undefined && only === undefined) {
    const summary = `An earlier import, started ${begunAt}, created the template ${JSON.stringify(name)} (${madeId}), which is not listed`;
    const remedy = 'Publish it in the console. Only --send-again creates another one.';
    return refuse({ code: 'template-exists', summary, remedy });
  }
  const found =
    only === undefined
      ? 'and no template of that name is listed'
      : `and several of that name are listed since: ${listIds(made)}`;
  const summary = `The import of the template ${JSON.stringify(name)} started ${begunAt} has an unknown result, ${found}`;
  const several = 'Keep one of them in the console, and run the command again.';
  return refuse({
    code: 'template-import-open',
    summary,
    ...(only === undefined ? {} : { remedy: several }),
  });
}

export type ImportRun = {
  readonly ports: TemplateCatalog & {
    readonly reader: ServiceReader;
    readonly writer: ServiceWriter;
    readonly store: StoreWriter;
    readonly clock: Clock;
  };
  readonly session: Session;
  readonly record: RunRecord;
  readonly environment: string;
};

/**
 * Creates a template with one request, under the lock of templates. Lists templates first and
 * records them durably; after a lost response it looks again and never resends.
 */
export async function importTemplate(
  run: ImportRun,
  request: TemplateRequest,
): Promise<TemplateOutcome> {
  const { ports, session, environment } = run;
  const lock = await lockAccount(ports, session, templatesKey);
  if (lock.kind === 'held') {
    const then = 'Wait until that run ends, and run the command again.';
    return { kind: 'refused', diagnostics: [reportAccountLocked(lock.by, environment, then)] };
  }
  const locked = { ...run, ports: { ...ports, store: withFence(ports.store, lock.fence) } };
  try {
    const observation = await observeBeforeImport(locked.ports, request);
    if (observation.kind === 'refused') return observation;
    await locked.ports.store.saveRun(run.record);
    const outcome =
      observation.kind === 'made'
        ? await recordMade(locked, request, observation.id)
        : await send(locked, request, observation);
    await endRun(locked, outcome);
    return outcome;
  } finally {
    await ports.store.releaseLock(templatesKey, lock.fence);
  }
}

async function send(
  { ports }: ImportRun,
  { name }: TemplateRequest,
  { raw, idsBefore }: Extract<TemplateObservation, { readonly kind: 'free' }>,
): Promise<TemplateOutcome> {
  const { reader, writer, store, clock } = ports;
  const address = toTemplateAddress(name);
  const intent: CreateIntent = {
    address,
    kind: 'template',
    idsBefore,
    connectorIdsBefore: [],
    begunAt: clock.now(),
  };
  await store.update({ account: templatesKey, openCreates: [intent] });
  const find = () => findNew(reader, name, idsBefore);
  const answer = await createOnce(clock, {
    send: () => writer.importTemplate(raw),
    look: find,
    sends: 1,
  });
  if (!answer.ok && answer.failure.kind === 'outcome-unknown') {
    const summary = `The template ${JSON.stringify(name)} may have been created: ${formatFailure(answer.failure)}`;
    const remedy =
      'Run the same command again: it looks the template up first and does not resend on its own.';
    return { ...refuse({ code: 'outcome-unknown', summary, remedy }), kind: 'unknown' };
  }
  if (!answer.ok) {
    await store.update({ account: templatesKey, closeCreates: [address] });
    const summary = `The service rejected the template: ${formatFailure(answer.failure)}`;
    return { ...refuse({ code: 'request-failed', summary }), kind: 'failed' };
  }
  const listed = await find();
  const found = listed.ok ? listed.value : null;
  const id = answer.value ?? found;
  // Keeps the intent of an unlisted draft, because nothing else prevents a second import.
  const isHidden = found === null && id !== null;
  await store.update({
    account: templatesKey,
    ...(isHidden ? { openCreates: [{ ...intent, madeId: id }] } : { closeCreates: [address] }),
  });
  return { kind: 'made', id, isEarlier: false };
}

async function recordMade(
  { ports }: ImportRun,
  { name }: TemplateRequest,
  id: RemoteId,
): Promise<TemplateOutcome> {
  await ports.store.update({ account: templatesKey, closeCreates: [toTemplateAddress(name)] });
  return { kind: 'made', id, isEarlier: true };
}

// Finds the only template of a name that is new.
async function findNew(
  reader: ServiceReader,
  name: string,
  idsBefore: readonly RemoteId[],
): Promise<Answer<RemoteId | null>> {
  const listed = await reader.listTemplates();
  if (isNotOffered(listed)) return { ok: true, value: null };
  if (!listed.ok) return listed;
  const found = listed.value.filter((each) => each.name === name && !idsBefore.includes(each.id));
  return { ok: true, value: found.length === 1 ? (found[0]?.id ?? null) : null };
}

const ends: Readonly<Record<TemplateOutcome['kind'], RunEnd['outcome']>> = {
  made: 'done',
  unknown: 'partial',
  failed: 'nothing-written',
  refused: 'nothing-written',
};

async function endRun({ ports, record }: ImportRun, { kind }: TemplateOutcome): Promise<void> {
  const accounts = { planned: 0, begun: 0, done: 0, failed: 0, refused: 0 };
  const end = { at: ports.clock.now(), outcome: ends[kind], accounts };
  await ports.store.saveRun({ ...record, end });
}

function listIds(templates: readonly TemplateItem[]): string {
  return templates.map(({ id }) => id).join(', ');
}

function formatUnread(failure: Parameters<typeof formatFailure>[0]): string {
  return `The catalog of the service could not be read: ${formatFailure(failure)}`;
}

function refuse(found: Pick<Diagnostic, 'code' | 'summary'> & Partial<Diagnostic>) {
  return { kind: 'refused' as const, diagnostics: [{ severity: 'error' as const, ...found }] };
}
