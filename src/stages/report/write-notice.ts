import { toVisible } from '../../kit/visible-text.ts';
import type { Address } from '../../model/address.ts';
import type { Notice, ObjectNotice } from '../../model/plan.ts';

/** A notice as a mark, what it is about and what it says. `!` is for what a person must see to. */
export type NoticeLine = {
  readonly mark: '!' | '·';
  readonly about: string;
  readonly says: string;
};

/** The notices of an account as lines; what is not ours is gathered into one. */
export function writeNotices(notices: readonly Notice[]): NoticeLine[] {
  const foreign = notices.flatMap((notice) =>
    notice.kind === 'foreign' ? [`${notice.object} "${toVisible(notice.name)}"`] : [],
  );
  const lines = notices.flatMap((notice) =>
    notice.kind === 'foreign' ? [] : [writeNotice(notice)],
  );
  if (foreign.length === 0) return lines;
  return [...lines, { mark: '·', about: 'not ours, left alone:', says: foreign.join(', ') }];
}

/** An address without its account: `connectors/crm`. */
export function withinAccount(address: Address): string {
  const slash = address.indexOf('/');
  return toVisible(slash < 0 ? 'account' : address.slice(slash + 1));
}

function writeNotice(notice: ObjectNotice): NoticeLine {
  const about = withinAccount(notice.address);
  switch (notice.kind) {
    case 'waits':
      return { mark: '!', about, says: `waits for ${toVisible(notice.user)} to sign it in` };
    case 'stays-paused': {
      const names = notice.connectors.map(withinAccount).join(', ');
      return { mark: '!', about, says: `stays paused until ${names} is signed in` };
    }
    case 'paused-by-us':
      return {
        mark: '!',
        about,
        says: `was paused by us ${notice.since} for an edit that was interrupted; the next apply starts it again`,
      };
    case 'create-interrupted':
      return {
        mark: '!',
        about,
        says: `making it was interrupted ${notice.since}; the next apply looks what became of it`,
      };
    case 'not-compared':
      return {
        mark: '·',
        about: `${about}/${toVisible(notice.path)}`,
        says: `${toVisible(notice.from)} has no value here; left as it is`,
      };
    case 'not-readable':
      return {
        mark: '·',
        about: `${about}/${toVisible(notice.path)}`,
        says: 'the service does not show it; left as it is',
      };
    case 'names-unchecked':
      return { mark: '·', about, says: 'step names are checked after the install' };
  }
}
