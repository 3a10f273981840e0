import type { Answer } from '../../model/diagnostic/api-failure.ts';
import type { RemoteId } from '../../model/live/live.ts';
import { ShapeError, toItems, toWire, type Wire } from '../../wire/shape.ts';
import { type Call, type Client, makeShapeFailure } from './client.ts';

/** Path of a list, and its account. */
export type ListAt = { readonly path: string; readonly account: RemoteId | null };

type Item = { readonly id: RemoteId };

/** One pass over all pages. `flaw` says why it cannot be complete. */
type ListRead<T> = {
  readonly items: readonly T[];
  readonly requests: number;
  readonly flaw: string | null;
};

/** Page size that we ask for (SERVICE C, page size limits). */
const pageSize = 1000;
/**
 * Limits of a list, ten times the largest fleets; characters count over all pages. A longer list is
 * not read.
 */
const most = { pages: 2_000, items: 100_000, characters: 128 * 1024 * 1024 };
/** Passes over a list before it counts as changing. */
const readLimit = 4;

/**
 * Reads a list until two passes in a row have the same ids, because items can move between pages.
 * Overlapping pages or a changed count void a pass; Total-Pages or an empty page ends it.
 */
export async function listPages<T extends Item>(
  client: Client,
  at: ListAt,
  readItem: (item: Wire) => T,
): Promise<Answer<readonly T[]>> {
  let former: string | null = null;
  let flaw = 'the list kept changing';
  for (let count = 0; count < readLimit; count += 1) {
    const answer = await readListOnce(client, at, readItem);
    if (!answer.ok) return answer;
    const sweep = answer.value;
    if (sweep.flaw === null) {
      const ids = JSON.stringify(sweep.items.map(({ id }) => id).sort());
      if (sweep.requests === 1 || ids === former) return { ok: true, value: sweep.items };
      former = ids;
    } else {
      former = null;
      flaw = sweep.flaw;
    }
  }
  return makeShapeFailure(makePageCall(at, 1), `${flaw}, ${readLimit} times in a row`);
}

/** Reads a list that comes as one page; fails if there are more. */
export async function listWhole<T>(
  client: Client,
  at: ListAt,
  readItem: (item: Wire) => T,
): Promise<Answer<readonly T[]>> {
  const call: Call = { ...at, method: 'GET', repeat: 'safe' };
  const answer = await client.send(call);
  if (!answer.ok) return answer;
  const { json, totalPages } = answer.value;
  if (totalPages !== null && totalPages > 1) {
    return makeShapeFailure(call, `the list is only the first of ${totalPages} pages`);
  }
  return readItems(call, json, readItem);
}

async function readListOnce<T extends Item>(
  client: Client,
  at: ListAt,
  readItem: (item: Wire) => T,
): Promise<Answer<ListRead<T>>> {
  const byId = new Map<RemoteId, T>();
  let pageCount: number | null = null;
  let characters = 0;
  for (let page = 1; ; page += 1) {
    const end = (flaw: string | null): Answer<ListRead<T>> => ({
      ok: true,
      value: { items: [...byId.values()], requests: page, flaw },
    });
    const call = makePageCall(at, page);
    const answer = await client.send(call);
    if (!answer.ok) return answer;
    const { json, totalPages, text } = answer.value;
    characters += text.length;
    const excess = findExcess({ pages: totalPages ?? page, items: byId.size, characters });
    if (excess !== null) return makeShapeFailure(call, excess);
    if (page === 1) pageCount = totalPages;
    else if (totalPages !== pageCount) return end('the number of pages changed');
    const items = readItems(call, json, readItem);
    if (!items.ok) return items;
    for (const item of items.value) {
      if (byId.has(item.id)) return end(`the list names ${item.id} twice`);
      byId.set(item.id, item);
    }
    const isLast = pageCount === null ? items.value.length === 0 : page >= pageCount;
    if (isLast) return end(null);
    if (items.value.length === 0) return end('a page in the middle of the list is empty');
  }
}

/** Says which limit a list exceeds; null for none. Checks announced pages before they are read. */
function findExcess(has: Partial<Record<keyof typeof most, number>>): string | null {
  for (const noun of ['pages', 'items', 'characters'] as const) {
    if ((has[noun] ?? 0) > most[noun]) {
      return `the list has more than ${most[noun].toLocaleString('en')} ${noun}, the most that cyclectl reads`;
    }
  }
  return null;
}

function makePageCall(at: ListAt, page: number): Call {
  return {
    ...at,
    method: 'GET',
    query: {
      page: String(page),
      pageSize: String(pageSize),
      orderBy: 'Id',
      sortOrderAsc: 'true',
    },
    repeat: 'safe',
  };
}

function readItems<T>(
  call: Call,
  json: unknown,
  readItem: (item: Wire) => T,
): Answer<readonly T[]> {
  const excess = findExcess({ items: Array.isArray(json) ? json.length : 0 });
  if (excess !== null) return makeShapeFailure(call, excess);
  try {
    return { ok: true, value: toItems(toWire(json)).map(readItem) };
  } catch (error) {
    if (!(error instanceof ShapeError)) throw error;
    return makeShapeFailure(call, error.message);
  }
}
