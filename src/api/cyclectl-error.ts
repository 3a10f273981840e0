import { OperationalError } from '../kit/operational-error.ts';
import type { Diagnostic } from '../model/diagnostic/diagnostic.ts';

/**
 * Why a call failed: `cannot-run`: a file, the disk, a credential or the store; `wrong-usage`: the
 * options; `interrupted`: the signal; `own-mistake`: a bug of cyclectl.
 */
export type CyclectlErrorCode = 'cannot-run' | 'wrong-usage' | 'interrupted' | 'own-mistake';

/** Facts about a call that failed. */
type Failure = {
  readonly code: CyclectlErrorCode;
  readonly remedy: string;
  readonly path?: string | undefined;
  readonly environment?: string | null;
  readonly diagnostics?: readonly Diagnostic[];
  readonly written?: readonly string[];
  readonly cause?: unknown;
};

/**
 * The only error that cyclectl throws. Mistakes of manifests, policies and worlds are not thrown: they
 * are the diagnostics of a result that is refused.
 */
export class CyclectlError extends OperationalError {
  readonly code: CyclectlErrorCode;
  /** The environment that the call was for; null where it was not known yet. */
  readonly environment: string | null;
  /** Diagnostics that were found before, such as warnings. */
  readonly diagnostics: readonly Diagnostic[];
  /** Accounts in which the service may have been changed. Another apply, or `cyclectl resume`, finishes them. */
  readonly written: readonly string[];

  constructor(message: string, failure: Failure) {
    const { code, remedy, path, environment, diagnostics, written, cause } = failure;
    super(message, { remedy, cause, ...(path === undefined ? {} : { path }) });
    this.name = 'CyclectlError';
    this.code = code;
    this.environment = environment ?? null;
    this.diagnostics = diagnostics ?? [];
    this.written = written ?? [];
  }
}

/** Checks that no stop was asked for. Throws `CyclectlError`. */
export function checkNotStopped(signal: AbortSignal | undefined): void {
  if (signal?.aborted !== true) return;
  throw new CyclectlError('the signal was aborted before anything was written', {
    code: 'interrupted',
    remedy: 'Call it again with another signal.',
    cause: signal.reason,
  });
}
