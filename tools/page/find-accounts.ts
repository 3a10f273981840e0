import type { PageAccount, PageData } from '../../src/reports/html/page-data.ts';
import type { View } from './view-in-hash.ts';

/** An account with its search text. */
export type Listed = {
  readonly account: PageAccount;
  /** All its words, in lower case. */
  readonly words: string;
};

/** The accounts of a page, in the order of the report. */
export function listAccounts(data: PageData): readonly Listed[] {
  return data.accounts.map((account) => {
    const words = [account.name, account.says ?? ''];
    for (const [name, value] of account.labels ?? []) words.push(`${data.labels[name]}=${value}`);
    for (const key of account.objects) words.push(data.keys[key] ?? '');
    gatherWords(account.parts, words);
    return { account, words: words.join('\n').toLowerCase() };
  });
}

/** Accounts of a view, in its order. */
export function findAccounts(
  all: readonly Listed[],
  view: View,
  data: PageData,
): readonly PageAccount[] {
  const sought = view.search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const letter = findLetter(view.kind, data);
  const impact = data.impacts.indexOf(view.impact);
  const found = all.filter(
    ({ account, words }) =>
      isInState(account, view.state, data) &&
      (view.kind === '' || (letter !== null && account.letters.includes(letter))) &&
      (impact < 0 || (account.impact ?? 0) === impact) &&
      (view.group === '' || account.groups?.includes(Number(view.group)) === true) &&
      hasLabels(account, view, data) &&
      sought.every((word) => words.includes(word)),
  );
  return found.sort(compareBy(view.sort)).map(({ account }) => account);
}

function isInState({ state }: PageAccount, wanted: string, data: PageData): boolean {
  if (wanted === '') return true;
  return wanted === 'person' ? data.accountStates[state]?.needs === true : state === wanted;
}

function hasLabels({ labels = [] }: PageAccount, view: View, data: PageData): boolean {
  return Object.entries(view.labels).every(([name, wanted]) =>
    labels.some(([place, value]) => data.labels[place] === name && value === wanted),
  );
}

function findLetter(kind: string, { objectStates }: PageData): string | null {
  return Object.entries(objectStates).find(([, { name }]) => name === kind)?.[0] ?? null;
}

function compareBy(sort: string): (left: Listed, right: Listed) => number {
  const byName = (left: Listed, right: Listed) => (left.account.name < right.account.name ? -1 : 1);
  switch (sort) {
    case 'name':
      return byName;
    case 'oldest':
      return (left, right) =>
        compareTexts(left.account.since ?? '~', right.account.since ?? '~') || byName(left, right);
    case 'most':
      return (left, right) =>
        (right.account.count ?? 0) - (left.account.count ?? 0) || byName(left, right);
    default:
      return (left, right) =>
        left.account.rank - right.account.rank ||
        (right.account.impact ?? 0) - (left.account.impact ?? 0) ||
        (right.account.count ?? 0) - (left.account.count ?? 0) ||
        byName(left, right);
  }
}

function compareTexts(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

// Values that people read, without property names.
function gatherWords(value: unknown, words: string[]): void {
  if (typeof value === 'string') words.push(value);
  else if (Array.isArray(value)) for (const item of value) gatherWords(item, words);
  else if (typeof value === 'object' && value !== null) {
    for (const [name, item] of Object.entries(value)) {
      if (name !== 'is' && name !== 'letter') gatherWords(item, words);
    }
  }
}
