import { mapInOrder } from '../../../kit/tasks/map-in-order.ts';
import {
  type Describer,
  describeLive,
  reportSecretName,
  reportUnread,
} from '../describe/describe-live.ts';
import type { ExportableAccount } from '../export/list-exportable.ts';
import type { AccountSketch, UnreadAccount } from './proposal.ts';
import { sketchAccount } from './sketch-account.ts';

/** An account in words that others share, or why nothing is known of it. */
export type Sketched =
  | { readonly kind: 'sketched'; readonly sketch: AccountSketch }
  | { readonly kind: 'unread'; readonly unread: UnreadAccount };

/**
 * Reads and describes accounts as an export does, with or without a manifest, many at a time and in the order of their
 * keys. Nothing is written anywhere, and no more than those in flight are in memory.
 */
export function sketchAccounts(
  describer: Describer,
  accounts: readonly ExportableAccount[],
  width: number,
): AsyncGenerator<Sketched, void, undefined> {
  return mapInOrder(accounts, width, async ({ key, account }): Promise<Sketched> => {
    const described = await describeLive(describer, describer.looking.reader, {
      key,
      account,
      hasFiles: false,
    });
    if (described.ok && described.value.hasSecretName) {
      const diagnostics = [reportSecretName()];
      return { kind: 'unread', unread: { account: account.id, id: account.id, diagnostics } };
    }
    if (described.ok) return { kind: 'sketched', sketch: sketchAccount(described.value.described) };
    const remedy = 'Nothing of it was counted; run the command again.';
    const diagnostics = [reportUnread(key, described.failure, remedy)];
    return { kind: 'unread', unread: { account: key, id: account.id, diagnostics } };
  });
}
