import type { AccountObjectDiff, FieldVerdict } from '../../../../model/diff/verdict.ts';
import type { WrittenWebhook } from '../../../../model/manifest/manifest.generated.ts';
import { mayHoldToken } from '../../../../model/secret/may-hold-token.ts';
import { isWrittenRef } from '../../../../model/secret/secret.ts';
import { listSecretPlaces } from '../../../../model/secret/secret-places.ts';
import { hasMoved } from '../has-moved.ts';
import { findObstacle } from '../place/find-obstacle.ts';
import { takeRetention } from './take-retention.ts';
import { takeClearable, takePlain, takeText } from './take-text.ts';
import { type Entry, joinTaken, nothingTaken, refuse, type Taken, takeValue } from './taken.ts';

type AccountPart = Entry<AccountObjectDiff>;

/** What of an account's own fields somebody else has changed, as edits of its manifest. */
export function takeAccount(entry: AccountPart): Taken {
  const { retention } = entry.document.written.spec;
  return joinTaken([
    ...entry.object.verdicts.filter(hasMoved).map((verdict) => takeField(entry, verdict)),
    takeRetention(entry, retention),
    takeWebhook(entry),
  ]);
}

function takeField(entry: AccountPart, verdict: FieldVerdict): Taken {
  const [room = ''] = verdict.path.split('/');
  const path = [...entry.root, room];
  if (room === 'retention' || room === 'errorWebhook') return nothingTaken;
  const obstacle = findObstacle(entry, verdict);
  if (obstacle !== null) return obstacle;
  return room === 'description'
    ? takeClearable(entry, verdict, path)
    : takeText(entry, verdict, { path });
}

function takeWebhook(entry: AccountPart): Taken {
  const { errorWebhook } = entry.document.written.spec;
  const moved = entry.object.verdicts.filter(
    (verdict) => verdict.path.startsWith('errorWebhook/') && hasMoved(verdict),
  );
  const enabled = moved.find(({ path }) => path === 'errorWebhook/enabled');
  if (enabled === undefined) {
    return joinTaken(moved.map((verdict) => takeWebhookPart(entry, verdict)));
  }
  if (errorWebhook === undefined) return nothingTaken;
  return errorWebhook === null ? turnOn(entry, enabled) : turnOff(entry, enabled, errorWebhook);
}

function takeWebhookPart(entry: AccountPart, verdict: FieldVerdict): Taken {
  const path = [...entry.root, ...verdict.path.split('/')];
  const obstacle = findObstacle(entry, verdict);
  if (obstacle !== null) return obstacle;
  if (verdict.path !== 'errorWebhook/url') return takePlain(entry, verdict, { path });
  const { desired, live } = verdict;
  const [before, now] = [desired.value, live].map((side) =>
    side?.kind === 'plain' && typeof side.value === 'string' ? side.value : '',
  );
  // Who has written an address of that form as text has said that it is none.
  if (!mayHoldToken(now ?? '') || mayHoldToken(before ?? '')) {
    return takeText(entry, verdict, { path });
  }
  return refuse(entry, verdict, {
    code: 'secret-not-written',
    summary: 'The address of the error webhook has changed in the service, and may be a secret',
    remedy: 'Write errorWebhook: {url: {env: NAME}}, or let apply put its address back.',
  });
}

// The address would be gone with the line, and where it is a secret nobody finds it again.
function turnOff(entry: AccountPart, verdict: FieldVerdict, { url }: WrittenWebhook): Taken {
  const path = [...entry.root, 'errorWebhook'];
  if (typeof url === 'object' && isWrittenRef(url)) {
    return refuse(entry, verdict, {
      summary: 'The error webhook was turned off in the service, and its address is a secret',
      remedy: 'Write errorWebhook: null if it shall stay so, or let apply turn it on again.',
    });
  }
  return findObstacle(entry, verdict) ?? takeValue(entry, verdict, { path, value: null });
}

function turnOn(entry: AccountPart, verdict: FieldVerdict): Taken {
  const { object, diff } = entry;
  const { live, address } = object;
  const path = [...entry.root, 'errorWebhook'];
  const url = live?.webhookUrl ?? '';
  const there = live === null ? null : { kind: 'account' as const, id: live.id };
  const places = listSecretPlaces(diff.memory, address, there);
  const wasSecret = [...places].some((place) => place === 'errorWebhook/url');
  if (live === null || url === '' || wasSecret || mayHoldToken(url) || entry.secrets.isIn(url)) {
    return refuse(entry, verdict, {
      summary: 'The error webhook was turned on in the service, and its address may be a secret',
      remedy: 'Write errorWebhook: {url: {env: NAME}}, or let apply turn it off again.',
    });
  }
  const warnings = live.webhookIncludesWarnings ? { includeWarnings: true } : {};
  return (
    findObstacle(entry, verdict) ?? takeValue(entry, verdict, { path, value: { url, ...warnings } })
  );
}
