import type { DesiredAccount } from '../../../model/desired/desired.ts';
import type { Refusal } from '../../../model/diagnostic/code-stops.ts';
import type { AccountDiff, ConnectorDiff } from '../../../model/diff/field-diff.ts';
import { formatStateCommand } from '../../../model/report/advice/format-state-command.ts';

/**
 * Refuses to install what may be installed already, where the service does not list connectors: after a
 * lost answer, and in an account that we remember nothing of. A person looks, and says what is there.
 */
export function checkUnobserved(diff: AccountDiff): Refusal[] {
  if (diff.capabilities.connectors) return [];
  const missing = diff.connectors.filter((connector) => connector.live === null);
  const lost = missing.filter(({ address }) => diff.memory.creates.has(address));
  const isUnknown = diff.account.live !== null && diff.memory.objects.size === 0;
  return isUnknown && missing.length > 0
    ? [reportUnknown(diff, missing)]
    : lost.map((connector) => reportLost(connector, diff.desired));
}

function reportLost(
  { address, at, desired }: ConnectorDiff,
  { environment }: DesiredAccount,
): Refusal {
  return {
    code: 'outcome-open',
    severity: 'error',
    summary: `Whether "${desired.desired.name}" was installed is not known: the answer was lost, and the service does not list connectors`,
    at,
    address,
    remedy: `Look in the console, then say what you found: ${formatStateCommand('settle', { environment, address })} exists ID, or absent.`,
  };
}

function reportUnknown(
  { account, desired }: AccountDiff,
  missing: readonly ConnectorDiff[],
): Refusal {
  const names = missing.map((connector) => connector.address).join(', ');
  return {
    code: 'connectors-unseen',
    severity: 'error',
    summary: `${desired.key} exists, nothing of it is remembered, and the service does not list its connectors`,
    at: account.at,
    address: account.address,
    detail: `It may have ${names} already.`,
    remedy: `Say for each that is there: cyclectl state settle -e ${desired.environment} ADDRESS exists ID. If none is: ${formatStateCommand('settle', desired)} exists ${desired.id}.`,
  };
}
