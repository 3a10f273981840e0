import { toSeededRank } from '../../kit/seeded-random.ts';
import type { Call } from './call.ts';
import { makeReply, type Reply } from './reply.ts';

// Lists are bare arrays with `page` (from 1) and `pageSize`; past the end they are empty (SERVICE C
// [T]). Without `orderBy` the seed shuffles, because no order is promised.

export interface Listed<T> {
  readonly id: string | number;
  readonly name: string;
  /** Position, if the list has an order of its own. */
  readonly order?: number;
  readonly value: T;
}

/** One page of a list; a choice decides about `Total-Pages`. */
export function makePageReply<T>(
  call: Call,
  items: readonly Listed<T>[],
  present: (value: T) => unknown,
): Reply {
  const { choices } = call.state;
  const pageSize = Math.min(
    readCount(call.query.get('pageSize')) ?? choices.defaultPageSize,
    choices.maximumPageSize,
  );
  const page = readCount(call.query.get('page')) ?? 1;
  const ordered = orderItems(call, items);
  const shown = call.isShifted ? ordered.slice(1) : ordered;
  const slice = shown.slice((page - 1) * pageSize, page * pageSize);
  const totalPages = String(Math.ceil(shown.length / pageSize));
  return makeReply(
    slice.map((item) => present(item.value)),
    choices.totalPagesHeader === 'sent' ? { 'Total-Pages': totalPages } : {},
  );
}

/** A whole list, ordered by the seed. */
export function makeListReply<T>(
  call: Call,
  items: readonly Listed<T>[],
  present: (value: T) => unknown,
): Reply {
  return makeReply(orderItems(call, items).map((item) => present(item.value)));
}

/** True if the query asks for icons (SERVICE A.4, A.5 [T]). */
export function isWithIcons(call: Call): boolean {
  return call.query.get('includeIcons')?.toLowerCase() === 'true';
}

function orderItems<T>(call: Call, items: readonly Listed<T>[]): readonly Listed<T>[] {
  const orderBy = call.query.get('orderBy')?.toLowerCase();
  const direction = call.query.get('sortOrderAsc')?.toLowerCase() === 'false' ? -1 : 1;
  if (orderBy === 'id' || orderBy === 'name') {
    return items.toSorted((left, right) => direction * compareText(left[orderBy], right[orderBy]));
  }
  const ranked = items.map((item) => ({
    item,
    rank:
      item.order === undefined
        ? toSeededRank(call.state.seed, String(item.id))
        : direction * item.order,
  }));
  return ranked.sort((left, right) => left.rank - right.rank).map(({ item }) => item);
}

function compareText(left: string | number, right: string | number): number {
  if (typeof left === 'number' && typeof right === 'number') {
    return left - right;
  }
  return left < right ? -1 : left > right ? 1 : 0;
}

function readCount(text: string | null): number | undefined {
  const value = Number(text ?? '');
  return Number.isSafeInteger(value) && value > 0 ? value : undefined;
}
