import { formatName } from '../../kit/text/format-name.ts';
import { count } from '../../kit/text/text-layout.ts';
import type { LiveNotice } from '../../model/plan/notice.ts';
import { formatFieldPath } from './format-path.ts';

/** Fields that the service does not show and that are named; the rest is counted. */
const maxUnshown = 8;

/** What drift says of cycles that run, and of what nobody can look at. */
export function formatLiveNotice(notice: LiveNotice): string {
  switch (notice.kind) {
    case 'troubled': {
      const { errors, warnings } = notice;
      const counts = [
        ...(errors === 0 ? [] : [count(errors, 'error')]),
        ...(warnings === 0 ? [] : [count(warnings, 'warning')]),
      ];
      return `has ${counts.join(' and ')} in its runs; look at them in the console`;
    }
    case 'behind-template':
      return 'is behind its template; the console upgrades it, and cyclectl state snapshot keeps what it has now';
    case 'behind-unread':
      return `whether its cycles are behind their templates could not be read: ${formatName(notice.why)}`;
    case 'unclear':
      return `was not compared: ${formatName(notice.why)}`;
    case 'unshown': {
      const names = notice.fields
        .slice(0, maxUnshown)
        .map(({ address, path }) => formatFieldPath(address, path));
      const left = notice.fields.length - names.length;
      const all = [...names, ...(left > 0 ? [`${left} more`] : [])].join(', ');
      return `not shown by the service, and taken for what we last wrote: ${all}`;
    }
  }
}
