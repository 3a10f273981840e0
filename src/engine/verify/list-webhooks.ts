import type { AccountDiff } from '../../model/diff/field-diff.ts';
import type { AccountOutcome, MadeWebhook } from '../../model/plan/outcome.ts';

/**
 * Lists the webhook steps of new cycles, because each has a URL of its own that its callers need
 * (SERVICE F [C]).
 */
export function listWebhooks(outcome: AccountOutcome, after: AccountDiff): readonly MadeWebhook[] {
  const made = new Set(
    outcome.outcomes
      .filter(({ operation: { action }, result }) => {
        const isMaker = action.kind === 'install-template' || action.kind === 'import-cycle';
        return isMaker && result === 'done';
      })
      .map(({ operation }) => operation.address),
  );
  return after.cycles
    .filter(({ address, live }) => live !== null && made.has(address))
    .flatMap(({ address, desired }) =>
      (desired.shape?.steps ?? [])
        .filter(({ isWebhook }) => isWebhook)
        .map(({ label, webhookUrl }) => ({ address, step: label, url: webhookUrl })),
    );
}
