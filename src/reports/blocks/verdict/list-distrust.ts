import { count } from '../../../kit/text/text-layout.ts';
import type { Distrust } from '../../../model/report/report.ts';

/** Lists how far a run could not rely on exports of cycles. */
export function listDistrust({ exportsOff, readAgain }: Distrust): readonly string[] {
  return [
    ...(exportsOff === undefined ? [] : [`${exportsOff}, so that cycles were read by their parts`]),
    ...(readAgain === undefined
      ? []
      : [
          `an export had other values than its cycle, so that ${count(readAgain, 'account')} ${
            readAgain === 1 ? 'was' : 'were'
          } read again by parts`,
        ]),
  ];
}
