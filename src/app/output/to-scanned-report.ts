import { OperationalError } from '../../kit/operational-error.ts';
import type { Report, ReportFormat, ScannedReport } from '../../model/report/report-document.ts';

/** The report, where a format of findings can be made of it. Throws `OperationalError`. */
export function toScannedReport(report: Report, format: ReportFormat): ScannedReport {
  if (report.kind !== 'plan' && report.kind !== 'apply') return report;
  throw new OperationalError(
    `${format} is made of a validation or a drift report, and this is of ${report.kind}`,
    {
      remedy: 'Ask for another format, or name the document of cyclectl validate or drift.',
    },
  );
}
