import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type { RemoteId } from '../../../model/live/live.ts';

/** What became of an import as a template. */
export type TemplateOutcome =
  /** Nothing was sent. */
  | { readonly kind: 'refused'; readonly diagnostics: readonly Diagnostic[] }
  /** Nothing was made: the service has not taken it. */
  | { readonly kind: 'failed'; readonly diagnostics: readonly Diagnostic[] }
  /** It may have been made. */
  | { readonly kind: 'unknown'; readonly diagnostics: readonly Diagnostic[] }
  | TemplateMade;

export type TemplateMade = {
  readonly kind: 'made';
  /** Null where neither the answer nor the list told it. */
  readonly id: RemoteId | null;
  /** By an earlier import, whose end was not known. */
  readonly isEarlier: boolean;
};
