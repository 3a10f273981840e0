import { toHash } from '../../kit/hash.ts';
import { formatCanonicalJson } from '../../kit/json/canonical-json.ts';
import type { Answer } from '../../model/diagnostic/api-failure.ts';
import type { RemoteId } from '../../model/live/live.ts';
import type { RunSpan } from '../../model/state/run-count.ts';
import { ShapeError, toItems, toWire, type Wire } from '../../wire/shape.ts';
import { type Call, type Client, makeShapeFailure } from './client.ts';

/** Path of a list of what happened in a span of time. */
export type SpanAt = {
  readonly path: string;
  readonly account: RemoteId;
  readonly span: RunSpan;
};

const pageSize = 1000;
/** A longer list is not read. */
const mostPages = 50;

/**
 * Reads what happened in a span of time, once each, page by page. The past does not change, so that one
 * pass is enough; what is added meanwhile is read or not.
 */
export async function listSpan<T>(
  client: Client,
  { path, account, span }: SpanAt,
  readItem: (item: Wire) => T,
): Promise<Answer<readonly T[]>> {
  const found = new Map<string, T>();
  const makeCall = (page: number): Call => ({
    method: 'GET',
    path,
    account,
    query: { page: String(page), pageSize: String(pageSize), sortOrderAsc: 'true', ...span },
    repeat: 'safe',
  });
  for (let page = 1; page <= mostPages; page += 1) {
    const call = makeCall(page);
    const answer = await client.send(call);
    if (!answer.ok) return answer;
    const { json, totalPages } = answer.value;
    try {
      const items = toItems(toWire(json));
      const known = found.size;
      for (const item of items) found.set(toHash(formatCanonicalJson(item.value)), readItem(item));
      if (totalPages === null ? found.size === known : page >= totalPages) {
        return { ok: true, value: [...found.values()] };
      }
    } catch (error) {
      if (!(error instanceof ShapeError)) throw error;
      return makeShapeFailure(call, error.message);
    }
  }
  const text = `the list has more than ${mostPages} pages, the most that cyclectl reads of it: a shorter time has fewer`;
  return makeShapeFailure(makeCall(mostPages), text);
}
