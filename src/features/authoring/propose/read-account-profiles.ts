import { runInOrder } from '../../../kit/tasks/run-in-order.ts';
import {
  type Describer,
  describeLive,
  reportSecretName,
  reportUnread,
} from '../describe/describe-live.ts';
import type { ExportableAccount } from '../export/list-exportable.ts';
import { makeAccountProfile } from './make-account-profile.ts';
import type { AccountProfile, UnreadAccount } from './proposal.ts';

/** An account in words that others share, or why nothing is known of it. */
export type ProfiledAccount =
  | { readonly kind: 'sketched'; readonly profile: AccountProfile }
  | { readonly kind: 'unread'; readonly unread: UnreadAccount };

/**
 * Reads and describes accounts as an export does, with or without a manifest, many at a time and in the order of their
 * keys. Nothing is written anywhere, and no more than those in flight are in memory.
 */
export function readAccountProfiles(
  describer: Describer,
  accounts: readonly ExportableAccount[],
  width: number,
): AsyncGenerator<ProfiledAccount, void, undefined> {
  return runInOrder(accounts, width, async ({ key, account }): Promise<ProfiledAccount> => {
    const described = await describeLive(describer, describer.context.reader, {
      key,
      account,
      hasFiles: false,
    });
    if (described.ok && described.value.hasSecretName) {
      const diagnostics = [reportSecretName()];
      return { kind: 'unread', unread: { account: account.id, id: account.id, diagnostics } };
    }
    if (described.ok)
      return { kind: 'sketched', profile: makeAccountProfile(described.value.described) };
    const remedy = 'Nothing of it was counted; run the command again.';
    const diagnostics = [reportUnread(key, described.failure, remedy)];
    return { kind: 'unread', unread: { account: key, id: account.id, diagnostics } };
  });
}
