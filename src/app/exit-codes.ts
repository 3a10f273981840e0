/** Exit codes of all commands, as the table in ENGINE has them. */
export const exitCodes = {
  /** Done, valid, no drift, nothing to do. */
  ok: 0,
  /** A diagnostic of severity error, a refusal, a usage error; apply: nothing was written. */
  failed: 1,
  /** plan --exit-code: there is something to do. drift: something was moved. */
  differs: 2,
  /** Something was written, and not all of it is done and verified; verify: a check failed. */
  partial: 3,
  /** Ended by SIGHUP, SIGINT or SIGTERM, after what was open was closed. */
  hungUp: 129,
  interrupted: 130,
  terminated: 143,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** What a code says of any command, for those who read data alone. */
export const exitMeanings: Readonly<Record<ExitCode, string>> = {
  0: 'done',
  1: 'a mistake, a refusal, or something that could not be read or done',
  2: 'there is something to do, or something was moved',
  3: 'something was written, and not all that was to be; or a check failed',
  129: 'ended by SIGHUP',
  130: 'ended by SIGINT',
  143: 'ended by SIGTERM',
};

/** Of plan: an account that could not be planned outweighs what differs elsewhere. */
export function toPlanExitCode(run: {
  readonly notPlanned: number;
  readonly operations: number;
  readonly isRefused: boolean;
  readonly wantsCode: boolean;
}): ExitCode {
  if (run.notPlanned > 0 || run.isRefused) return exitCodes.failed;
  return run.wantsCode && run.operations > 0 ? exitCodes.differs : exitCodes.ok;
}

/** Of drift: what could not be read or compared outweighs drift. */
export function toDriftExitCode(run: {
  readonly unread: number;
  readonly unclear?: number;
  readonly items: number;
}): ExitCode {
  if (run.unread + (run.unclear ?? 0) > 0) return exitCodes.failed;
  return run.items > 0 ? exitCodes.differs : exitCodes.ok;
}

/** Of status: what could not be read. What it shows is no verdict. */
export function toStatusExitCode(run: { readonly unread: number }): ExitCode {
  return run.unread > 0 ? exitCodes.failed : exitCodes.ok;
}

/** Of verify: a check that failed outweighs what could not be checked. */
export function toVerifyExitCode(run: {
  readonly failed: number;
  readonly notChecked: number;
}): ExitCode {
  if (run.failed > 0) return exitCodes.partial;
  return run.notChecked > 0 ? exitCodes.failed : exitCodes.ok;
}

/** Of export: what could not be written, or not all of it, is told from an export in which nothing was. */
export function toExportExitCode(run: {
  readonly written: number;
  readonly merged: number;
  readonly failed: number;
  readonly leftOut: number;
  /** What has moved in the service and could not be written into a manifest. */
  readonly unwritten: number;
  /** Whether something is wrong with the files as a whole. */
  readonly hasErrors: boolean;
}): ExitCode {
  if (run.failed + run.leftOut + run.unwritten === 0 && !run.hasErrors) return exitCodes.ok;
  return run.written + run.merged > 0 ? exitCodes.partial : exitCodes.failed;
}

/** Of promote: what could not be carried, beside what was, is told from a promotion in which nothing was. */
export function toPromotionExitCode(run: {
  readonly files: { readonly length: number };
  readonly incomplete: number;
}): ExitCode {
  if (run.incomplete === 0) return exitCodes.ok;
  return run.files.length > 0 ? exitCodes.partial : exitCodes.failed;
}

/** Of compare: what could not be read outweighs what differs. */
export function toComparisonExitCode(run: {
  readonly unread: number;
  readonly differences: number;
  readonly wantsCode: boolean;
}): ExitCode {
  if (run.unread > 0) return exitCodes.failed;
  return run.wantsCode && run.differences > 0 ? exitCodes.differs : exitCodes.ok;
}

/** Of apply: a failure after a write is told from one that left everything as it was. */
export function toApplyExitCode(run: {
  readonly hasFailed: boolean;
  readonly hasWritten: boolean;
}): ExitCode {
  if (!run.hasFailed) return exitCodes.ok;
  return run.hasWritten ? exitCodes.partial : exitCodes.failed;
}
