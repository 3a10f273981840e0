import type { Labels, ReportFile } from '../../model/report/report-document.ts';

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
