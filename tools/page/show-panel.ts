import type { PageAccount, PageData } from '../../src/reports/html/page-data.ts';
import { copyText, makeButton } from './copy-text.ts';
import { findElement, makeBadge, makeElement } from './make-element.ts';
import { showParts } from './show-blocks.ts';

/** Actions of the page for the panel. */
export type PanelMoves = {
  /** Moves that many accounts on in the list. */
  readonly step: (by: number) => void;
  readonly close: () => void;
};

/** Panel with all details of one account. */
export class AccountPanel {
  readonly #data: PageData;
  readonly #moves: PanelMoves;
  readonly #panel = findElement('panel', HTMLDialogElement);
  readonly #body = findElement('panel-body', HTMLDivElement);

  constructor(data: PageData, moves: PanelMoves) {
    this.#data = data;
    this.#moves = moves;
    this.#panel.addEventListener('cancel', (event) => {
      event.preventDefault();
      moves.close();
    });
    this.#panel.addEventListener('click', (event) => {
      if (event.target === this.#panel) moves.close();
    });
  }

  get isOpen(): boolean {
    return this.#panel.open;
  }

  /** Shows an account; `path` is the object to scroll to. */
  open(account: PageAccount, path: string): void {
    const state = this.#data.accountStates[account.state];
    const title = makeElement('h2', { id: 'panel-title', tabindex: '-1' }, account.name);
    const badge = state === undefined ? [] : [makeBadge(state)];
    const bar = makeElement('div', { class: 'bar' }, title, ...badge);
    const head = makeElement('header', {}, this.#makeButtons(), bar);
    if (account.says !== undefined) {
      head.append(makeElement('p', { class: 'says' }, account.says));
    }
    const labels = (account.labels ?? []).map(([name, value]) =>
      makeElement('span', { class: 'tag' }, `${this.#data.labels[name] ?? ''}: ${value}`),
    );
    if (labels.length > 0) head.append(makeElement('p', { class: 'labels' }, ...labels));
    const content = makeElement('div', { class: 'content' }, ...showParts(account, this.#data));
    this.#body.replaceChildren(head, content);
    if (!this.#panel.open) this.#panel.showModal();
    this.#goTo(path, title);
  }

  /** Reports an unknown account, such as one of an old link. */
  openMissing(name: string): void {
    const title = makeElement('h2', { id: 'panel-title', tabindex: '-1' }, name);
    const says = makeElement('p', { class: 'plain' }, 'This report does not contain the account.');
    this.#body.replaceChildren(makeElement('header', {}, this.#makeButtons(), title), says);
    if (!this.#panel.open) this.#panel.showModal();
    title.focus();
  }

  close(): void {
    if (this.#panel.open) this.#panel.close();
  }

  #goTo(path: string, title: HTMLElement): void {
    const parts = [...this.#body.querySelectorAll<HTMLElement>('.part')];
    const part = path === '' ? undefined : parts.find(({ dataset }) => dataset.key === path);
    if (part === undefined) {
      this.#panel.scrollTop = 0;
      title.focus();
      return;
    }
    part.classList.add('sought');
    part.scrollIntoView({ block: 'start' });
    part.querySelector<HTMLElement>('h3')?.focus({ preventScroll: true });
  }

  #makeButtons(): HTMLElement {
    const copy = makeButton('Copy link', () => copyText(copy, location.href));
    return makeElement(
      'div',
      { class: 'buttons' },
      makeButton('Previous', () => this.#moves.step(-1)),
      makeButton('Next', () => this.#moves.step(1)),
      copy,
      makeButton('Close', this.#moves.close),
    );
  }
}
