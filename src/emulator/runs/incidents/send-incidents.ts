import type { State } from '../../state/state.ts';
import { toServiceTime } from '../../world/clock.ts';
import { sendWebhook } from '../webhooks/send-webhook.ts';
import type { Incident } from './incident.ts';

/** StepType of a step that calls a method (SERVICE F [D]). */
const methodStep = 1;

/**
 * Transaction error webhook (SPEC 6): sends incidents to the account's address, warnings only on
 * request; once, unsigned, ignoring the answer (SERVICE F). Run it without an open transaction of
 * the store.
 */
export function sendIncidents(state: State, incidents: readonly Incident[]): void {
  for (const incident of incidents) {
    const accountId = state.cycles.read(incident.cycleId)?.accountId ?? '';
    const account = state.accounts.read(accountId);
    const isWanted =
      account?.webhookEnabled === true &&
      (incident.level === 'Error' || account.webhookIncludeWarnings);
    if (isWanted && account.webhookUrl !== null) {
      sendWebhook(state, account.webhookUrl, {
        Timestamp: toServiceTime(incident.atMs),
        AccountId: account.id,
        AccountExternalId: account.externalId,
        AccountName: account.name,
        CycleId: incident.cycleId,
        CycleName: incident.cycleName,
        StepId: incident.stepId,
        StepName: incident.stepName,
        StepType: methodStep,
        TransactionId: incident.transactionId,
        Message: incident.message,
        Detail: incident.detail,
        IncidentLevel: incident.level,
      });
    }
  }
}
