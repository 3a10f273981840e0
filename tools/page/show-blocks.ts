import type {
  FieldOnPage,
  NoteOnPage,
  PageAccount,
  PageBlock,
  PageData,
  PagePart,
  PageSide,
  StepOnPage,
  TroubleOnPage,
  ValueOnPage,
} from '../../src/reports/html/page-data.ts';
import { copyText, makeButton } from './copy-text.ts';
import { makeBadge, makeElement, makeMark } from './make-element.ts';

/** Lines of a diff that are visible without a click. */
const maxOpenLines = 14;

/** Details of an account: its parts, then its unchanged objects. */
export function showParts(account: PageAccount, data: PageData, isPrinted = false): HTMLElement[] {
  const parts = (account.parts ?? []).map((part) => showPart(part, data, isPrinted));
  if (account.folded === true) {
    const says =
      'This page leaves out the details of this account to stay small; the JSON report has them.';
    parts.unshift(makeElement('p', { class: 'plain' }, says));
  }
  return isPrinted ? parts : [...parts, ...showOthers(account, data)];
}

function showPart(part: PagePart, data: PageData, isPrinted: boolean): HTMLElement {
  const state = part.letter === undefined ? undefined : data.objectStates[part.letter];
  const title = makeElement('h3', { tabindex: '-1' }, part.title);
  if (state !== undefined) title.append(' ', makeBadge(state));
  const blocks = part.blocks.map((block) =>
    makeElement('li', {}, showBlock(block, data, isPrinted)),
  );
  const says = (part.says ?? []).map((line) => makeElement('p', { class: 'says' }, line));
  const list = makeElement(part.ordered ? 'ol' : 'ul', { class: 'blocks' }, ...blocks);
  const key = part.key === undefined ? undefined : data.keys[part.key];
  return makeElement(
    'section',
    { class: 'part', ...(key === undefined ? {} : { 'data-key': key }) },
    title,
    ...says,
    ...(blocks.length === 0 ? [] : [list]),
  );
}

function showBlock(block: PageBlock, data: PageData, isPrinted: boolean): HTMLElement {
  switch (block.is) {
    case 'field':
      return showField(block, isPrinted);
    case 'value':
      return showValue(block);
    case 'trouble':
      return showTrouble(block);
    case 'note':
      return showNote(block);
    case 'step':
      return showStep(block, data);
  }
}

function showField(block: FieldOnPage, isPrinted: boolean): HTMLElement {
  const head = makeElement('p', { class: 'path' }, makeElement('b', {}, block.path));
  const tags = block.tags.map((tag) => makeElement('span', { class: 'tag' }, tag));
  const field = makeElement('div', { class: 'field' }, head);
  if (tags.length > 0) head.append(...tags);
  if (block.diff !== undefined) field.append(showDiff(block.diff, isPrinted));
  if (block.sides.length > 0) {
    field.append(makeElement('dl', { class: 'sides' }, ...block.sides.map(showSide)));
  }
  if (block.where !== undefined) field.append(showWhere(block.where));
  if (block.answers !== undefined && !isPrinted) field.append(showAnswers(block.answers));
  return field;
}

function showAnswers(answers: NonNullable<FieldOnPage['answers']>): HTMLElement {
  const rows = answers.map(([does, commands]) => {
    const copy = makeButton('Copy', () => copyText(copy, commands));
    copy.setAttribute('aria-label', `Copy the command: ${does}`);
    const head = makeElement('p', {}, makeElement('span', {}, does), copy);
    return makeElement('li', {}, head, makeElement('pre', { tabindex: '0' }, commands));
  });
  return makeElement(
    'details',
    { class: 'answers' },
    makeElement('summary', {}, 'Commands'),
    makeElement('ul', {}, ...rows),
  );
}

