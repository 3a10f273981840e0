import type { RequestRecord } from '../../../src/emulator/http/request-log.ts';
import { toReplacement } from '../../../src/model/desired/scope/deposed.ts';
import type { WrittenAccount } from '../../../src/model/manifest/manifest.generated.ts';
import { type AccountOutcome, isSuccess } from '../../../src/model/plan/outcome.ts';
import type { AccountPlan } from '../../../src/model/plan/plan.ts';
import type { PlannedAccount } from '../../../src/model/report/report.ts';
import type { AccountState } from '../../../src/model/state/account-state.ts';
import type { DumpedAccount } from '../console/dumped.ts';
import { listReported } from '../quickstart.ts';
import { compareAll, drawWindowed, listLiving, listLost, listTwice } from './rough-oracle.ts';

/** Evidence of one apply that failed, or may have. */
export type Evidence = {
  /** The manifests that it applied. */
  readonly manifests: readonly WrittenAccount[];
  readonly planned: readonly PlannedAccount[];
  readonly outcomes: readonly AccountOutcome[];
  /** How many objects it was allowed to delete. */
  readonly allowed: number;
  readonly before: readonly DumpedAccount[];
  readonly after: readonly DumpedAccount[];
  /** Its requests. */
  readonly records: readonly RequestRecord[];
  readonly memoryBefore: AccountState;
  readonly memoryAfter: AccountState;
  /** Ids of what others made. */
  readonly unmanaged: ReadonlySet<string>;
};

type Pair = {
  readonly written: WrittenAccount;
  readonly before: DumpedAccount | null;
  readonly after: DumpedAccount | null;
};

/** Violations of the laws 5, 6, 8 and 12 by an apply; none if it kept them. */
export function checkApply(evidence: Evidence): string[] {
  const pairs = pairAccounts(evidence);
  return [
    ...pairs.flatMap((pair) => checkDeletes(evidence, pair)),
    ...pairs.flatMap(({ before, after }) => checkUnmanaged(evidence.unmanaged, before, after)),
    ...listTwice(evidence.after, evidence.unmanaged).map((what) => `law 8: ${what} is there twice`),
    ...pairs.flatMap((pair) => checkSuccess(evidence, pair)),
    ...checkFirstReads(evidence),
  ];
}

function pairAccounts({ manifests, before, after }: Evidence): Pair[] {
  const find = (all: readonly DumpedAccount[], written: WrittenAccount) =>
    all.find(({ externalId }) => externalId === written.spec.id) ?? null;
  return manifests.map((written) => ({
    written,
    before: find(before, written),
    after: find(after, written),
  }));
}

// Another one, of another template, has its place.
function isReplaced({ before, after }: Pair, id: string, key: string): boolean {
  const gone = before?.cycles.find((cycle) => cycle.id === id);
  return (after?.cycles ?? []).some(
    ({ tags, templateId, status }) =>
      status !== 'DeleteScheduled' &&
      tags.includes(`cyclectl:${key}`) &&
      templateId !== gone?.templateId,
  );
}

function checkDeletes(evidence: Evidence, { written, before, after }: Pair): string[] {
  const lost = listLost(before, after);
  if (before !== null && after === null) return [`law 5: ${written.metadata.name} is gone`];
  const bound = new Map(
    [...evidence.memoryBefore.objects.values()].map(({ remoteId, address }) => [remoteId, address]),
  );
  const wrong = lost.flatMap((id) => {
    const [, section, key = ''] = bound.get(id as never)?.split('/') ?? [];
    if (section === undefined) return [`law 5: ${id} was deleted and not ours`];
    const map = section === 'connectors' ? written.spec.connectors : written.spec.cycles;
    if (map === undefined) return [`law 5: ${section}/${key} was deleted though its map is gone`];
    const own = key.replace(/~\d+$/, '');
    const isKept = !(own in map) || isReplaced({ written, before, after }, id, own);
    return isKept ? [] : [`law 5: ${section}/${key} was deleted and is wanted`];
  });
  const isMany = lost.length > evidence.allowed;
  return isMany ? [...wrong, `law 5: ${lost.length} deleted, ${evidence.allowed} allowed`] : wrong;
}

