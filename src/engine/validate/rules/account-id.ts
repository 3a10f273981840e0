import type { WrittenAccount } from '../../../model/manifest/manifest.generated.ts';
import type { Rule } from './rule.ts';

/** An account has its external id once: the same everywhere (`id`), or by environment (`ids`). */
export const accountId: Rule<WrittenAccount> = (document) => {
  const hasId = document.isWritten('/spec/id');
  const hasIds = document.isWritten('/spec/ids');
  const severity = 'error';
  const code = 'account-id';
  if (hasId && hasIds) {
    const related = [{ at: document.keySpanOf('/spec/id'), says: 'the other' }];
    const summary = 'The account has both id and ids';
    const remedy = 'Keep id when it is the same in every environment, ids otherwise.';
    return [{ code, severity, summary, at: document.keySpanOf('/spec/ids'), related, remedy }];
  }
  if (hasId || hasIds) return [];
  const summary = 'The account does not say its id in the service';
  const remedy = 'Write id: ID under spec, or ids: {ENVIRONMENT: ID} where it differs.';
  return [{ code, severity, summary, at: document.keySpanOf('/spec'), remedy }];
};
