import type { RemoteId } from '../../../model/live/live.ts';

/** Characters of an id; a longer one is none of the service. */
const maxId = 200;

/** Ids of a cycle, and of a run of it if one is meant. */
export type ConsolePlace = {
  readonly accountId: RemoteId;
  readonly cycle: RemoteId | null;
  readonly transaction: RemoteId | null;
};

/**
 * Makes addresses of the console from `service.consoleUrl`, because none is documented. Null without it,
 * and where an id that it has a place for is unknown.
 */
export function makeConsoleUrl(pattern: string | null): (place: ConsolePlace) => string | null {
  if (pattern === null) return () => null;
  return ({ accountId, cycle, transaction }) => {
    const ids: Readonly<Record<string, RemoteId | null>> = {
      accountId,
      cycleId: cycle,
      transactionId: transaction,
    };
    const parts = pattern.split(/\{(\w+)\}/).map((part, index) => {
      return index % 2 === 0 ? part : (ids[part] ?? null);
    });
    const isWhole = parts.every((part) => part !== null);
    if (!isWhole) return null;
    return parts
      .map((part, index) =>
        index % 2 === 0 ? part : encodeURIComponent(part.toWellFormed().slice(0, maxId)),
      )
      .join('');
  };
}
