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

/** Profile of an account, or the reason why it is unknown. */
export type ProfiledAccount =
  | { readonly kind: 'sketched'; readonly profile: AccountProfile }
  | { readonly kind: 'unread'; readonly unread: UnreadAccount };

/**
 * Reads and describes accounts as an export does, many at a time, in the order of keys. Writes
 * nothing and keeps only accounts in flight in memory.
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
    const remedy = 'It was not counted; run the command again.';
    const diagnostics = [reportUnread(key, described.failure, remedy)];
    return { kind: 'unread', unread: { account: key, id: account.id, diagnostics } };
  });
}
