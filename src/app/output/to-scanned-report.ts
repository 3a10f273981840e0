import { OperationalError } from '../../kit/operational-error.ts';
import type { Report, ReportFormat, ScannedReport } from '../../model/report/report-document.ts';

/** The report, if a format of findings supports it. Throws `OperationalError`. */
export function toScannedReport(report: Report, format: ReportFormat): ScannedReport {
  if (report.kind !== 'plan' && report.kind !== 'apply') return report;
  throw new OperationalError(
    `${format} needs a validate or drift report, and this is a report of ${report.kind}`,
    {
      remedy: 'Choose another format, or name the report of cyclectl validate or drift.',
    },
  );
}
