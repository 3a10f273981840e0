import type { PageData } from '../../src/reports/html/page-data.ts';
import { findElement, makeElement } from './make-element.ts';
import { type View, wholeList } from './view-in-hash.ts';

type Change = (change: Partial<View>, isTyped: boolean) => void;
type Choice = readonly [value: string, label: string, count?: number];

const filterNames = ['state', 'kind', 'impact', 'group', 'sort'] as const;

/** Controls above the list: search, filters, order. */
export function offerFilters(
  data: PageData,
  change: Change,
): { readonly show: (view: View) => void } {
  const search = findElement('search', HTMLInputElement);
  const selects = {
    state: findElement('state', HTMLSelectElement),
    kind: findElement('kind', HTMLSelectElement),
    impact: findElement('impact', HTMLSelectElement),
    group: findElement('group', HTMLSelectElement),
    sort: findElement('sort', HTMLSelectElement),
  };
  const ofLabels = offerLabels(data, selects.sort, change);
  fill(selects.state, listStates(data));
  fill(selects.kind, listKinds(data));
  fill(selects.impact, listImpacts(data));
  fill(selects.group, listGroups(data));
  fill(selects.sort, listOrders(data));
  search.addEventListener('input', () => change({ search: search.value }, true));
  search.form?.addEventListener('submit', (event) => event.preventDefault());
  const clear = findElement('clear', HTMLButtonElement);
  clear.addEventListener('click', () => change({ ...wholeList, account: '' }, false));
  for (const name of filterNames) {
    const select = selects[name];
    select.addEventListener('change', () => change({ [name]: select.value }, false));
  }
  return {
    show: (view) => {
      if (search.value !== view.search) search.value = view.search;
      for (const name of filterNames) {
        selects[name].value = view[name];
      }
      ofLabels.show(view);
      const filters = [view.search, view.state, view.kind, view.impact, view.group];
      clear.hidden = [...filters, ...Object.values(view.labels)].every((one) => one === '');
    },
  };
}

/** Values of a label that a list can offer; more are found by the search. */
const maxValues = 200;

/** Filters for the labels that have a column, in front of the order. */
function offerLabels(
  data: PageData,
  sort: HTMLSelectElement,
  change: Change,
): { readonly show: (view: View) => void } {
  let labels: View['labels'] = {};
  const selects = data.labels.slice(0, data.labelColumns).map((name, place) => {
    const select = makeElement('select');
    sort.closest('label')?.before(makeElement('label', {}, makeElement('span', {}, name), select));
    fill(select, listValues(data, place));
    select.addEventListener('change', () => {
      change({ labels: { ...labels, [name]: select.value } }, false);
    });
    return { name, select };
  });
  return {
    show: (view) => {
      labels = view.labels;
      for (const { name, select } of selects) {
        // A label may be called `constructor`.
        select.value = Object.hasOwn(labels, name) ? (labels[name] ?? '') : '';
      }
    },
  };
}

function listValues({ accounts }: PageData, place: number): readonly Choice[] {
  const values = accounts.flatMap(({ labels = [] }) =>
    labels.flatMap(([name, value]) => (name === place ? [value] : [])),
  );
  const counts = [...countBy(values)].sort(([left], [right]) => (left < right ? -1 : 1));
  if (counts.length > maxValues) return [['', 'all']];
  return [['', 'all'], ...counts.map(([value, count]): Choice => [value, value, count])];
}

function fill(select: HTMLSelectElement, choices: readonly Choice[]): void {
  const options = choices.map(([value, label, count]) => {
    const says = count === undefined ? label : `${label} (${count.toLocaleString('en')})`;
    return makeElement('option', { value }, says);
  });
  select.replaceChildren(...options);
  // Hide a filter with a single option.
  const label = select.closest('label');
  if (label !== null) label.hidden = choices.length < 2;
}

function listStates({ accounts, accountStates }: PageData): readonly Choice[] {
  const counts = countBy(accounts.map(({ state }) => state));
  const person = accounts.filter(({ state }) => accountStates[state]?.needs === true).length;
  return [
    ['', 'all'],
    ...(person === 0 ? [] : [['person', 'needs manual action', person] as const]),
    ...Object.entries(accountStates).flatMap(([state, { label }]): Choice[] => {
      const count = counts.get(state);
      return count === undefined ? [] : [[state, label, count]];
    }),
  ];
}

function listKinds({ accounts, objectStates }: PageData): readonly Choice[] {
  const counts = countBy(accounts.flatMap(({ letters }) => [...new Set(letters)]));
  const kinds = Object.entries(objectStates).flatMap(([letter, { name, label }]): Choice[] => {
    const count = counts.get(letter);
    return count === undefined ? [] : [[name, label, count]];
  });
  return [['', 'all'], ...kinds];
}

function listImpacts({ accounts, impacts }: PageData): readonly Choice[] {
  const counts = countBy(accounts.map(({ impact }) => impact ?? 0));
  if (counts.size < 2) return [['', 'all']];
  const known = impacts.flatMap((name, place): Choice[] => {
    const count = counts.get(place);
    return count === undefined ? [] : [[name, name, count]];
  });
  return [['', 'all'], ...known];
}

function listGroups({ accounts }: PageData): readonly Choice[] {
  const counts = countBy(accounts.flatMap(({ groups = [] }) => [...groups]));
  const numbers = [...counts].sort(([left], [right]) => left - right);
  return [
    ['', 'all'],
    ...numbers.map(([number, count]): Choice => [String(number), `group ${number}`, count]),
  ];
}

function listOrders({ accounts }: PageData): readonly Choice[] {
  const hasAges = accounts.some(({ since }) => since !== undefined);
  return [
    ['', 'needs manual action first'],
    ['most', 'most findings first'],
    ...(hasAges ? [['oldest', 'oldest first'] as const] : []),
    ['name', 'by name'],
  ];
}

function countBy<Key>(keys: readonly Key[]): ReadonlyMap<Key, number> {
  const counts = new Map<Key, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}
