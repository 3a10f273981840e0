import { noChoices, type PlanChoices } from '../../src/model/plan/plan.ts';

/** Whoever applies with these has looked at the plan, and lets it replace what it wants. */
export const allAllowed: PlanChoices = {
  ...noChoices,
  allowReplace: true,
  allowNewWebhookUrls: true,
};
