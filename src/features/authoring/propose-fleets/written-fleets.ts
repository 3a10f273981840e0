import type { PlanTarget } from '../../../model/plan/plan.ts';
import type { RunCost } from '../../../model/report/report.ts';
import type { SuggestedSecret } from '../describe/described-account.ts';
import type { UnreadAccount } from '../propose/proposal.ts';

/** A fleet that was written. */
export type WrittenFleetFiles = {
  readonly name: string;
  /** Paths of the blueprint, the fleet and its table. */
  readonly files: readonly string[];
  readonly accounts: readonly string[];
  /** Inputs, each a column of the table if a row gives it. */
  readonly inputs: readonly string[];
  /** Accounts with an override. */
  readonly overrides: readonly string[];
};

/** Why an account is in no fleet. */
export type KeptReason = 'few-alike' | 'shared-file' | 'not-equal' | 'cycle-files';

/** An account that keeps its file, or has a new one. */
export type KeptAccount = {
  readonly account: string;
  readonly file: string;
  readonly why: KeptReason;
  readonly isNew: boolean;
};

/** Fleets that were written for existing accounts, and the accounts that are in none. */
export type FleetsResult = {
  readonly fleets: readonly WrittenFleetFiles[];
  readonly kept: readonly KeptAccount[];
  /** Files of accounts that are rows now. */
  readonly removed: readonly string[];
  /** Removed files that had comments, which are in no other file. */
  readonly commented: readonly string[];
  /** Accounts that are equal in every environment before and after. */
  readonly compared: number;
  /** References of accounts that had no manifest. */
  readonly secrets: readonly SuggestedSecret[];
};

/** Data of the result besides its fleets. */
export type FleetsFrame = {
  readonly target: PlanTarget;
  readonly cost: RunCost;
  readonly skipped: number;
  readonly unread: readonly UnreadAccount[];
};
