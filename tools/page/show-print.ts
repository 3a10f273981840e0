import type { PageData } from '../../src/reports/html/page-data.ts';
import { findElement, makeBadge, makeElement } from './make-element.ts';
import { showParts } from './show-blocks.ts';

/** Prints all accounts that need manual action, whatever the screen shows. */
export function preparePrint(data: PageData): void {
  const page = findElement('print', HTMLElement);
  const fill = () => {
    if (page.hasChildNodes()) return;
    page.append(...makePaper(data));
  };
  const empty = () => page.replaceChildren();
  matchMedia('print').addEventListener('change', ({ matches }) => (matches ? fill() : empty()));
  addEventListener('beforeprint', fill);
  addEventListener('afterprint', empty);
}

function makePaper(data: PageData): HTMLElement[] {
  const accounts = data.accounts
    .filter(({ state }) => data.accountStates[state]?.needs === true)
    .map((account) => ({ account, state: data.accountStates[account.state] }))
    .sort((left, right) => left.account.rank - right.account.rank);
  const others = data.accounts.length - accounts.length;
  const rest = `${others.toLocaleString('en')} other accounts need no manual action.`;
  return [
    makeElement('h2', {}, 'Needs manual action'),
    ...accounts.map(({ account, state }) => {
      const title = makeElement('h3', {}, account.name, ' ');
      if (state !== undefined) title.append(makeBadge(state));
      return makeElement('article', {}, title, ...showParts(account, data, true));
    }),
    makeElement('p', { class: 'plain' }, rest),
  ];
}
