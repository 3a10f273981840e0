import type { Notice, ObjectNotice } from '../../../model/plan/notice.ts';

/** Notices that need no action. */
const informational = new Set<ObjectNotice['kind']>([
  'renamed',
  'protection',
  'leaving',
  'makes-way',
  'single-run',
  'gone-already',
  'not-created',
  'other-key',
  'not-compared',
  'never-verified',
  'not-readable',
  'names-unchecked',
  'logs-requests',
  'observed',
  'ignored',
  'behind-template',
  'behind-release',
  'behind-unread',
  'uncompared',
  'unshown',
]);

/** Returns whether a notice needs action. */
export function isActionRequired(notice: Notice): notice is ObjectNotice {
  const { kind } = notice;
  return kind !== 'foreign' && kind !== 'warning' && !informational.has(kind);
}
