import { formatName } from '../../kit/text/format-name.ts';
import { count, formatParagraph } from '../../kit/text/text-layout.ts';
import type {
  NamedAccounts,
  NotObservedReason,
  UntrackedAccounts,
} from '../../model/report/untracked-accounts.ts';

const reasons: Readonly<Record<NotObservedReason, string>> = {
  select: 'not looked at under --select',
  'changed-since': 'not looked at under --changed-since',
  replaces: 'not looked at under --replaces',
  'saved-plan': 'not looked at where a saved plan is applied; cyclectl plan and drift tell',
  'not-offered': 'not looked at: the service has no list of accounts',
  unread: 'not looked at: the list of accounts could not be read',
};

/**
 * Accounts that Git does not have, in sentences; none where there are none. `write` shows a name in the format of the
 * report, since those of the service are anybody's text.
 */
export function listOutsideGit(
  outside: UntrackedAccounts | undefined,
  write: (name: string) => string = formatName,
): readonly string[] {
  if (outside === undefined) return [];
  if (outside.kind === 'not-looked-at') return [`Accounts outside Git: ${reasons[outside.why]}.`];
  const { orphaned, unmanaged, ignored, unmatched } = outside;
  const orphans = formatNames(
    orphaned,
    ({ account, cycles }) => `${write(account)} (${count(cycles, 'cycle')})`,
  );
  const others = formatNames(unmanaged, ({ id, name }) =>
    id === name ? write(id) : `${write(name)} (${write(id)})`,
  );
  const left = ignored === 0 ? '' : ` ${ignored} more left out by unmanaged.ignore.`;
  return [
    ...(orphaned.count === 0
      ? []
      : [
          `${count(orphaned.count, 'account')} orphaned, ours and in no manifest: ${orphans}. Active cycles in ${them(orphaned)} run on. Put the manifest back to keep an account; cyclectl destroy KEY deletes it.`,
        ]),
    ...(unmanaged.count === 0
      ? []
      : [
          `${count(unmanaged.count, 'account')} unmanaged, in the service and in no manifest: ${others}. cyclectl export writes manifests; unmanaged.ignore in cyclectl.yaml leaves accounts out.${left}`,
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
  for (const says of listOutsideGit(outside)) yield `\n${formatParagraph(says, 0)}\n`;
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
