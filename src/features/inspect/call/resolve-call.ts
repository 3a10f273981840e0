import { bindCall, type CallTarget } from '../../../engine/bind/calls/bind-call.ts';
import { findMethod, toMethodSource } from '../../../engine/bind/calls/find-method.ts';
import { readMethods, readReleases } from '../../../engine/live/read-releases.ts';
import {
  type ConnectorSearch,
  type FoundConnector,
  findConnector,
} from '../../../engine/observe/find-connector.ts';
import { formatNearest } from '../../../kit/text/nearest.ts';
import { parseCategoryKey } from '../../../model/address.ts';
import type { DesiredConnector } from '../../../model/desired/desired.ts';
import { type ApiFailure, formatFailure } from '../../../model/diagnostic/api-failure.ts';
import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';
import { findLatestRelease } from '../../../model/live/live.ts';
import type { ConnectorMethod } from '../../../model/live/method.ts';
import type { MethodCall, RequestedCall, WrittenCall } from '../../../model/live/method-call.ts';
import type { ServiceReader } from '../../../model/ports.ts';
import { findMadeCategory, type ObjectRecord } from '../../../model/state/account-state.ts';

/** Call that is ready to send, with its connector. */
export type ResolvedCall = FoundConnector & {
  readonly method: ConnectorMethod;
  readonly call: MethodCall;
};

type Refused = { readonly refused: readonly Diagnostic[] };

/** Finds the connector, method and names of a call. Calls and writes nothing. */
export async function resolveCall(
  search: ConnectorSearch,
  named: { readonly account: string; readonly key: string },
  written: WrittenCall,
): Promise<ResolvedCall | Refused> {
  const found = await findConnector(search, named);
  if ('refused' in found) return found;
  const { account, live } = found;
  const category = findCategory(written.customCategory, found.desired, found.record);
  if ('refused' in category) return { refused: [category.refused] };
  const asked: RequestedCall = { ...written, customCategory: category.id };
  const of = toMethodSource(asked.method, live.release);
  const methods = await readMethods(search.reader, of, account.id);
  if (!methods.ok) return reportUnread(found, 'methods', methods.failure);
  const chosen = findMethod(asked.method, live.release, methods.value);
  if ('refused' in chosen)
    return { refused: [{ ...chosen.refused, address: found.desired.address }] };
  const { method } = chosen;
  const properties = await readProperties(search.reader, found, { asked, method });
  if ('failure' in properties) return reportUnread(found, 'properties', properties.failure);
  const target: CallTarget = { account: account.id, connector: live.id, method, ...properties };
  const bound = bindCall(asked, target);
  if ('refused' in bound) {
    const { address } = found.desired;
    return { refused: bound.refused.map((diagnostic) => ({ ...diagnostic, address })) };
  }
  return { ...found, method, call: bound.call };
}

/** Reads the properties of the connector only for merge fields that the method does not have. */
async function readProperties(
  reader: ServiceReader,
  { account, live }: FoundConnector,
  { asked, method }: { readonly asked: RequestedCall; readonly method: ConnectorMethod },
): Promise<Pick<CallTarget, 'properties'> | { readonly failure: ApiFailure }> {
  const own = new Set(method.parameters.flatMap(({ id, name }) => [id, name]));
  if (asked.mergeFields.every(({ name }) => own.has(name))) return { properties: [] };
  const releases = await readReleases(reader, account.id);
  if (!releases.ok) return { failure: releases.failure };
  const { id, name, version } = live.release;
  const release =
    id === null
      ? findLatestRelease(
          releases.value.filter(
            (item) => item.name === name && (version === null || item.version === version),
          ),
        )
      : releases.value.find((item) => item.id === id);
  return { properties: release?.properties ?? [] };
}

function reportUnread({ desired }: FoundConnector, what: string, failure: ApiFailure): Refused {
  const diagnostic: Diagnostic = reportError('unread', {
    summary: `The ${what} of the connector could not be read: ${formatFailure(failure)}`,
    address: desired.address,
    remedy: 'Nothing was called; run the command again.',
  });
  return { refused: [diagnostic] };
}

/**
 * Finds the id of a custom category by its key in the manifest, or takes the id itself. State has
 * the ids of ours, because the service does not show them.
 */
function findCategory(
  named: string | null,
  { address, fields }: DesiredConnector,
  record: ObjectRecord | null,
): { readonly id: number | null } | { readonly refused: Diagnostic } {
  if (named === null) return { id: null };
  const made = findMadeCategory(record, named);
  if (made !== null) return { id: Number(made.id) };
  const keys = [...fields.keys()].flatMap((path) => parseCategoryKey(path) ?? []);
  const isWritten = keys.includes(named);
  if (!isWritten && /^\d{1,9}$/.test(named)) return { id: Number(named) };
  return {
    refused: reportError('category-unknown', {
      summary: isWritten
        ? `The state has no id of the custom category "${named}"`
        : `The connector has no custom category "${named}"`,
      address,
      remedy: isWritten
        ? 'Run cyclectl apply to create it. For one that exists already, pass its id from the console.'
        : (formatNearest(named, keys) ??
          'The manifest has no categories for it; an id is a whole number.'),
    }),
  };
}
