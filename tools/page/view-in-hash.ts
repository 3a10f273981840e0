/** State of the view, all in the address so that a link has it. */
export type View = {
  /** An account, or an object in it: `northwind/cycles/nightly`; empty for the list. */
  readonly account: string;
  readonly search: string;
  readonly state: string;
  readonly kind: string;
  readonly impact: string;
  /** The number of a group of equal changes. */
  readonly group: string;
  readonly sort: string;
  /** Values of labels, by name. */
  readonly labels: Readonly<Record<string, string>>;
};

const names = ['account', 'search', 'state', 'kind', 'impact', 'group', 'sort'] as const;

/** No filter: all accounts, those that need manual action first. */
export const wholeList: View = {
  account: '',
  search: '',
  state: '',
  kind: '',
  impact: '',
  group: '',
  sort: '',
  labels: {},
};

/** Begins the name of a label in an address. */
const labelPrefix = 'label.';

/** View of an address; ignores unknown parts. */
export function readHash(hash: string): View {
  const read = new URLSearchParams(hash.replace(/^#/, ''));
  return {
    account: read.get('account') ?? '',
    search: read.get('search') ?? '',
    state: read.get('state') ?? '',
    kind: read.get('kind') ?? '',
    impact: read.get('impact') ?? '',
    group: read.get('group') ?? '',
    sort: read.get('sort') ?? '',
    labels: Object.fromEntries(
      [...read]
        .filter(([name, value]) => name.startsWith(labelPrefix) && value !== '')
        .map(([name, value]) => [name.slice(labelPrefix.length), value]),
    ),
  };
}

/** Address of a view, within the page. */
export function writeHash(view: View): string {
  const parts = names
    .filter((name) => view[name] !== '')
    .map((name) => `${name}=${encodeURIComponent(view[name]).replaceAll('%2F', '/')}`);
  const labels = Object.entries(view.labels)
    .filter(([, value]) => value !== '')
    .map(
      ([name, value]) => `${encodeURIComponent(labelPrefix + name)}=${encodeURIComponent(value)}`,
    );
  return `#${[...parts, ...labels].join('&')}`;
}