/** Violations on unmanaged objects, which must stay unchanged. */
export function checkUnmanaged(
  unmanaged: ReadonlySet<string>,
  before: DumpedAccount | null,
  after: DumpedAccount | null,
): string[] {
  const draw = (account: DumpedAccount | null): string[] => [
    ...(account?.connectors ?? [])
      .filter(({ id }) => unmanaged.has(String(id)))
      .map((each) => JSON.stringify(each)),
    ...(account?.cycles ?? [])
      .filter(({ id }) => unmanaged.has(id))
      .map((each) => JSON.stringify([each.id, each.status, drawWindowed(each)])),
  ];
  const there = new Set(draw(after));
  return draw(before === null ? null : withoutDoomed(before))
    .filter((each) => !there.has(each))
    .map((each) => `law 5: what others made has changed or is gone: ${each}`);
}

// What its owner has deleted goes when the service gets to it, or with its account.
function withoutDoomed(account: DumpedAccount): DumpedAccount {
  return {
    ...account,
    cycles: account.cycles.filter(({ status }) => status !== 'DeleteScheduled'),
  };
}

function checkSuccess(evidence: Evidence, { written, after }: Pair): string[] {
  const { name } = written.metadata;
  const outcome = evidence.outcomes.find(({ account }) => account === name);
  if (outcome === undefined) return [];
  if (!isSuccess(outcome)) {
    const isSaid = listReported([outcome]).some(({ severity }) => severity === 'error');
    return isSaid ? [] : [`law 12: ${name} has failed and nothing is said of it`];
  }
  if (after === null) return [`law 12: ${name} is done, and is not there`];
  const aside = new Set([...evidence.unmanaged, ...listStaying(evidence, written, after)]);
  // A cycle that its replacement waits for keeps its connectors, and so it is said.
  const waiting = new Set(
    outcome.outcomes.flatMap(({ operation, result }) =>
      result === 'waiting' ? [operation.address] : [],
    ),
  );
  return [
    ...compareAll(written, after, aside),
    ...listKept(evidence, written, after)
      .filter((address) => !waiting.has(address))
      .map((address) => `${address} is not deleted`),
  ].map((what) => `law 12: ${name} is done, and ${what}`);
}

// Deposed cycles whose replacement must run and still rests: it waits for a person.
function listStaying(
  { memoryAfter: { objects } }: Evidence,
  { spec }: WrittenAccount,
  { cycles }: DumpedAccount,
): string[] {
  return [...objects.values()].flatMap(({ address, remoteId }) => {
    const replacement = toReplacement(address);
    if (replacement === null) return [];
    const statusOf = (id: string | undefined) => cycles.find((each) => each.id === id)?.status;
    const state = spec.cycles?.[replacement.split('/')[2] ?? '']?.state;
    const mustRun = state === 'active' || (state === undefined && statusOf(remoteId) === 'Active');
    const rests = statusOf(objects.get(replacement)?.remoteId) === 'Paused';
    return mustRun && rests ? [remoteId] : [];
  });
}

// Objects of ours without an entry, although their map is in the manifest.
function listKept(evidence: Evidence, { metadata, spec }: WrittenAccount, after: DumpedAccount) {
  const there = new Set([
    ...after.connectors.map(({ id }) => String(id)),
    ...listLiving(after, evidence.unmanaged).map(({ id }) => id),
  ]);
  return [...evidence.memoryBefore.objects.values()].flatMap(({ address, remoteId }) => {
    const [account, section, key = ''] = address.split('/');
    const map = section === 'connectors' ? spec.connectors : spec.cycles;
    const isToBeGone =
      section !== undefined && map !== undefined && !(key.replace(/~\d+$/, '') in map);
    return account === metadata.name && isToBeGone && there.has(remoteId) ? [address] : [];
  });
}

/** The account of a request as the manifests name it; null for what is no account's own. */
export function ownerOf(
  { account, path }: RequestRecord,
  accounts: readonly DumpedAccount[],
): string | null {
  const named = account ?? /^\/v1\.0\/accounts\/([^/]+)/.exec(path)?.[1] ?? null;
  const found = accounts.find((each) => each.id === named || each.externalId === named);
  return found?.externalId ?? named;
}

