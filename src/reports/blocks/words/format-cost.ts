import { count, formatDuration } from '../../../kit/text/text-layout.ts';
import type { Bound, RunCost } from '../../../model/report/report.ts';

/** `431 requests, 3.2 s`, and what bounded the time if that is known. */
export function formatCost({ requests, durationMs, bound }: RunCost): string {
  const spent = `${count(requests, 'request')}, ${formatDuration(durationMs)}`;
  return bound === undefined ? spent : `${spent}, bounded by ${formatBound(bound)}`;
}

function formatBound(bound: Bound): string {
  switch (bound.by) {
    case 'service':
      return `the service, which takes about ${bound.at} requests per second: only its operator can raise that`;
    case 'rate':
      return `limits.requestsPerSecond (${bound.at}): raise it if the service takes more`;
    case 'concurrency':
      return `limits.concurrency (${bound.at}): raise it if the service takes more at once`;
    case 'machine':
      return 'this machine: several can divide the accounts by --select';
  }
}
