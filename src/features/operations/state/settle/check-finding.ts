import { findDocument } from '../../../../engine/observe/find-document.ts';
import { formatNearest } from '../../../../kit/text/nearest.ts';
import {
  type CategoryAddress,
  type parseObjectAddress,
  parsePath,
} from '../../../../model/address.ts';
import { type Diagnostic, reportError } from '../../../../model/diagnostic/diagnostic.ts';
import type { WrittenAccount } from '../../../../model/manifest/manifest.generated.ts';
import { type AccountEntry, findIdInEnvironment } from '../../../../model/manifest/manifest.ts';
import type { KnownEnvironments } from '../../../../model/manifest/variable.ts';
import type { Files, StoreReader } from '../../../../model/ports.ts';

/** Object, or custom category of one, that a person found. */
export type FindingAddress = NonNullable<ReturnType<typeof parseObjectAddress>> | CategoryAddress;

/** Knowledge of an environment without a call to the service. */
export type KnownState = {
  readonly files: Files;
  readonly store: StoreReader;
  readonly environment: string;
  readonly environments: KnownEnvironments;
  /** Accounts of this environment. */
  readonly entries: readonly AccountEntry[];
};

/**
 * Checks a binding to an id that a person found, as far as possible without the service; null when
 * it is sound. A mistake would send one customer's values to another.
 */
export async function checkFinding(
  known: KnownState,
  at: FindingAddress,
  id: string,
): Promise<Diagnostic | null> {
  const keys = known.entries.map(({ key }) => key);
  const entry = known.entries.find(({ key }) => key === at.account);
  if (entry === undefined) return reportUnknown(at, at.account, keys);
  if ('kind' in at && at.kind === 'account') return checkAccount(known, at, id);
  if (isNumbered(at) && !/^\d+$/.test(id)) {
    return report(at, `"${id}" is not a valid id of ${at.address}: the id is a whole number`);
  }
  if (await hasOpenCreate(known, at)) return null;
  const { document, diagnostics } = await findDocument(known, entry);
  if (document === null) return diagnostics[0] ?? null;
  const names = listNames(document.written, at);
  return names.includes(at.key) ? null : reportUnknown(at, at.key, names);
}

// Accepts the object of an interrupted create that Git no longer names, because it may exist.
async function hasOpenCreate(
  { store }: KnownState,
  { address, account }: FindingAddress,
): Promise<boolean> {
  return (await store.readState(account)).creates.has(address);
}

// Refuses an account that another key owns, by state or by manifest.
async function checkAccount(
  { store, entries, environment }: KnownState,
  at: FindingAddress,
  id: string,
): Promise<Diagnostic | null> {
  const owners = (await store.listOwners(id)).filter((key) => key !== at.account);
  const named = entries.find(
    (each) => each.key !== at.account && findIdInEnvironment(each, environment) === id,
  );
  const rival = owners[0] ?? named?.key;
  return rival === undefined ? null : report(at, `"${id}" belongs to the account ${rival}`);
}

// Requires integers as ids of installed connectors and custom categories (SPEC 2.4 and 4.1).
function isNumbered(at: FindingAddress): boolean {
  return !('kind' in at) || at.kind === 'connector';
}

function listNames({ spec }: WrittenAccount, at: FindingAddress): readonly string[] {
  if ('kind' in at) {
    return Object.keys((at.kind === 'connector' ? spec.connectors : spec.cycles) ?? {});
  }
  const connector = parsePath(at.connector)[2] ?? '';
  return Object.keys(spec.connectors?.[connector]?.customCategories ?? {});
}

/** Reports a place that no manifest declares, with near names. */
export function reportUnknown(
  at: Pick<FindingAddress, 'address'>,
  name: string,
  names: readonly string[],
): Diagnostic {
  return reportError('address-unknown', {
    summary: `No manifest of this environment declares ${at.address}`,
    address: at.address,
    remedy: formatNearest(name, names) ?? 'The manifests declare none.',
  });
}

function report({ address }: FindingAddress, summary: string): Diagnostic {
  const remedy = 'Check the id in the console: each object has its own.';
  return reportError('not-settled', { summary, address, remedy });
}
