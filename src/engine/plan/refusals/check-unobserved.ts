import type { DesiredAccount } from '../../../model/desired/desired.ts';
import { type Refusal, reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { AccountDiff, ConnectorDiff } from '../../../model/diff/field-diff.ts';
import { formatStateCommand } from '../../../model/report/advice/commands.ts';

/**
 * Refuses to install a connector that may exist if the service does not list connectors: after a
 * lost answer, and in an account without state. A person has to check.
 */
export function checkUnobserved(diff: AccountDiff): Refusal[] {
  if (diff.capabilities.connectors) return [];
  const missing = diff.connectors.filter((connector) => connector.live === null);
  const lost = missing.filter(({ address }) => diff.state.creates.has(address));
  const isUnknown = diff.account.live !== null && diff.state.objects.size === 0;
  return isUnknown && missing.length > 0
    ? [reportUnknown(diff, missing)]
    : lost.map((connector) => reportLost(connector, diff.desired));
}

function reportLost(
  { address, at, desired }: ConnectorDiff,
  { environment }: DesiredAccount,
): Refusal {
  return reportError('outcome-open', {
    summary: `"${desired.desired.name}" may be installed: the answer was lost, and the service does not list connectors`,
    at,
    address,
    remedy: `Look in the console, then say what you found: ${formatStateCommand('settle', { environment, address })} exists ID, or absent.`,
  });
}

function reportUnknown(
  { account, desired }: AccountDiff,
  missing: readonly ConnectorDiff[],
): Refusal {
  const names = missing.map((connector) => connector.address).join(', ');
  return reportError('connectors-unseen', {
    summary: `${desired.key} exists without state, and the service does not list its connectors`,
    at: account.at,
    address: account.address,
    detail: `It may already have ${names}.`,
    remedy: `For each that exists, run cyclectl state settle -e ${desired.environment} ADDRESS exists ID. If none exists, run ${formatStateCommand('settle', desired)} exists ${desired.id}.`,
  });
}
