import type {
  Labels,
  Report,
  ReportFile,
  ReportMetadata,
} from '../../model/report/report-document.ts';

/** The reports that a command was asked for, and whether it has written them. */
export type RequestedReports = {
  /** Its words on the command line; null until one was understood. */
  command: string | null;
  /** The environment that it is for; null until that is settled. */
  environment: string | null;
  requests: readonly ReportFile[];
  /** Labels of the accounts that have any, by key; empty until the manifests were read. */
  labels: ReadonlyMap<string, Labels>;
  isWritten: boolean;
};

/** Starts without requests. */
export function openReports(): RequestedReports {
  return { command: null, environment: null, requests: [], labels: new Map(), isWritten: false };
}

/** A report, and what is known of how it was made; read when it is asked for, because it asks git. */
export type TakenReport = {
  readonly report: Report;
  readonly readMade: () => Promise<ReportMetadata>;
};

/** Takes the result of a command as values, for a caller that is a program. */
export type ResultTaker = {
  /** Takes the report. */
  readonly takeReport: (taken: TakenReport) => void;
  /** Takes over the removal of a file that the accounts of the report are read from. */
  readonly takeFile: (remove: () => Promise<void>) => void;
  /** Takes how the plan is saved to a path, which throws `OperationalError` for one that cannot be applied. */
  readonly takePlan: (save: (path: string) => Promise<void>) => void;
};

/** Deletes a file at the end of its command, unless the caller reads its report from it. */
export async function deleteUnlessKept(
  { taker }: { readonly taker?: ResultTaker | undefined },
  remove: () => Promise<void>,
): Promise<void> {
  if (taker === undefined) await remove();
  else taker.takeFile(remove);
}
