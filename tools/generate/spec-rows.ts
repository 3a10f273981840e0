import { readFileSync } from 'node:fs';
import { readContractPart, type Sample } from './samples.ts';

// The specification as rows: each row of its tables and each rule of its lists, with what proves it.

/** One row of the specification. */
export interface SpecRow {
  /** Such as `4.6`. */
  readonly part: string;
  /** What that part is about. */
  readonly about: string;
  readonly row: string;
  /** What it says, in our own words. */
  readonly says: string;
  /** Samples as `area: title` and tests as `path: title`. */
  readonly metBy: readonly string[];
  /** Why no program can meet it. */
  readonly outside: string | null;
}

interface WrittenPart {
  readonly part: string;
  readonly about: string;
  readonly rows: readonly {
    readonly row: string;
    readonly says: string;
    readonly metBy?: readonly string[];
    readonly outside?: string;
  }[];
}

/** All rows of parts 2 to 9, in their order. */
export function readSpecRows(): readonly SpecRow[] {
  return readContractPart<readonly WrittenPart[]>('spec-rows.yaml', 'rows').flatMap(
    ({ part, about, rows }) =>
      rows.map(({ metBy = [], outside = null, ...row }) => ({
        part,
        about,
        ...row,
        metBy,
        outside,
      })),
  );
}

/** Names of the rows that nothing proves yet, as `toRowName` gives them. */
export function readRowsNotYetMet(): readonly string[] {
  return readContractPart('not-yet-rows.yaml', 'rowNames');
}

/** A row as one text. */
export function nameRow({ part, row }: Pick<SpecRow, 'part' | 'row'>): string {
  return `${part} ${row}`;
}

/** The samples that a proof names; several where its title stands above several lines. */
export function findSamples(samples: readonly Sample[], proof: string): readonly Sample[] {
  return samples.filter(
    ({ area, title }) =>
      proof === `${area}: ${title}` || `${area}: ${title}`.startsWith(`${proof}: `),
  );
}

/** Whether a proof names a test that is written in the file that it names. */
export function isTest(proof: string): boolean {
  const [, path, title] = /^(test\/[\w/.-]+\.test\.ts): (.+)$/.exec(proof) ?? [];
  if (path === undefined || title === undefined) {
    return false;
  }
  const source = readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
  return source.includes(`'${title.replaceAll("'", "\\'")}'`) || source.includes(`"${title}"`);
}
