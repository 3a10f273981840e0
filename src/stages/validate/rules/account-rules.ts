import type { WrittenAccount } from '../../../model/manifest.generated.ts';
import { accountId } from './account-id.ts';
import { earlierKeys } from './earlier-keys.ts';
import { encryptedWebhook } from './encrypted-webhook.ts';
import { expressionForm } from './expression-form.ts';
import { knownConnectors } from './known-connectors.ts';
import { knownEnvironments } from './known-environments.ts';
import { knownIgnores } from './known-ignores.ts';
import { knownOwners } from './known-owners.ts';
import { knownTimezone } from './known-timezone.ts';
import { numberForm } from './number-form.ts';
import type { Rule } from './rule.ts';
import { safeChecks } from './safe-checks.ts';
import { scheduleWithState } from './schedule-with-state.ts';
import { secretTexts } from './secret-texts.ts';
import { uniqueNames } from './unique-names.ts';

/** All rules of an account, in the order of their messages. */
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
