import { findElement } from './make-element.ts';
import type { AccountPanel } from './show-panel.ts';
import type { AccountTable } from './show-table.ts';

/** Keyboard control of the list: `/` searches, arrows move through the accounts. */
export function listenToKeys(table: AccountTable, panel: AccountPanel): void {
  const search = findElement('search', HTMLInputElement);
  addEventListener('keydown', (event) => {
    if (panel.isOpen || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === '/' && !isTyping(event.target)) {
      event.preventDefault();
      search.focus();
      search.select();
    }
    if (event.key === 'Escape' && event.target === search && search.value !== '') {
      event.preventDefault();
      search.value = '';
      search.dispatchEvent(new Event('input'));
    }
    if (event.target === search && event.key === 'ArrowDown') goTo(table, 0, event);
    else goThrough(table, event);
  });
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
}

function goThrough(table: AccountTable, event: KeyboardEvent): void {
  const links = table.links();
  const { activeElement } = document;
  if (!(activeElement instanceof HTMLAnchorElement)) return;
  const place = links.indexOf(activeElement);
  if (place < 0) return;
  switch (event.key) {
    case 'ArrowDown':
      if (place === links.length - 1) table.showMore();
      goTo(table, place + 1, event);
      return;
    case 'ArrowUp':
      goTo(table, place - 1, event);
      return;
    case 'Home':
      goTo(table, 0, event);
      return;
    case 'End':
      goTo(table, links.length - 1, event);
      return;
  }
}

function goTo(table: AccountTable, place: number, event: KeyboardEvent): void {
  const link = table.links()[place];
  if (link === undefined) return;
  event.preventDefault();
  link.focus();
  link.scrollIntoView({ block: 'nearest' });
}
