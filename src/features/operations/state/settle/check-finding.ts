import { findDocument } from '../../../../engine/observe/find-document.ts';
import { formatNearest } from '../../../../kit/text/nearest.ts';
import {
  type CategoryAddress,
  type parseObjectAddress,
  parsePath,
} from '../../../../model/address.ts';
import { toReplacement } from '../../../../model/desired/scope/deposed.ts';
import type { Diagnostic } from '../../../../model/diagnostic/diagnostic.ts';
import type { WrittenAccount } from '../../../../model/manifest/manifest.generated.ts';
import { type AccountEntry, findIdInEnvironment } from '../../../../model/manifest/manifest.ts';
import type { KnownEnvironments } from '../../../../model/manifest/variable.ts';
import type { Files, StoreReader } from '../../../../model/ports.ts';

/** What a person says to have found: an object, or a custom category of one. */
export type FindingPlace = NonNullable<ReturnType<typeof parseObjectAddress>> | CategoryAddress;

/** What is known of an environment without asking the service. */
export type KnownState = {
  readonly files: Files;
  readonly store: StoreReader;
  readonly environment: string;
  readonly environments: KnownEnvironments;
  /** The accounts of this environment. */
  readonly entries: readonly AccountEntry[];
};

/**
 * What speaks against binding a place of the manifests to an id that a person found, as far as it can be
 * told without the service; null where nothing does. A slip here would send what is meant for one customer
 * to another, or ask for the delete of what nobody means to delete.
 */
export async function checkFinding(
  known: KnownState,
  at: FindingPlace,
  id: string,
): Promise<Diagnostic | null> {
  const keys = known.entries.map(({ key }) => key);
  const entry = known.entries.find(({ key }) => key === at.account);
  if (entry === undefined) return reportUnknown(at, at.account, keys);
  if ('kind' in at && at.kind === 'account') return checkAccount(known, at, id);
  if (isNumbered(at) && !/^\d+$/.test(id)) {
    return report(at, `"${id}" is no id that ${at.address} can have: it is a whole number`);
  }
  if (await isDeposed(known, at)) return null;
  const { document, diagnostics } = await findDocument(known, entry);
  if (document === null) return diagnostics[0] ?? null;
  const names = listNames(document.written, at);
  return names.includes(at.key) ? null : reportUnknown(at, at.key, names);
}

// Git names something else by now, and what an interrupted create has made of the earlier is still to be found.
async function isDeposed(
  { store }: KnownState,
  { address, account }: FindingPlace,
): Promise<boolean> {
  if (toReplacement(address) === null) return false;
  return (await store.readState(account)).creates.has(address);
}

// One account has one owner: it is another key's where that is bound to it, or where its manifest says so.
async function checkAccount(
  { store, entries, environment }: KnownState,
  at: FindingPlace,
  id: string,
): Promise<Diagnostic | null> {
  const owners = (await store.listOwners(id)).filter((key) => key !== at.account);
  const named = entries.find(
    (each) => each.key !== at.account && findIdInEnvironment(each, environment) === id,
  );
  const rival = owners[0] ?? named?.key;
  return rival === undefined ? null : report(at, `"${id}" is the account of ${rival}`);
}

// SPEC 2.4 and 4.1: ids of installed connectors and of custom categories are integers.
function isNumbered(at: FindingPlace): boolean {
  return !('kind' in at) || at.kind === 'connector';
}

function listNames({ spec }: WrittenAccount, at: FindingPlace): readonly string[] {
  if ('kind' in at) {
    return Object.keys((at.kind === 'connector' ? spec.connectors : spec.cycles) ?? {});
  }
  const connector = parsePath(at.connector)[2] ?? '';
  return Object.keys(spec.connectors?.[connector]?.customCategories ?? {});
}

/** Says that no manifest has a place, and which names are near. */
export function reportUnknown(
  at: Pick<FindingPlace, 'address'>,
  name: string,
  names: readonly string[],
): Diagnostic {
  return {
    code: 'address-unknown',
    severity: 'error',
    summary: `No manifest has ${at.address} in this environment`,
    address: at.address,
    remedy: formatNearest(name, names) ?? 'There is none at all.',
  };
}

function report({ address }: FindingPlace, summary: string): Diagnostic {
  const remedy = 'Look in the console once more: each object there has an id of its own.';
  return { code: 'not-settled', severity: 'error', summary, address, remedy };
}
