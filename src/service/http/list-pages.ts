import type { Answer } from '../../model/diagnostic/api-failure.ts';
import type { RemoteId } from '../../model/live/live.ts';
import { ShapeError, toItems, toWire, type Wire } from '../../wire/shape.ts';
import { type Call, type Client, makeShapeFailure } from './client.ts';

/** A list of the service: its path, and the account whose list it is. */
export type ListAt = { readonly path: string; readonly account: RemoteId | null };

type Item = { readonly id: RemoteId };

/** The list read once, from the first page to the last. `flaw` says why it cannot be complete. */
type ListRead<T> = {
  readonly items: readonly T[];
  readonly requests: number;
  readonly flaw: string | null;
};

/** Most items of a page that we ask for (SERVICE C, page size limits). */
const pageSize = 1000;
/** Bounds of a list, ten times the largest fleets; characters are those of all its pages. A list beyond them is unread. */
const most = { pages: 2_000, items: 100_000, characters: 128 * 1024 * 1024 };
/** Times that a list is read from the start before we say that it does not hold still. */
const readLimit = 4;

/**
 * Reads all of a list, and proves it. What came in one answer is one moment of the service. Over several an
 * item can slip from one page to the other between two requests and be in neither; so such a list is
 * read until two readings in a row have the same ids. Pages that overlap, or whose number changes, do not
 * count as a reading. The end is what Total-Pages says, or an empty page where it says nothing; a list that
 * ends nowhere is a failed read.
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

/** Reads a list that the service gives in one piece; one that says it has more pages is refused. */
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

/** Says which bound a list goes beyond; null for none. Pages that a list says to have are not waited for. */
function findExcess(has: Partial<Record<keyof typeof most, number>>): string | null {
  for (const noun of ['pages', 'items', 'characters'] as const) {
    if ((has[noun] ?? 0) > most[noun]) {
      return `the list has more than ${most[noun].toLocaleString('en')} ${noun}, and no more are read`;
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
