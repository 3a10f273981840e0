import type { Address } from '../address.ts';
import type { Diagnostic } from '../diagnostic/diagnostic.ts';
import type { RemoteId } from '../live/live.ts';
import type { SourceSpan } from '../source-span.ts';

/** A call that verifies an installed connector, and changes nothing at the third party. */
export type DesiredCheck = {
  /** Name, numeric id or MethodUniqueIdentifier. */
  readonly method: string;
  /** Parameters and merge fields, by TargetName. */
  readonly parameters: readonly CheckParameter[];
  /** The status that its answer must have; null: any success. */
  readonly status: number | null;
  /** Where the manifest names the method. */
  readonly at: SourceSpan;
};

export type CheckParameter = {
  readonly name: string;
  readonly text: string;
  readonly at: SourceSpan;
};

/**
 * The result of one health check. Only the status of an answer is kept, because the body has
 * customer data.
 */
export type CheckResult = {
  readonly method: string;
  /** `not-made`: not called, because a name is missing or unreadable. */
  readonly result: 'passed' | 'failed' | 'not-made';
  /** Status of the answer; null without one. */
  readonly status: number | null;
  /** Why it did not pass. */
  readonly diagnostics: readonly Diagnostic[];
};

/** The checks of one connector. */
export type CheckedConnector = { readonly address: Address } & (
  | { readonly kind: 'checked'; readonly results: readonly CheckResult[] }
  /** A person must sign it in first: it is not called. */
  | { readonly kind: 'waits'; readonly user: string }
  /** The service does not have it, or has several that it may be. */
  | { readonly kind: 'not-found'; readonly diagnostics: readonly Diagnostic[] }
);

/** An installed connector as apply knows it when it asks for its checks. */
export type CheckRequest = {
  readonly address: Address;
  readonly account: RemoteId;
  readonly connector: RemoteId;
};

/** Everything that is wrong with the checks of a connector. */
export function listCheckDiagnostics(checked: CheckedConnector): readonly Diagnostic[] {
  switch (checked.kind) {
    case 'checked':
      return checked.results.flatMap((result) => result.diagnostics);
    case 'not-found':
      return checked.diagnostics;
    case 'waits':
      return [];
  }
}

/** Returns whether a health check ran and failed. */
export function hasFailedCheck(checked: CheckedConnector): boolean {
  return checked.kind === 'checked' && checked.results.some(({ result }) => result === 'failed');
}

/** The health checks of an account, or the reason why there are none. */
export type CheckedAccount =
  | {
      readonly kind: 'checked';
      readonly account: string;
      /** Only connectors with health checks. */
      readonly connectors: readonly CheckedConnector[];
    }
  | {
      readonly kind: 'unread';
      readonly account: string;
      readonly diagnostics: readonly Diagnostic[];
    };

/** Counts of checks. */
export type CheckSummary = {
  readonly passed: number;
  readonly failed: number;
  /** Checks that were not made, since a name is not there. */
  readonly notMade: number;
  /** Connectors that wait for a person, or are not there. */
  readonly waits: number;
  readonly notFound: number;
};

/** Counts the checks of connectors. */
export function countChecks(connectors: readonly CheckedConnector[]): CheckSummary {
  const results = connectors.flatMap((item) => (item.kind === 'checked' ? item.results : []));
  const countOf = (result: CheckResult['result']) =>
    results.filter((item) => item.result === result).length;
  return {
    passed: countOf('passed'),
    failed: countOf('failed'),
    notMade: countOf('not-made'),
    waits: connectors.filter(({ kind }) => kind === 'waits').length,
    notFound: connectors.filter(({ kind }) => kind === 'not-found').length,
  };
}
