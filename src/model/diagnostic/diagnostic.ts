import type { Address } from '../address.ts';
import type { ShownValue } from '../plan/change.ts';
import type { Move } from '../plan/move.ts';
import type { SourceSpan } from '../source-span.ts';
import { codes, type DiagnosticCode } from './codes.ts';

/**
 * An error of the manifest, the policy or the live state. Collected, never thrown, so that a stage
 * reports all of them.
 */
export type Diagnostic = {
  readonly code: DiagnosticCode;
  readonly severity: 'error' | 'warning';
  /** One sentence without a full stop. */
  readonly summary: string;
  /** More, if one sentence does not do. */
  readonly detail?: string;
  /** The two values of a field that it is about, as people may see them. */
  readonly values?: { readonly sent: ShownValue; readonly kept: ShownValue };
  /** The live value of the field, as people may see it. */
  readonly live?: ShownValue;
  /** Changes since the plan, one by one. */
  readonly moves?: readonly Move[];
  readonly at?: SourceSpan;
  readonly address?: Address;
  /** The policy that is violated. */
  readonly policy?: string;
  readonly related?: readonly { readonly at: SourceSpan; readonly says: string }[];
  /** The remedy, with the line or command to write. */
  readonly remedy?: string;
  /** The lines around `at` may hold a secret: they are never shown. */
  readonly masked?: boolean;
};

type Details = Omit<Diagnostic, 'code' | 'severity'>;
type Coded<Code> = Diagnostic & { readonly code: Code };

/** An error of a code; its type has the address that it is about. */
export function reportError<Code extends DiagnosticCode>(
  code: Code,
  details: Details & { readonly address: Address },
): Coded<Code> & { readonly address: Address };
export function reportError<Code extends DiagnosticCode>(code: Code, details: Details): Coded<Code>;
export function reportError<Code extends DiagnosticCode>(
  code: Code,
  details: Details,
): Coded<Code> {
  return { code, severity: 'error', ...details };
}

/** A warning of a code, which stops nothing. */
export function reportWarning<Code extends DiagnosticCode>(
  code: Code,
  details: Details,
): Coded<Code> {
  return { code, severity: 'warning', ...details };
}

/** Returns whether a violation is for JSON and SARIF alone, and counted. */
export function isAudit({ code }: Pick<Diagnostic, 'code'>): boolean {
  return code === 'policy-audit';
}

/** Returns whether any of them is an error. */
export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((diagnostic) => diagnostic.severity === 'error');
}

/** Returns whether an error stops commands that only read, too. */
export function isReadStopped({ code, severity }: Diagnostic): boolean {
  const { stops } = codes[code];
  return severity === 'error' && stops !== 'planning' && stops !== 'object';
}

/** A diagnostic that stops the planning of an object or its account, and not their reading. */
export type Refusal = Diagnostic & {
  /** The object, or a field of it. */
  readonly address: Address;
  readonly code: {
    [Code in DiagnosticCode]: (typeof codes)[Code]['stops'] extends 'object' | 'planning'
      ? Code
      : never;
  }[DiagnosticCode];
};
