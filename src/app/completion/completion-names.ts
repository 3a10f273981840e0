import { parseJsonText } from '../../kit/json/json.ts';
import type { AddressNames } from '../../model/manifest/manifest.ts';

/** File with the names of a project, in its folder. */
export const projectNamesFile = '.cyclectl/completion-project.index';

/** File with the names of the saved catalog. */
export const catalogNamesFile = '.cyclectl/completion-catalog.index';

/** Names of the saved catalog, of all environments together. */
export type CatalogNames = {
  readonly connectors: readonly string[];
  readonly templates: readonly string[];
};

/** First line of the file of a project. */
export type ProjectHead = CatalogNames & {
  readonly format: 1;
  readonly environments: readonly string[];
  readonly fleets: readonly string[];
  readonly blueprints: readonly string[];
  readonly cycles: readonly string[];
  /** Number of the lines that follow, one per account. */
  readonly accounts: number;
};

/** Names of a project. */
export type ProjectNames = {
  readonly head: ProjectHead;
  /** Keys, sorted. */
  readonly accounts: readonly string[];
  /** The names in addresses of an account; null if there are none. */
  readonly findNames: (account: string) => AddressNames | null;
};

/** Parses the file of a project; null for one of another format. Parses the names of one account when asked. */
export function parseProjectNames(text: string): ProjectNames | null {
  const lines = text.split('\n');
  const head = parseJsonText(lines[0] ?? '') as ProjectHead | undefined;
  if (head?.format !== 1) return null;
  const rows = lines.slice(1, 1 + head.accounts);
  return {
    head,
    accounts: rows.map((row) => row.slice(0, row.indexOf('\t'))),
    findNames: (account) => {
      const row = rows.find((each) => each.startsWith(`${account}\t`));
      const line = Number(row?.slice(account.length + 1));
      const names = parseJsonText(lines[line] ?? '') as AddressNames | null | undefined;
      return names?.cycles === undefined ? null : names;
    },
  };
}

/** Parses the file of the saved catalog. */
export function parseCatalogNames(text: string): CatalogNames | null {
  const names = parseJsonText(text) as CatalogNames | null | undefined;
  return names?.connectors === undefined ? null : names;
}
