import type { PlanChoices } from '../../model/plan/plan.ts';

/** What a person can choose for a plan, as it was typed. */
export type PlanChoiceOptions = {
  readonly rewrite?: boolean;
  readonly allowDeletes?: number;
  readonly allowReplace?: boolean;
  readonly allowNewWebhookUrls?: boolean;
};

/** What was chosen for a plan that is made now. */
export function toChoices(options: PlanChoiceOptions): PlanChoices {
  return {
    rewrite: options.rewrite === true,
    allowDeletes: options.allowDeletes ?? null,
    allowReplace: options.allowReplace === true,
    allowNewWebhookUrls: options.allowNewWebhookUrls === true,
  };
}

/** What is allowed for a saved plan: when it was made, or by name when it is applied. */
export function mergeChoices(now: PlanChoices, saved: PlanChoices): PlanChoices {
  return {
    ...saved,
    allowDeletes: now.allowDeletes ?? saved.allowDeletes,
    allowReplace: now.allowReplace || saved.allowReplace,
    allowNewWebhookUrls: now.allowNewWebhookUrls || saved.allowNewWebhookUrls,
  };
}
