import { formatCanonicalJson } from '../../kit/json/canonical-json.ts';
import { type Address, type FieldPath, parsePath } from '../address.ts';
import { type AccountDiff, findDiff } from '../diff/field-diff.ts';
import type { PlainValue } from '../fields/field-value.ts';
import { findFieldRow } from '../fields/fields.ts';
import { normalise } from '../fields/normalise.ts';
import { listTypedTexts } from '../fields/typed-texts.ts';
import type { LiveConnector, LiveCycle } from '../live/live.ts';
import {
  type ExpectedValue,
  type Fingerprinter,
  findObject,
  type ObservedObject,
  toLastingFingerprint,
} from '../plan/expectation.ts';
import type { HiddenTexts } from '../secret/hidden-texts.ts';
import { redactAddress, redacted } from '../secret/redact-address.ts';
import { makeBaselineContext } from './make-baseline-context.ts';
import { listLiveConnector, listLiveCycle } from './observe-members.ts';

/**
 * The object of an address with all that a list of the service shows of it, because a delete loses all of
 * it. Null: it does not exist.
 */
export function findDeletable(diff: AccountDiff, address: Address): ObservedObject | null {
  const found = findObject(diff, address);
  if (found === null || findDiff(diff, address) !== undefined) return found;
  const { kind } = found;
  const live = [...diff.liveOnlyConnectors, ...diff.liveOnlyCycles].find(
    ({ record }) => record?.address === address,
  )?.live;
  if (live === undefined || ('isRecalled' in live && live.isRecalled === true)) return found;
  const members = 'properties' in live ? listConnector(live) : listLiveCycle(live);
  return {
    ...found,
    members: new Map(members),
    readMembers: (print) => {
      const { hidden } = makeBaselineContext(diff, print);
      const object = { address, kind, id: live.id };
      return members.map(([path, value]) => [
        path,
        toExpected(object, [path, value], { hidden, print }),
      ]);
    },
  };
}

// A sign-in may end by itself.
function listConnector(live: LiveConnector) {
  return listLiveConnector(live).filter(([path]) => path !== 'auth');
}

type Deletable = Pick<ObservedObject, 'address' | 'kind'> & { readonly id: LiveCycle['id'] };

function toExpected(
  { address, kind, id }: Deletable,
  [path, shown]: readonly [FieldPath, PlainValue],
  { hidden, print }: { readonly hidden: HiddenTexts; readonly print: Fingerprinter },
): ExpectedValue {
  if (path === 'displayName' && shown === redacted) return { kind: 'unknown' };
  const value = normalise(shown, findFieldRow(kind, path).normaliser);
  const at = { object: address, live: { kind, id }, path };
  const name = parsePath(path).at(-1) ?? '';
  const isHidden = listTypedTexts(value).some(
    (text) => redactAddress(text) !== text || hidden.hasAt(at, { name, text }),
  );
  if (!isHidden) return { kind: 'plain', value };
  const text = formatCanonicalJson([kind, id, path, value]);
  return { kind: 'secret', print: toLastingFingerprint(print(text)) };
}
