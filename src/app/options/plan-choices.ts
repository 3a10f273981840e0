import type { PlanChoices } from '../../model/plan/plan.ts';

/** Options that a person can pass for a plan. */
export type PlanChoiceOptions = {
  readonly rewrite?: boolean;
  readonly allowDeletes?: number;
  readonly allowOrphans?: number;
  readonly allowReplace?: boolean;
  readonly allowNewWebhookUrls?: boolean;
};

/** The choices for a plan that is made now. */
export function toChoices(options: PlanChoiceOptions): PlanChoices {
  return {
    rewrite: options.rewrite === true,
    allowDeletes: options.allowDeletes ?? null,
    allowReplace: options.allowReplace === true,
    allowNewWebhookUrls: options.allowNewWebhookUrls === true,
  };
}

/** Permissions of a saved plan: given when it was made, or by name when it is applied. */
export function mergeChoices(now: PlanChoices, saved: PlanChoices): PlanChoices {
  return {
    ...saved,
    allowDeletes: now.allowDeletes ?? saved.allowDeletes,
    allowReplace: now.allowReplace || saved.allowReplace,
    allowNewWebhookUrls: now.allowNewWebhookUrls || saved.allowNewWebhookUrls,
  };
}
