import { count } from '../../../kit/text/text-layout.ts';
import type { OutsideKind } from '../../../model/manifest/selection.ts';
import type {
  NamedAccounts,
  NotObservedReason,
  UntrackedAccounts,
} from '../../../model/report/untracked-accounts.ts';
import { listNames, type Phrase } from '../phrase.ts';

const reasons: Readonly<Record<NotObservedReason, string>> = {
  select: 'not listed with --select',
  shard: 'listed by the first part of --shard',
  replaces: 'not listed with --replaces',
  'saved-plan':
    'not listed by the apply of a saved plan of some accounts; run cyclectl plan or drift to list them',
  'not-offered': 'not listed: the service offers no list of accounts',
  unread: 'not listed: the list of accounts could not be read',
};

/** Orphaned and unmanaged accounts in sentences; empty if there are none. */
export function listOutsideGit(outside: UntrackedAccounts | undefined): readonly Phrase[] {
  return [...listOrphaned(outside), ...listNotOurs(outside)];
}

/** Unmanaged accounts, or why none are listed. */
export function listNotOurs(outside: UntrackedAccounts | undefined): readonly Phrase[] {
  if (outside === undefined) return [];
  if (outside.kind === 'not-looked-at')
    return [`Accounts without a manifest: ${reasons[outside.why]}`];
  const { unmanaged, unmatched } = outside;
  return [
    ...listUnmanaged(outside),
    ...(unmatched === 0 || unmanaged.count === 0
      ? []
      : [
          `${count(unmatched, 'manifest')} could not be matched with an account, which may be among the unmanaged`,
        ]),
  ];
}

/** The same of the kinds that were asked for, also if there are none. */
export function listSelectedOutsideGit(
  outside: UntrackedAccounts,
  kinds: readonly OutsideKind[],
): readonly Phrase[] {
  if (kinds.length === 0 || outside.kind === 'not-looked-at') return listOutsideGit(outside);
  return [...new Set(kinds)].flatMap((kind) => {
    if (outside[kind].count === 0) return [`No account is ${kind}`];
    return kind === 'orphaned' ? listOrphaned(outside) : listUnmanaged(outside);
  });
}

type Observed = Extract<UntrackedAccounts, { readonly orphaned: unknown }>;

/** Orphaned accounts in a sentence; empty if there are none. */
export function listOrphaned(outside: UntrackedAccounts | undefined): readonly Phrase[] {
  if (outside?.kind !== 'looked-at') return [];
  const { orphaned } = outside;
  if (orphaned.count === 0) return [];
  const names = formatNames(orphaned, ({ account, cycles }) => [
    { name: account },
    ` (${count(cycles, 'cycle')})`,
  ]);
  const them = orphaned.count === 1 ? 'it' : 'them';
  return [
    [
      `${count(orphaned.count, 'account')} orphaned, ours but in no manifest: `,
      ...names,
      `. Active cycles in ${them} keep running. Restore the manifest to keep an account. To delete it, run cyclectl destroy KEY.`,
    ],
  ];
}

function listUnmanaged({ unmanaged, ignored }: Observed): readonly Phrase[] {
  if (unmanaged.count === 0) return [];
  const names = formatNames(unmanaged, ({ id, name }) =>
    id === name ? [{ name: id }] : [{ name }, ' (', { name: id }, ')'],
  );
  const left = ignored === 0 ? '' : ` ${ignored} more ignored by unmanaged.ignore.`;
  return [
    [
      `${count(unmanaged.count, 'account')} unmanaged, in the service and in no manifest: `,
      ...names,
      `. To write manifests, run cyclectl export. To ignore accounts, add them to unmanaged.ignore in cyclectl.yaml.${left}`,
    ],
  ];
}

function formatNames<T>(
  { count: all, accounts }: NamedAccounts<T>,
  name: (account: T) => Exclude<Phrase, string>,
): Exclude<Phrase, string> {
  return listNames(accounts.map(name), all - accounts.length);
}
