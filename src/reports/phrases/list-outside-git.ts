import { formatName } from '../../kit/text/format-name.ts';
import { count, formatParagraph } from '../../kit/text/text-layout.ts';
import type {
  NamedAccounts,
  NotObservedReason,
  UntrackedAccounts,
} from '../../model/report/untracked-accounts.ts';

const reasons: Readonly<Record<NotObservedReason, string>> = {
  select: 'not listed with --select',
  'changed-since': 'not listed with --changed-since',
  replaces: 'not listed with --replaces',
  'saved-plan': 'not listed by the apply of a saved plan; run cyclectl plan or drift to list them',
  'not-offered': 'not listed: the service offers no list of accounts',
  unread: 'not listed: the list of accounts could not be read',
};

/**
 * Orphaned and unmanaged accounts in sentences; empty if there are none. `write` escapes a name for
 * the format, because names of the service are untrusted.
 */
export function listOutsideGit(
  outside: UntrackedAccounts | undefined,
  write: (name: string) => string = formatName,
): readonly string[] {
  if (outside === undefined) return [];
  if (outside.kind === 'not-looked-at')
    return [`Accounts without a manifest: ${reasons[outside.why]}.`];
  const { orphaned, unmanaged, ignored, unmatched } = outside;
  const orphans = formatNames(
    orphaned,
    ({ account, cycles }) => `${write(account)} (${count(cycles, 'cycle')})`,
  );
  const others = formatNames(unmanaged, ({ id, name }) =>
    id === name ? write(id) : `${write(name)} (${write(id)})`,
  );
  const left = ignored === 0 ? '' : ` ${ignored} more ignored by unmanaged.ignore.`;
  return [
    ...(orphaned.count === 0
      ? []
      : [
          `${count(orphaned.count, 'account')} orphaned, ours but in no manifest: ${orphans}. Active cycles in ${them(orphaned)} keep running. Restore the manifest to keep an account. To delete it, run cyclectl destroy KEY.`,
        ]),
    ...(unmanaged.count === 0
      ? []
      : [
          `${count(unmanaged.count, 'account')} unmanaged, in the service and in no manifest: ${others}. To write manifests, run cyclectl export. To ignore accounts, add them to unmanaged.ignore in cyclectl.yaml.${left}`,
        ]),
    ...(unmatched === 0 || unmanaged.count === 0
      ? []
      : [
          `${count(unmatched, 'manifest')} could not be matched with an account, which may be among the unmanaged.`,
        ]),
  ];
}

/** The same as a paragraph for each. */
export function* formatOutsideGit(
  outside: UntrackedAccounts | undefined,
): Generator<string, void, undefined> {
  for (const text of listOutsideGit(outside)) yield `\n${formatParagraph(text, 0)}\n`;
}

function formatNames<T>(
  { count, accounts }: NamedAccounts<T>,
  name: (account: T) => string,
): string {
  const left = count - accounts.length;
  return [...accounts.map(name), ...(left > 0 ? [`and ${left} more`] : [])].join(', ');
}

function them(named: NamedAccounts<unknown>): string {
  return named.count === 1 ? 'it' : 'them';
}
