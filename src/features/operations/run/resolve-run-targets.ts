import { type Address, parseObjectAddress } from '../../../model/address.ts';
import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';

/** Groups the addresses of cycles by account, or refuses those that name no cycle of a manifest's account. */
export function resolveRunTargets(
  addresses: readonly string[],
  accounts: ReadonlySet<string>,
): ReadonlyMap<string, ReadonlySet<Address>> | { readonly refused: readonly Diagnostic[] } {
  const refused: Diagnostic[] = [];
  const targets = new Map<string, Set<Address>>();
  for (const text of addresses) {
    const parsed = parseObjectAddress(text);
    if (parsed?.kind !== 'cycle') refused.push(reportNoCycle(text));
    else if (!accounts.has(parsed.account)) refused.push(reportNoAccount(parsed));
    else
      targets.set(parsed.account, (targets.get(parsed.account) ?? new Set()).add(parsed.address));
  }
  return refused.length > 0 ? { refused } : targets;
}

function reportNoCycle(text: string): Diagnostic {
  return reportError('address-unknown', {
    summary: `${JSON.stringify(text)} is not the address of a cycle`,
    remedy: 'Write ACCOUNT/cycles/KEY, or --select WHAT for all cycles of some accounts.',
  });
}

function reportNoAccount({
  account,
  address,
}: {
  readonly account: string;
  readonly address: Address;
}): Diagnostic {
  return reportError('address-unknown', {
    summary: `No manifest of this environment declares the account "${account}"`,
    address,
    remedy: 'cyclectl run starts cycles of manifests only. Start others in the console.',
  });
}