function showValue({ path, value, where }: ValueOnPage): HTMLElement {
  const name = makeElement('b', {}, path);
  const text = makeElement('span', value.is === undefined ? {} : { class: value.is }, value.text);
  const place = where === undefined ? [] : [makeElement('span', { class: 'where' }, where)];
  return makeElement('p', { class: 'value' }, name, text, ...place);
}

function showSide({ label, text, is }: PageSide): HTMLElement {
  const value = makeElement('dd', is === undefined ? {} : { class: is }, text);
  const side = `side-${label.toLowerCase().replaceAll(' ', '-')}`;
  return makeElement('div', { class: side }, makeElement('dt', {}, label), value);
}

function showDiff(lines: NonNullable<FieldOnPage['diff']>, isPrinted: boolean): HTMLElement {
  const removed = lines.filter(([mark]) => mark === '-').length;
  const added = lines.filter(([mark]) => mark === '+').length;
  const words: Readonly<Record<string, string>> = { '-': 'removed: ', '+': 'added: ' };
  const kinds: Readonly<Record<string, string>> = { '-': 'less', '+': 'plus', '…': 'rest' };
  const shown = lines.map(([mark, text]) =>
    makeElement(
      'span',
      { class: `line ${kinds[mark] ?? 'same'}` },
      makeElement('span', { 'aria-hidden': 'true' }, `${mark} `),
      makeElement('span', { class: 'away' }, words[mark] ?? ''),
      `${text}\n`,
    ),
  );
  const isOpen = isPrinted || lines.length <= maxOpenLines;
  return makeElement(
    'details',
    { class: 'diff', open: isOpen },
    makeElement('summary', {}, `−${removed} +${added} lines`),
    makeElement('pre', { tabindex: '0' }, ...shown),
  );
}

function showTrouble(block: TroubleOnPage): HTMLElement {
  const { severity, summary, code, lines, remedy, where } = block;
  const head = makeElement(
    'p',
    {},
    makeElement('b', {}, summary),
    ' ',
    makeElement('code', {}, code),
  );
  const trouble = makeElement('div', { class: `trouble ${severity}` }, head);
  for (const line of lines) trouble.append(makeElement('p', {}, line));
  trouble.append(makeElement('p', { class: 'remedy' }, remedy));
  if (where !== undefined) trouble.append(showWhere(where));
  return trouble;
}

function showNote({ needs, about, says, command }: NoteOnPage): HTMLElement {
  const note = makeElement('div', { class: needs ? 'note needs' : 'note' });
  const subject = about === undefined ? [] : [makeElement('b', {}, about), ' '];
  note.append(makeElement('p', {}, ...subject, says));
  if (command !== undefined) note.append(makeElement('pre', { tabindex: '0' }, command));
  return note;
}

function showStep({ says, letter }: StepOnPage, data: PageData): HTMLElement {
  const state = letter === undefined ? undefined : data.objectStates[letter];
  const step = makeElement('div', { class: 'step' }, makeElement('span', {}, says));
  if (state !== undefined) step.append(' ', makeBadge(state));
  return step;
}

function showWhere(where: string): HTMLElement {
  return makeElement('p', { class: 'where' }, where);
}

function showOthers({ objects, letters, parts = [] }: PageAccount, data: PageData): HTMLElement[] {
  const shown = new Set(parts.flatMap(({ key }) => (key === undefined ? [] : [key])));
  const items = objects.flatMap((key, place) => {
    const state = data.objectStates[letters[place] ?? ''];
    if (shown.has(key) || state === undefined) return [];
    const name = nameObject(data.keys[key] ?? '');
    return [makeElement('li', {}, makeMark(state), name, makeElement('span', {}, state.label))];
  });
  if (items.length === 0) return [];
  const title = shown.size > 0 ? 'Other objects' : 'Objects';
  const list = makeElement('ul', { class: 'others' }, ...items);
  return [makeElement('section', { class: 'part' }, makeElement('h3', {}, title), list)];
}

/** Path of an object for people; that of the account is empty. */
export function nameObject(path: string): string {
  return path === '' ? 'the account' : path;
}
