import type { PageAccount, PageData } from '../../src/reports/html/page-data.ts';
import { findElement, makeBadge, makeElement, makeMark } from './make-element.ts';
import { nameObject } from './show-blocks.ts';
import { type View, writeHash } from './view-in-hash.ts';

/** Rows to add at a time, on scrolling. */
const chunk = 50;

/** Table of accounts and objects, with rows added on scrolling. */
export class AccountTable {
  readonly #data: PageData;
  readonly #rows = findElement('rows', HTMLTableSectionElement);
  readonly #more = findElement('more', HTMLButtonElement);
  readonly #hasRest: boolean;
  readonly #hasAges: boolean;
  #accounts: readonly PageAccount[] = [];
  #view: View | null = null;
  #shown = 0;

  constructor(data: PageData) {
    this.#data = data;
    this.#hasRest = data.keys.length > data.columns;
    this.#hasAges = data.accounts.some(({ since }) => since !== undefined);
    this.#makeColumns();
    this.#more.addEventListener('click', () => this.showMore());
    // A click beside the link opens the account too, unless text is selected.
    this.#rows.addEventListener('click', ({ target }) => {
      if (!(target instanceof Element) || target.closest('a') !== null) return;
      if (getSelection()?.isCollapsed === false) return;
      target.closest('tr')?.querySelector<HTMLAnchorElement>('th a')?.click();
    });
    new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) this.showMore();
    }).observe(this.#more);
  }

  /** Shows these accounts from the start. */
  show(accounts: readonly PageAccount[], view: View): void {
    this.#accounts = accounts;
    this.#view = { ...view, account: '' };
    this.#shown = 0;
    this.#rows.replaceChildren();
    const table = findElement('table', HTMLTableElement);
    table.setAttribute('aria-rowcount', String(accounts.length + 2));
    this.showMore();
    if (accounts.length > 0) return;
    const cell = makeElement('td', { colspan: 99, class: 'none' }, 'No account matches.');
    this.#rows.append(makeElement('tr', {}, cell));
  }

  /** Adds more rows, if there are any. */
  showMore(): void {
    const next = this.#accounts.slice(this.#shown, this.#shown + chunk);
    const rows = next.map((account, place) => this.#makeRow(account, this.#shown + place));
    this.#rows.append(...rows);
    this.#shown += next.length;
    const left = this.#accounts.length - this.#shown;
    this.#more.hidden = left === 0;
    this.#more.textContent = `Show ${Math.min(left, chunk)} more of ${left.toLocaleString('en')}`;
  }

  /** Links to the visible accounts, in order. */
  links(): readonly HTMLAnchorElement[] {
    return [...this.#rows.querySelectorAll<HTMLAnchorElement>('th a')];
  }

  #makeColumns(): void {
    const { keys, columns } = this.#data;
    const paths = keys.slice(0, columns);
    const groups: { name: string; span: number }[] = [];
    for (const path of paths) {
      const name = path === '' ? '' : path.startsWith('connectors/') ? 'Connectors' : 'Cycles';
      const last = groups.at(-1);
      if (last?.name === name) last.span += 1;
      else groups.push({ name, span: 1 });
    }
    const above = makeElement('tr', { class: 'groups', 'aria-rowindex': 1 });
    const { labels, labelColumns } = this.#data;
    above.append(makeElement('td', { colspan: (this.#hasAges ? 3 : 2) + labelColumns }));
    for (const { name, span } of groups) {
      const cell = name === '' ? makeElement('td') : makeElement('th', { scope: 'colgroup' }, name);
      cell.colSpan = span;
      above.append(cell);
    }
    const head = makeElement('tr', { 'aria-rowindex': 2 });
    const makeHead = (title: string, name: string) =>
      makeElement('th', { scope: 'col', class: name }, title);
    head.append(
      ...['Account', 'State'].map((title) => makeHead(title, '')),
      ...(this.#hasAges ? [makeHead('Known', 'age')] : []),
      ...labels.slice(0, labelColumns).map((name) => makeHead(name, 'by-label')),
    );
    head.append(...paths.map((path) => makeColumn(path === '' ? 'account' : path)));
    if (this.#hasRest) head.append(makeColumn('others'));
    findElement('columns', HTMLTableSectionElement).append(above, head);
  }

  #makeRow(account: PageAccount, place: number): HTMLTableRowElement {
    const { accountStates, made } = this.#data;
    const state = accountStates[account.state];
    const link = makeElement('a', { href: this.#link(account.name) }, account.name);
    const name = makeElement('th', { scope: 'row' }, link);
    if (account.says !== undefined) {
      name.append(makeElement('span', { class: 'says', title: account.says }, account.says));
    }
    if (account.changes !== undefined) {
      const { changes } = account;
      name.append(makeElement('span', { class: 'changed', title: changes }, changes));
    }
    const row = makeElement('tr', { 'aria-rowindex': place + 3 }, name);
    row.append(makeElement('td', {}, ...(state === undefined ? [] : [makeBadge(state)])));
    if (this.#hasAges) {
      const age = account.since === undefined ? [] : [sayAge(account.since, made)];
      row.append(makeElement('td', { class: 'age' }, ...age));
    }
    row.append(...this.#makeLabels(account), ...this.#makeCells(account));
    return row;
  }

  #makeLabels({ labels = [] }: PageAccount): HTMLTableCellElement[] {
    const byName = new Map(labels);
    return Array.from({ length: this.#data.labelColumns }, (_, name) =>
      makeElement('td', { class: 'by-label' }, byName.get(name) ?? ''),
    );
  }

  #makeCells(account: PageAccount): HTMLTableCellElement[] {
    const { columns, objectStates, keys } = this.#data;
    const byKey = new Map(account.objects.map((key, place) => [key, account.letters[place] ?? '']));
    const cells = Array.from({ length: columns }, (_, key) => {
      const state = objectStates[byKey.get(key) ?? ''];
      if (state === undefined) return makeElement('td', { class: 'cell' });
      const mark = makeMark(state);
      const word = makeElement('span', { class: 'away' }, state.label);
      if (state.name === 'clean') return makeElement('td', { class: 'cell' }, mark, word);
      const path = keys[key] ?? '';
      const href = this.#link(path === '' ? account.name : `${account.name}/${path}`);
      const title = `${nameObject(path)}: ${state.label}`;
      return makeElement(
        'td',
        { class: 'cell' },
        makeElement('a', { href, title, tabindex: '-1' }, mark, word),
      );
    });
    return this.#hasRest ? [...cells, this.#makeRest(byKey)] : cells;
  }

  // Shows the worst of the columns that are left out, and their number.
  #makeRest(byKey: ReadonlyMap<number, string>): HTMLTableCellElement {
    const letters = [...byKey].flatMap(([key, letter]) =>
      key >= this.#data.columns ? [letter] : [],
    );
    const order = Object.entries(this.#data.objectStates);
    const worst = order.find(([letter]) => letters.includes(letter))?.[1];
    if (worst === undefined) return makeElement('td', { class: 'cell' });
    const word = makeElement('span', { class: 'away' }, worst.label);
    return makeElement('td', { class: 'cell' }, makeMark(worst), word, ` ${letters.length}`);
  }

  #link(account: string): string {
    return this.#view === null ? '#' : writeHash({ ...this.#view, account });
  }
}

function makeColumn(path: string): HTMLTableCellElement {
  const name = path.replace(/^(?:connectors|cycles)\//, '');
  const label = makeElement('span', { title: path }, name);
  return makeElement('th', { scope: 'col', class: 'object' }, label);
}

// Age of a finding, with its time.
function sayAge(since: string, made: string): HTMLElement {
  const days = Math.floor((Date.parse(made) - Date.parse(since)) / 86_400_000);
  const says = days < 1 ? 'since today' : `for ${days} ${days === 1 ? 'day' : 'days'}`;
  return makeElement('time', { class: 'tag', datetime: since, title: since }, says);
}
