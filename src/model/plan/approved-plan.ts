import type { AccountPlan } from './plan.ts';

declare const approvedBrand: unique symbol;

/** A plan that the policy approved. Apply accepts nothing else, and only the policy makes one. */
export type ApprovedPlan = AccountPlan & { readonly [approvedBrand]: true };
