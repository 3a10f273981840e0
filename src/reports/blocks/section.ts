import type { Block } from './block.ts';

/** A part of what is said of an account. */
export type SectionKind = keyof typeof sectionTitles;

export type Section = { readonly kind: SectionKind; readonly blocks: readonly Block[] };

/** Titles of sections. Those of objects have the path of each as a title. */
export const sectionTitles = {
  objects: 'The account',
  /** Fields that Git changed and no apply has written yet. */
  pending: 'Changed in Git',
  errors: 'Errors',
  warnings: 'Warnings',
  actions: 'Manual actions',
  notices: 'To know',
  /** Webhook addresses of new cycles, backups. */
  results: 'Results',
  /** Passed checks. */
  checked: 'Checks',
  /** Operations of a plan, in order. */
  planned: 'Operations of apply, in order',
  /** Operations of an apply, in order. */
  completed: 'Completed operations, in order',
} as const;

/** A section, unless it has nothing to say. */
export function makeSection(kind: SectionKind, blocks: readonly Block[]): readonly Section[] {
  return blocks.length === 0 ? [] : [{ kind, blocks }];
}

/** Sections of the page alone: the operations, and checks that passed. */
const ofPage: ReadonlySet<SectionKind> = new Set(['planned', 'completed', 'checked']);

/** Returns whether only the HTML page shows a section. */
export function isOfPage(kind: SectionKind): boolean {
  return ofPage.has(kind);
}