/** Reads that failed for good: the last time that each was asked, it was not answered in full. */
export function listFailedReads(records: readonly RequestRecord[]): RequestRecord[] {
  const last = new Map<string, RequestRecord>();
  for (const record of records) {
    const { method, path, query, account } = record;
    if (method === 'GET') last.set(`${path}?${query} ${account}`, record);
  }
  return [...last.values()].filter(isFailed);
}

function isFailed({ status, fault }: RequestRecord): boolean {
  if (['drop-before', 'drop-after', 'truncate', 'garble'].includes(fault ?? '')) return true;
  return status === null || (status >= 400 && status !== 404);
}

// An apply looks again first: an account whose list cannot be read then gets no write.
function checkFirstReads({ records, before }: Evidence): string[] {
  const first = records.findIndex(({ method }) => method !== 'GET');
  return before.flatMap(({ externalId }) => {
    const own = records.filter((record) => ownerOf(record, before) === externalId);
    const write = own.findIndex(({ method }) => method !== 'GET');
    if (write === -1 || first === -1) return [];
    const looks = own.slice(0, write).filter(({ path }) => /(connectors|cycles)$/.test(path));
    return listFailedReads(looks).map(
      ({ path }) => `law 6: ${externalId} was written to though ${path} could not be read`,
    );
  });
}

/** Writes that an account got. */
export function listOwnWrites(
  records: readonly RequestRecord[],
  accounts: readonly DumpedAccount[],
  externalId: string,
): string[] {
  return records
    .filter(({ method }) => method !== 'GET')
    .filter((record) => ownerOf(record, accounts) === externalId)
    .map(({ method, path }) => `${method} ${path}`);
}

/**
 * Violations of law 9 by an apply: cycles run as before or as after the next faultless apply
 * (`final`), and paused ones are in the store and in `plan`.
 */
export function checkWindows(
  evidence: Evidence,
  { final, plan }: { readonly final: DumpedAccount | null; readonly plan: AccountPlan | null },
): string[] {
  const [pair] = pairAccounts(evidence);
  const old = new Map(
    listLiving(pair?.before ?? null, evidence.unmanaged).map((each) => [each.id, each]),
  );
  const next = new Map(listLiving(final, evidence.unmanaged).map((each) => [each.id, each]));
  return listLiving(pair?.after ?? null, evidence.unmanaged).flatMap((cycle) => {
    const [before, after] = [old.get(cycle.id), next.get(cycle.id)];
    if (cycle.status === 'Active') {
      const allowed = [before, after].flatMap((each) => (each ? [drawWindowed(each)] : []));
      if (allowed.includes(drawWindowed(cycle))) return [];
      return [`law 9: ${cycle.name} runs with a mix: ${drawWindowed(cycle)} of ${allowed}`];
    }
    const wasOurs = before?.status === 'Active' && after?.status === 'Active';
    return wasOurs ? checkPause(evidence, cycle.id, plan) : [];
  });
}

/** Cycles that ran before an apply, must run after it, and that it left paused. */
function checkPause(evidence: Evidence, id: string, plan: AccountPlan | null): string[] {
  const pause = [...evidence.memoryAfter.pauses.values()].find(({ cycleId }) => cycleId === id);
  if (pause === undefined) return [`law 9: the store does not know that ${id} was paused by us`];
  const { address } = pause;
  const reported = listReported(evidence.outcomes).filter((item) => item.address === address);
  const isNoticed = plan?.notices.some(
    (notice) => notice.kind === 'paused-by-us' && notice.address === address,
  );
  return [
    ...(reported.some(({ code }) => code === 'left-paused')
      ? []
      : [`law 9: the report does not say that ${address} is left paused`]),
    ...(isNoticed === true ? [] : [`law 9: the next plan does not say that ${address} is paused`]),
  ];
}

/** How many cycles an apply left paused that ran before and run again after the next. */
export function countLeftPaused(evidence: Evidence, final: DumpedAccount | null): number {
  const [pair] = pairAccounts(evidence);
  const runs = (account: DumpedAccount | null) =>
    new Map(listLiving(account, evidence.unmanaged).map(({ id, status }) => [id, status]));
  const [old, mid, next] = [runs(pair?.before ?? null), runs(pair?.after ?? null), runs(final)];
  return [...mid].filter(
    ([id, status]) => status === 'Paused' && old.get(id) === 'Active' && next.get(id) === 'Active',
  ).length;
}
