/** What somebody looks at; all of it stands in the address, so that it can be linked to. */
export type View = {
  /** An account, or an object of it: `northwind/cycles/nightly`; empty where the list is looked at. */
  readonly account: string;
  readonly search: string;
  readonly state: string;
  readonly kind: string;
  readonly impact: string;
  readonly sort: string;
};

const names = ['account', 'search', 'state', 'kind', 'impact', 'sort'] as const;

/** Nothing chosen: all accounts, what needs a person first. */
export const wholeList: View = {
  account: '',
  search: '',
  state: '',
  kind: '',
  impact: '',
  sort: '',
};

/** The view that an address names. What it does not know is left out. */
export function readHash(hash: string): View {
  const read = new URLSearchParams(hash.replace(/^#/, ''));
  return {
    account: read.get('account') ?? '',
    search: read.get('search') ?? '',
    state: read.get('state') ?? '',
    kind: read.get('kind') ?? '',
    impact: read.get('impact') ?? '',
    sort: read.get('sort') ?? '',
  };
}

/** The address of a view, within the page. */
export function writeHash(view: View): string {
  const parts = names
    .filter((name) => view[name] !== '')
    .map((name) => `${name}=${encodeURIComponent(view[name]).replaceAll('%2F', '/')}`);
  return `#${parts.join('&')}`;
}
