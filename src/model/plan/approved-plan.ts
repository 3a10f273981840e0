import type { AccountPlan } from './plan.ts';

declare const approvedBrand: unique symbol;

/** A plan that policy let through. Apply accepts nothing else, and only policy makes one. */
export type ApprovedPlan = AccountPlan & { readonly [approvedBrand]: true };
