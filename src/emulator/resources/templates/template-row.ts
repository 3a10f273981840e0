import type { WrittenTemplate } from './written-template.ts';

/** Template releases (SERVICE B, E.1 [D]): one is Live, and that is what an install takes. */
export type TemplateStatus = 'Draft' | 'Live' | 'Deprecated';

/** A template that was imported or promoted since the start; it stands before the world's of its id. */
export interface TemplateRow {
  readonly id: string;
  readonly isPublished: boolean;
  readonly folderId: string | null;
  /** The first is number 1. */
  readonly releases: readonly TemplateRelease[];
}

export interface TemplateRelease {
  readonly status: TemplateStatus;
  readonly template: WrittenTemplate;
}
