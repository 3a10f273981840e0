import { formatName } from '../../kit/text/format-name.ts';
import { count } from '../../kit/text/text-layout.ts';
import type { LiveNotice } from '../../model/plan/notice.ts';
import { formatFieldPath } from './format-path.ts';

/** Hidden fields that are named; the rest is counted. */
const maxUnshown = 8;

/** Notices of drift about running cycles and unreadable parts. */
export function formatLiveNotice(notice: LiveNotice): string {
  switch (notice.kind) {
    case 'troubled': {
      const { errors, warnings } = notice;
      const counts = [
        ...(errors === 0 ? [] : [count(errors, 'error')]),
        ...(warnings === 0 ? [] : [count(warnings, 'warning')]),
      ];
      return `has ${counts.join(' and ')} in its runs; check them in the console`;
    }
    case 'behind-template':
      return 'is behind its template; upgrade it in the console. To save its present content first, run cyclectl state snapshot';
    case 'behind-unread':
      return `the template versions of its cycles could not be read: ${formatName(notice.why)}`;
    case 'unclear':
      return `was not compared: ${formatName(notice.why)}`;
    case 'unshown': {
      const names = notice.fields
        .slice(0, maxUnshown)
        .map(({ address, path }) => formatFieldPath(address, path));
      const left = notice.fields.length - names.length;
      const all = [...names, ...(left > 0 ? [`${left} more`] : [])].join(', ');
      return `not shown by the service, assumed to be as last written: ${all}`;
    }
  }
}
