import type { AccountObjectDiff, FieldDiff } from '../../../../model/diff/field-diff.ts';
import type { WrittenWebhook } from '../../../../model/manifest/manifest.generated.ts';
import { hasPossibleToken } from '../../../../model/secret/has-possible-token.ts';
import { isSecretRef } from '../../../../model/secret/secret.ts';
import { listSecretPlaces } from '../../../../model/secret/secret-places.ts';
import { hasDrifted } from '../has-drifted.ts';
import { findObstacle } from '../place/find-obstacle.ts';
import { acceptRetention } from './accept-retention.ts';
import { acceptClearable, acceptPlain, acceptText } from './accept-text.ts';
import {
  type Accepted,
  acceptValue,
  type Entry,
  makeRefusal,
  mergeAccepted,
  nothingAccepted,
} from './accepted.ts';

type AccountPart = Entry<AccountObjectDiff>;

/** What of an account's own fields somebody else has changed, as edits of its manifest. */
export function acceptAccount(entry: AccountPart): Accepted {
  const { retention } = entry.document.written.spec;
  return mergeAccepted([
    ...entry.object.fields.filter(hasDrifted).map((field) => acceptField(entry, field)),
    acceptRetention(entry, retention),
    acceptWebhook(entry),
  ]);
}

function acceptField(entry: AccountPart, field: FieldDiff): Accepted {
  const [room = ''] = field.path.split('/');
  const path = [...entry.root, room];
  if (room === 'retention' || room === 'errorWebhook') return nothingAccepted;
  const obstacle = findObstacle(entry, field);
  if (obstacle !== null) return obstacle;
  return room === 'description'
    ? acceptClearable(entry, field, path)
    : acceptText(entry, field, { path });
}

function acceptWebhook(entry: AccountPart): Accepted {
  const { errorWebhook } = entry.document.written.spec;
  const moved = entry.object.fields.filter(
    (field) => field.path.startsWith('errorWebhook/') && hasDrifted(field),
  );
  const enabled = moved.find(({ path }) => path === 'errorWebhook/enabled');
  if (enabled === undefined) {
    return mergeAccepted(moved.map((field) => acceptWebhookPart(entry, field)));
  }
  if (errorWebhook === undefined) return nothingAccepted;
  return errorWebhook === null ? turnOn(entry, enabled) : turnOff(entry, enabled, errorWebhook);
}

function acceptWebhookPart(entry: AccountPart, field: FieldDiff): Accepted {
  const path = [...entry.root, ...field.path.split('/')];
  const obstacle = findObstacle(entry, field);
  if (obstacle !== null) return obstacle;
  if (field.path !== 'errorWebhook/url') return acceptPlain(entry, field, { path });
  const { desired, live } = field;
  const [before, now] = [desired.value, live].map((side) =>
    side?.kind === 'plain' && typeof side.value === 'string' ? side.value : '',
  );
  // Who has written an address of that form as text has said that it is none.
  if (!hasPossibleToken(now ?? '') || hasPossibleToken(before ?? '')) {
    return acceptText(entry, field, { path });
  }
  return makeRefusal(entry, field, {
    code: 'secret-not-written',
    summary: 'The address of the error webhook has changed in the service, and may be a secret',
    remedy: 'Write errorWebhook: {url: {env: NAME}}, or let apply put its address back.',
  });
}

// The address would be gone with the line, and where it is a secret nobody finds it again.
function turnOff(entry: AccountPart, field: FieldDiff, { url }: WrittenWebhook): Accepted {
  const path = [...entry.root, 'errorWebhook'];
  if (typeof url === 'object' && isSecretRef(url)) {
    return makeRefusal(entry, field, {
      summary: 'The error webhook was turned off in the service, and its address is a secret',
      remedy: 'Write errorWebhook: null if it shall stay so, or let apply turn it on again.',
    });
  }
  return findObstacle(entry, field) ?? acceptValue(entry, field, { path, value: null });
}

function turnOn(entry: AccountPart, field: FieldDiff): Accepted {
  const { object, diff } = entry;
  const { live, address } = object;
  const path = [...entry.root, 'errorWebhook'];
  const url = live?.webhookUrl ?? '';
  const there = live === null ? null : { kind: 'account' as const, id: live.id };
  const places = listSecretPlaces(diff.memory, address, there);
  const wasSecret = [...places].some((place) => place === 'errorWebhook/url');
  if (
    live === null ||
    url === '' ||
    wasSecret ||
    hasPossibleToken(url) ||
    entry.secrets.isIn(url)
  ) {
    return makeRefusal(entry, field, {
      summary: 'The error webhook was turned on in the service, and its address may be a secret',
      remedy: 'Write errorWebhook: {url: {env: NAME}}, or let apply turn it off again.',
    });
  }
  const warnings = live.webhookIncludesWarnings ? { includeWarnings: true } : {};
  return (
    findObstacle(entry, field) ?? acceptValue(entry, field, { path, value: { url, ...warnings } })
  );
}
