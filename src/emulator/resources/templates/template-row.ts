import type { WrittenTemplate } from './written-template.ts';

/** Template releases (SERVICE B, E.1 [D]); an install takes the Live one. */
export type TemplateStatus = 'Draft' | 'Live' | 'Deprecated';

/**
 * A template that was imported or promoted since the start; it overrides the world's one with the
 * same id.
 */
export interface TemplateRow {
  readonly id: string;
  readonly isPublished: boolean;
  readonly folderId: string | null;
  /** The first release has number 1. */
  readonly releases: readonly TemplateRelease[];
}

export interface TemplateRelease {
  readonly status: TemplateStatus;
  readonly template: WrittenTemplate;
}
