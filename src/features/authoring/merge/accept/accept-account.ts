import type { AccountObjectDiff, FieldDiff } from '../../../../model/diff/field-diff.ts';
import { findFieldRow } from '../../../../model/fields/fields.ts';
import type { WrittenWebhook } from '../../../../model/manifest/manifest.generated.ts';
import { hasPossibleToken } from '../../../../model/secret/redact-address.ts';
import { isSecretRef } from '../../../../model/secret/secret.ts';
import { listSecretPlaces } from '../../../../model/secret/secret-places.ts';
import { findObstacle } from '../edits/find-obstacle.ts';
import { hasDrifted } from '../found-account.ts';
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

/** Accepts out-of-band changes of an account's own fields as edits of its manifest. */
export function acceptAccount(entry: AccountPart): Accepted {
  const { retention } = entry.document.written.spec;
  return mergeAccepted([
    ...entry.object.fields.filter(hasDrifted).map((field) => acceptField(entry, field)),
    acceptRetention(entry, retention),
    acceptWebhook(entry),
  ]);
}

function acceptField(entry: AccountPart, field: FieldDiff): Accepted {
  const [section = ''] = field.path.split('/');
  const path = [...entry.root, section];
  if (section === 'retention' || section === 'errorWebhook') return nothingAccepted;
  const obstacle = findObstacle(entry, field);
  if (obstacle !== null) return obstacle;
  return findFieldRow('account', field.path).clear === 'null'
    ? acceptClearable(entry, field, path)
    : acceptText(entry, field, { path });
}

function acceptWebhook(entry: AccountPart): Accepted {
  const { errorWebhook } = entry.document.written.spec;
  const moved = entry.object.fields.filter(
    (field) => field.path.startsWith('errorWebhook/') && hasDrifted(field),
  );
  const enabled = moved.find(({ path }) => path === 'errorWebhook/enabled');
  const [first] = moved;
  if (first === undefined) return nothingAccepted;
  if (errorWebhook === undefined || errorWebhook === null) {
    const isOn = entry.object.live?.webhookEnabled === true;
    const isToTurnOn = isOn && (errorWebhook === undefined || enabled !== undefined);
    return isToTurnOn ? turnOn(entry, enabled ?? first) : acceptOff(entry, moved);
  }
  return enabled === undefined
    ? mergeAccepted(moved.map((field) => acceptWebhookPart(entry, field)))
    : turnOff(entry, enabled, errorWebhook);
}

// The parts of a webhook that is off have no place in a manifest.
function acceptOff(entry: AccountPart, moved: readonly FieldDiff[]): Accepted {
  const path = [...entry.root, 'errorWebhook'];
  return mergeAccepted(
    moved.map((field) =>
      field.path === 'errorWebhook/enabled'
        ? (findObstacle(entry, field) ?? acceptValue(entry, field, { path, value: null }))
        : makeRefusal(entry, field, {
            summary: 'A manifest cannot express it without an error webhook that is on',
            remedy: 'Accept it with cyclectl drift --accept, or change it in the console.',
          }),
    ),
  );
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
  // Accepts a URL with a token if the manifest has one as text, because its author decided that it
  // is not a secret.
  if (!hasPossibleToken(now ?? '') || hasPossibleToken(before ?? '')) {
    return acceptText(entry, field, { path });
  }
  return makeRefusal(entry, field, {
    code: 'secret-not-written',
    summary: 'The URL of the error webhook changed in the service, and may be a secret',
    remedy: 'Write errorWebhook: {url: {env: NAME}}, or restore its URL with apply.',
  });
}

// Keeps the line of a secret URL, because its removal would lose the URL.
function turnOff(entry: AccountPart, field: FieldDiff, { url }: WrittenWebhook): Accepted {
  const path = [...entry.root, 'errorWebhook'];
  if (typeof url === 'object' && isSecretRef(url)) {
    return makeRefusal(entry, field, {
      summary: 'The error webhook was turned off in the service, and its URL is a secret',
      remedy: 'Write errorWebhook: null to keep it off, or turn it on again with apply.',
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
  const places = listSecretPlaces(diff.state, address, there);
  const wasSecret = [...places].some((path) => path === 'errorWebhook/url');
  if (
    live === null ||
    url === '' ||
    wasSecret ||
    hasPossibleToken(url) ||
    entry.secrets.isIn(url)
  ) {
    return makeRefusal(entry, field, {
      summary: 'The error webhook was turned on in the service, and its URL may be a secret',
      remedy: 'Write errorWebhook: {url: {env: NAME}}, or turn it off again with apply.',
    });
  }
  const warnings = live.webhookIncludesWarnings ? { includeWarnings: true } : {};
  return (
    findObstacle(entry, field) ?? acceptValue(entry, field, { path, value: { url, ...warnings } })
  );
}
