import type { WrittenAccount } from '../../../model/manifest/manifest.generated.ts';
import { accountId } from './account-id.ts';
import { knownEnvironments } from './known-environments.ts';
import { knownTimezone } from './known-timezone.ts';
import { earlierKeys } from './names/earlier-keys.ts';
import { knownConnectors } from './names/known-connectors.ts';
import { knownIgnores } from './names/known-ignores.ts';
import { knownOwners } from './names/known-owners.ts';
import type { Rule } from './rule.ts';
import { scheduleWithState } from './schedule-with-state.ts';
import { uniqueNames } from './unique-names.ts';
import { encryptedWebhook } from './values/encrypted-webhook.ts';
import { expressionForm } from './values/expression-form.ts';
import { numberForm } from './values/number-form.ts';
import { safeChecks } from './values/safe-checks.ts';
import { secretTexts } from './values/secret-texts.ts';

/** All rules of an account, in the order of their diagnostics. */
export const accountRules: readonly Rule<WrittenAccount>[] = [
  accountId,
  knownEnvironments,
  knownTimezone,
  uniqueNames,
  earlierKeys,
  numberForm,
  expressionForm,
  knownConnectors,
  scheduleWithState,
  safeChecks,
  knownOwners,
  knownIgnores,
  secretTexts,
  encryptedWebhook,
];
