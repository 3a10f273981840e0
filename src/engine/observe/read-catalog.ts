import type { DesiredAccount } from '../../model/desired/desired.ts';
import type { Answer } from '../../model/diagnostic/api-failure.ts';
import type { LiveAccount } from '../../model/live/live.ts';
import type { Catalog } from '../../model/live/reading.ts';
import { unmanaged } from '../../model/setting.ts';
import type { AccountState } from '../../model/state/account-state.ts';
import type { CatalogReader } from '../live/open-catalog.ts';

/** The catalog of an account, and the part of it that can be planned now. */
export type Offered = {
  readonly desired: DesiredAccount;
  /** Null for an account without entries. */
  readonly catalog: Catalog | null;
  readonly isAccountFirst: boolean;
};

/**
 * Reads the catalog if there are entries. A new account comes first, alone, if only an existing one
 * may read it.
 */
export async function readCatalog(
  { openCatalog }: { readonly openCatalog: CatalogReader },
  {
    desired,
    account,
    state,
  }: {
    readonly desired: DesiredAccount;
    readonly account: LiveAccount | null;
    readonly state: AccountState;
  },
): Promise<Answer<Offered>> {
  const { connectors, cycles } = desired;
  const hasEntries = [connectors, cycles].some(
    (entries) => entries.kind === 'set' && entries.value.size > 0,
  );
  if (!hasEntries) return { ok: true, value: { desired, catalog: null, isAccountFirst: false } };
  const catalog = await openCatalog(account?.id ?? null);
  if (catalog.ok)
    return { ok: true, value: { desired, catalog: catalog.value, isAccountFirst: false } };
  const isNew = account === null && state.objects.size === 0;
  if (!isNew || catalog.failure.kind !== 'unauthorized') return catalog;
  const alone = { ...desired, connectors: unmanaged, cycles: unmanaged };
  return { ok: true, value: { desired: alone, catalog: null, isAccountFirst: true } };
}
