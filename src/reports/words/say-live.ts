import { count } from '../../kit/text/text-layout.ts';
import { writeName } from '../../kit/text/write-name.ts';
import type { LiveNotice } from '../../model/plan/notice.ts';
import { fieldWithin } from './write-path.ts';

/** Fields that the service does not show and that are named; the rest is counted. */
const mostUnshown = 8;

/** What drift says of cycles that run, and of what nobody can look at. */
export function sayLive(notice: LiveNotice): string {
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
      return `whether its cycles are behind their templates could not be read: ${writeName(notice.why)}`;
    case 'unclear':
      return `was not compared: ${writeName(notice.why)}`;
    case 'unshown': {
      const names = notice.fields
        .slice(0, mostUnshown)
        .map(({ address, path }) => fieldWithin(address, path));
      const left = notice.fields.length - names.length;
      const all = [...names, ...(left > 0 ? [`${left} more`] : [])].join(', ');
      return `not shown by the service, and taken for what we last wrote: ${all}`;
    }
  }
}
