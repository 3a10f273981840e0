import type { PageAccount, PageData } from '../../src/reports/html/page-data.ts';
import { findAccounts, listAccounts } from './find-accounts.ts';
import { listenToKeys } from './listen-to-keys.ts';
import { findElement, makeElement, makeMark } from './make-element.ts';
import { offerExport } from './offer-export.ts';
import { offerFilters } from './offer-filters.ts';
import { offerThemes } from './offer-themes.ts';
import { AccountPanel } from './show-panel.ts';
import { preparePrint } from './show-print.ts';
import { AccountTable } from './show-table.ts';
import { readHash, type View, writeHash } from './view-in-hash.ts';

/** Starts the page: its address has the view, and all else follows from that. */
function start(): void {
  offerThemes();
  const app = document.getElementById('app');
  if (app === null) return;
  const text = findElement('data', HTMLScriptElement).textContent ?? '{}';
  const data: PageData = JSON.parse(text);
  startList(data);
  findElement('plain', HTMLElement).hidden = true;
  app.hidden = false;
}

function startList(data: PageData): void {
  const all = listAccounts(data);
  const table = new AccountTable(data);
  let view = readHash(location.hash);
  let found: readonly PageAccount[] = [];
  const go = (next: View, isTyped = false) => {
    // Typing replaces the history entry, so that Back skips single letters.
    if (isTyped) history.replaceState(null, '', writeHash(next));
    else history.pushState(null, '', writeHash(next));
    show(next);
  };
  const panel = new AccountPanel(data, {
    close: () => go({ ...view, account: '' }),
    step: (by) => {
      const place = found.findIndex(
        ({ name }) => name === findNamed(data, view.account)?.account.name,
      );
      const next = found[(place + by + found.length) % found.length];
      if (next !== undefined) go({ ...view, account: next.name });
    },
  });
  const exported = offerExport(data);
  const filters = offerFilters(data, (change, isTyped) => go({ ...view, ...change }, isTyped));
  let listed = '';
  const show = (next: View) => {
    const before = view.account;
    view = next;
    filters.show(view);
    const list = writeHash({ ...view, account: '' });
    if (list !== listed) {
      listed = list;
      found = findAccounts(all, view, data);
      table.show(found, view);
      sayCount(found.length, data.accounts.length);
      exported.show(found, view);
    }
    showAccount({ data, panel, view });
    if (view.account === '' && before !== '') focusOn(table, findNamed(data, before)?.account);
  };
  addEventListener('hashchange', () => show(readHash(location.hash)));
  scrollToList();
  listenToKeys(table, panel);
  preparePrint(data);
  showKey(data);
  sayFolded(data);
  show(view);
}

function showAccount({
  data,
  panel,
  view,
}: {
  readonly data: PageData;
  readonly panel: AccountPanel;
  readonly view: View;
}): void {
  if (view.account === '') {
    panel.close();
    return;
  }
  const named = findNamed(data, view.account);
  if (named === null) panel.openMissing(view.account);
  else panel.open(named.account, named.path);
}

/** Account of a link, and the path of an object in it. */
function findNamed(
  { accounts }: PageData,
  text: string,
): { readonly account: PageAccount; readonly path: string } | null {
  const whole = accounts.find(({ name }) => name === text);
  if (whole !== undefined) return { account: whole, path: '' };
  const slash = text.indexOf('/');
  const account = accounts.find(({ name }) => name === text.slice(0, slash));
  return account === undefined ? null : { account, path: text.slice(slash + 1) };
}

function focusOn(table: AccountTable, account: PageAccount | undefined): void {
  const link = table.links().find(({ textContent }) => textContent === account?.name);
  (link ?? findElement('search', HTMLInputElement)).focus();
}

function sayCount(found: number, all: number): void {
  const number = (many: number) => many.toLocaleString('en');
  const noun = all === 1 ? 'account' : 'accounts';
  const says =
    found === all ? `${number(all)} ${noun}` : `${number(found)} of ${number(all)} ${noun}`;
  findElement('count', HTMLElement).textContent = says;
}

function sayFolded({ accounts }: PageData): void {
  const folded = accounts.filter((account) => account.folded === true).length;
  if (folded === 0) return;
  const says = `This page leaves out the details of ${folded.toLocaleString('en')} accounts to stay small; the JSON report has them.`;
  findElement('folded', HTMLElement).textContent = says;
}

// Scrolls to the list after a click on a chart or tile, which filters it.
function scrollToList(): void {
  const list = findElement('list', HTMLElement);
  for (const link of document.querySelectorAll('.tiles a, .charts a, .changes a')) {
    link.addEventListener('click', () => list.scrollIntoView());
  }
}

function showKey({ accounts, objectStates }: PageData): void {
  const used = new Set(accounts.flatMap(({ letters }) => [...letters]));
  const items = Object.entries(objectStates)
    .filter(([letter]) => used.has(letter))
    .map(([, state]) => makeElement('li', {}, makeMark(state), state.label));
  findElement('key', HTMLElement).append(...items);
}

start();
