import { readFileSync } from 'node:fs';
import { readContractPart, type Sample } from './samples.ts';

// Rows of the specification's tables and rules of its lists, with their proofs.

/** One row of the specification. */
export interface SpecRow {
  /** For example `4.6`. */
  readonly part: string;
  /** Subject of that part. */
  readonly about: string;
  readonly row: string;
  /** Its content, in our own words. */
  readonly says: string;
  /** Samples as `area: title` and tests as `path: title`. */
  readonly metBy: readonly string[];
  /** Reason that no program can satisfy it. */
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

/** Names of the rows without a proof, as `toRowName` gives them. */
export function readRowsNotYetMet(): readonly string[] {
  return readContractPart('not-yet-rows.yaml', 'rowNames');
}

/** A row as one text. */
export function nameRow({ part, row }: Pick<SpecRow, 'part' | 'row'>): string {
  return `${part} ${row}`;
}

/** Samples of a proof; several if its title covers several lines. */
export function findSamples(samples: readonly Sample[], proof: string): readonly Sample[] {
  return samples.filter(
    ({ area, title }) =>
      proof === `${area}: ${title}` || `${area}: ${title}`.startsWith(`${proof}: `),
  );
}

/** True if a proof names an existing test in its file. */
export function isTest(proof: string): boolean {
  const [, path, title] = /^(test\/[\w/.-]+\.test\.ts): (.+)$/.exec(proof) ?? [];
  if (path === undefined || title === undefined) {
    return false;
  }
  const source = readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
  return source.includes(`'${title.replaceAll("'", "\\'")}'`) || source.includes(`"${title}"`);
}
