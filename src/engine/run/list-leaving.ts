import { formatSome } from '../../kit/text/format-some.ts';
import { toAccountAddress } from '../../model/address.ts';
import { type Diagnostic, reportWarning } from '../../model/diagnostic/diagnostic.ts';
import { type AccountEntry, findIdInEnvironment } from '../../model/manifest/manifest.ts';
import type { StoreReader } from '../../model/ports.ts';
import { type CommandPlace, formatCommand } from '../../model/report/advice/commands.ts';

/** Days of grace of a fleet that names none. */
const defaultGraceDays = 30;

/** Accounts that a summary names; the others are counted. */
const mostNamed = 3;

/** An account of a fleet whose row is leaving. */
export type LeavingAccount = {
  readonly account: string;
  readonly fleet: string;
  /** Date in UTC from which `destroy --leaving` includes it; null until an apply has recorded it. */
  readonly due: string | null;
};

/** Lists the leaving accounts of an environment that state has, in the order of their manifests. */
export async function listLeaving(
  store: StoreReader,
  entries: readonly AccountEntry[],
  environment: string,
): Promise<readonly LeavingAccount[]> {
  const found: LeavingAccount[] = [];
  for (const entry of entries) {
    const { key: account, layering } = entry;
    if (entry.isLeaving !== true || layering?.fleet == null) continue;
    if (findIdInEnvironment(entry, environment) === null) continue;
    const address = toAccountAddress(account);
    const record = (await store.readState(account, [address])).objects.get(address);
    if (record === undefined) continue;
    const { name, document } = layering.fleet;
    const days = document.written.spec.graceDays ?? defaultGraceDays;
    const due = record.leavingSince === undefined ? null : addDays(record.leavingSince, days);
    found.push({ account, fleet: name, due });
  }
  return found;
}

/** Returns whether the grace period of an account is over; `today` is a date in UTC. */
export function isDue({ due }: LeavingAccount, today: string): boolean {
  return due !== null && due <= today;
}

/** Reports the accounts whose grace period is over, once for each fleet, with the command. */
export function reportDue(
  leaving: readonly LeavingAccount[],
  { today, ...place }: { readonly today: string } & Pick<CommandPlace, 'environment' | 'directory'>,
): readonly Diagnostic[] {
  const due = leaving.filter((each) => isDue(each, today));
  return [...Map.groupBy(due, ({ fleet }) => fleet)].map(([fleet, accounts]) => {
    const command = formatCommand(`destroy --fleet ${fleet} --leaving`, place);
    const names = accounts.map(({ account }) => account);
    const isOne = accounts.length === 1;
    return reportWarning('leaving-due', {
      summary: `The grace period of ${accounts.length} leaving ${isOne ? 'account' : 'accounts'} of the fleet ${fleet} is over: ${formatSome(names, mostNamed)}`,
      remedy: `Run ${command} to destroy ${isOne ? 'it' : 'them'}, then remove ${isOne ? 'its row' : 'their rows'} with cyclectl fleet remove.`,
    });
  });
}

function addDays(moment: string, days: number): string {
  const date = new Date(Date.parse(moment) + days * 86_400_000);
  return date.toISOString().slice(0, 'YYYY-MM-DD'.length);
}
