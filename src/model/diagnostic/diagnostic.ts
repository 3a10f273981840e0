import type { Address } from '../address.ts';
import type { ShownValue } from '../plan/change.ts';
import type { Move } from '../plan/move.ts';
import type { SourceSpan } from '../source-span.ts';
import type { DiagnosticCode } from './codes.ts';

/**
 * The manifest, the policy or the live state is at fault. Collected, never thrown; a stage goes on
 * and says all that it found.
 */
export type Diagnostic = {
  readonly code: DiagnosticCode;
  readonly severity: 'error' | 'warning';
  /** One sentence without a full stop: what is wrong. */
  readonly summary: string;
  /** More, if one sentence does not do. */
  readonly detail?: string;
  /** The two values of a field that it is about, as people may see them. */
  readonly values?: { readonly sent: ShownValue; readonly kept: ShownValue };
  /** What the service has of a field that it is about, as people may see it. */
  readonly live?: ShownValue;
  /** What is not as it was planned, one by one. */
  readonly moves?: readonly Move[];
  readonly at?: SourceSpan;
  readonly address?: Address;
  readonly related?: readonly { readonly at: SourceSpan; readonly says: string }[];
  /** What to do, with the line or command to write. */
  readonly remedy?: string;
  /** The lines around `at` may hold a secret: they are never shown. */
  readonly masked?: boolean;
};

/** Whether any of them forbids going on. */
export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((diagnostic) => diagnostic.severity === 'error');
}
