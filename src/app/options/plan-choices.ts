import type { PlanChoices } from '../../model/plan/plan.ts';

/** Options that a person can pass for a plan. */
export type PlanChoiceOptions = {
  /** Sends values again that cannot be verified, such as secrets and schedules. */
  readonly rewrite?: boolean;
  /** The exact number of deletes and replacements that are allowed. */
  readonly allowDeletes?: number;
  /** The most protected accounts that may be orphaned. */
  readonly allowOrphans?: number;
  /** Allows cycles to be replaced, because their origin changes. */
  readonly allowReplace?: boolean;
  /** Allows cycles to get new webhook URLs, which callers must be given. */
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
