import { toPointer } from '../../../kit/json/json-pointer.ts';
import { reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { WrittenAccount } from '../../../model/manifest/manifest.generated.ts';
import type { Rule } from './rule.ts';

/** Requires `state` beside a schedule, because activation sends the schedule. */
export const checkScheduleWithState: Rule<WrittenAccount> = (document) =>
  Object.keys(document.written.spec.cycles ?? {}).flatMap((key) => {
    const pointer = toPointer(['spec', 'cycles', key]);
    if (!document.isWritten(`${pointer}/schedule`)) return [];
    if (document.isWritten(`${pointer}/state`)) return [];
    return [
      reportError('schedule-without-state', {
        summary: `The cycle ${key} has a schedule and no state, so the schedule is never sent`,
        at: document.keySpanOf(`${pointer}/schedule`),
        remedy: 'Write state: active, or state: paused to send it at the next activation.',
      }),
    ];
  });
