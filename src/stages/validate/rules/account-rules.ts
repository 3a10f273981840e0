import type { WrittenAccount } from '../../../model/manifest.generated.ts';
import type { Rule } from './rule.ts';

/** All rules of an account, in the order of their messages. */
export const accountRules: readonly Rule<WrittenAccount>[] = [];
