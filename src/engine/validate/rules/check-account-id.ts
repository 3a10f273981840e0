import type { WrittenAccount } from '../../../model/manifest/manifest.generated.ts';
import type { Rule } from './rule.ts';

/**
 * Requires one external id per account: one for all environments (`id`), or one for each (`ids`).
 */
export const checkAccountId: Rule<WrittenAccount> = (document) => {
  const hasId = document.isWritten('/spec/id');
  const hasIds = document.isWritten('/spec/ids');
  const severity = 'error';
  const code = 'account-id';
  if (hasId && hasIds) {
    const related = [{ at: document.keySpanOf('/spec/id'), says: 'the other' }];
    const summary = 'The account has both id and ids';
    const remedy = 'Keep id if it is the same in every environment; otherwise keep ids.';
    return [{ code, severity, summary, at: document.keySpanOf('/spec/ids'), related, remedy }];
  }
  if (hasId || hasIds) return [];
  const summary = 'The account has no id of the service';
  const remedy =
    'Write id: ID under spec, or ids: {ENVIRONMENT: ID} if it differs; in a table, the column id or ids.ENVIRONMENT.';
  return [{ code, severity, summary, at: document.keySpanOf('/spec'), remedy }];
};
