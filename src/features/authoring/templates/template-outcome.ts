import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type { RemoteId } from '../../../model/live/live.ts';

/** Result of an import as a template. */
export type TemplateOutcome =
  /** Nothing was sent. */
  | { readonly kind: 'refused'; readonly diagnostics: readonly Diagnostic[] }
  /** Nothing was created: the service rejected it. */
  | { readonly kind: 'failed'; readonly diagnostics: readonly Diagnostic[] }
  /** It may have been created. */
  | { readonly kind: 'unknown'; readonly diagnostics: readonly Diagnostic[] }
  | TemplateMade;

export type TemplateMade = {
  readonly kind: 'made';
  /** Null when neither the response nor the list shows it. */
  readonly id: RemoteId | null;
  /** True when an earlier import with an unknown result created it. */
  readonly isEarlier: boolean;
};
