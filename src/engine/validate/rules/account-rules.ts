import type { WrittenAccount } from '../../../model/manifest/manifest.generated.ts';
import { checkAccountId } from './check-account-id.ts';
import { checkEnvironments } from './check-environments.ts';
import { checkScheduleWithState } from './check-schedule-with-state.ts';
import { checkSingleRuns } from './check-single-runs.ts';
import { checkTimezone } from './check-timezone.ts';
import { checkUniqueNames } from './check-unique-names.ts';
import { checkConnectorKeys } from './names/check-connector-keys.ts';
import { checkEarlierKeys } from './names/check-earlier-keys.ts';
import { checkIgnores } from './names/check-ignores.ts';
import { checkOwners } from './names/check-owners.ts';
import type { Rule } from './rule.ts';
import { checkEncryptedWebhook } from './values/check-encrypted-webhook.ts';
import { checkExpressionForm } from './values/check-expression-form.ts';
import { checkNumberForm } from './values/check-number-form.ts';
import { checkSafeChecks } from './values/check-safe-checks.ts';
import { checkSecretTexts } from './values/check-secret-texts.ts';
import { checkServiceWords } from './values/check-service-words.ts';

/** All rules of an account, in the order of their diagnostics. */
export const accountRules: readonly Rule<WrittenAccount>[] = [
  checkAccountId,
  checkEnvironments,
  checkTimezone,
  checkUniqueNames,
  checkEarlierKeys,
  checkNumberForm,
  checkExpressionForm,
  checkServiceWords,
  checkConnectorKeys,
  checkScheduleWithState,
  checkSingleRuns,
  checkSafeChecks,
  checkOwners,
  checkIgnores,
  checkSecretTexts,
  checkEncryptedWebhook,
];
