import { writeCanonicalJson } from '../../kit/canonical-json.ts';
import { hashText } from '../../kit/hash.ts';
import type { DesiredAccount, DesiredConnector, DesiredCycle } from '../../model/desired.ts';
import type { DesiredFields } from '../../model/field-value.ts';
import type { AccountPlan } from '../../model/plan.ts';
import { type BoundSecret, type Fingerprint, isLasting } from '../../model/secret.ts';
import type { Setting } from '../../model/setting.ts';
import { showDesired, showLive } from '../../model/show-value.ts';
import type { AccountDiff } from '../../model/verdict.ts';

/**
 * What a plan was made from, each side by itself, so that a stale one can say which moved: the
 * manifest's words, the values of the secrets that it names, and what was found in the service.
 */
export function digestAccount(
  diff: AccountDiff,
): Pick<AccountPlan, 'desired' | 'secrets' | 'live'> {
  return {
    desired: toDigest(listWords(diff.desired)),
    secrets: toDigest(listPrints(diff.desired)),
    live: toDigest(listLive(diff)),
  };
}

function toDigest(value: unknown): string {
  return hashText(writeCanonicalJson(value));
}

// Resolved values and no places: a comment moves nothing, nor does the order of a file. A secret is its
// reference here.
function listWords(account: DesiredAccount): unknown {
  return [
    account.id,
    account.name,
    listFields(account.fields),
    listEntries(account.connectors, ({ name, connector, authentication, auth, fields, checks }) => [
      name,
      connector.name,
      connector.version,
      authentication,
      auth,
      listFields(fields),
      // Apply makes them: a plan that was approved is one with these calls.
      checks.map(({ method, parameters, status }) => [
        method,
        parameters.map(({ name: parameter, text }) => [parameter, text]),
        status,
      ]),
    ]),
    listEntries(account.cycles, listCycle),
  ];
}

function listCycle(cycle: DesiredCycle): unknown {
  const { name, origin, slots, activity, mappings, fields } = cycle;
  return [
    name,
    origin.template,
    origin.tag,
    Object.fromEntries([...slots].map(([slot, { connector }]) => [slot, connector])),
    activity,
    sort(
      mappings.map(({ step, slot, target, source }) => [
        step,
        slot,
        target,
        source.kind === 'secret' ? showSecret(source.secret) : source,
      ]),
    ),
    listFields(fields),
  ];
}

function listEntries<T>(setting: Setting<ReadonlyMap<string, T>>, list: (entry: T) => unknown) {
  if (setting.kind !== 'set') return setting.kind;
  return Object.fromEntries([...setting.value].map(([key, entry]) => [key, list(entry)]));
}

function listFields(fields: DesiredFields): unknown {
  return Object.fromEntries([...fields].map(([path, { value }]) => [path, showDesired(value)]));
}

function showSecret(secret: BoundSecret): unknown {
  return showDesired({ kind: 'secret', secret });
}

// One of a key that this run alone has can be compared with nothing, and counts as none.
function listPrints(account: DesiredAccount): unknown {
  const { connectors, cycles } = account;
  return [
    printsOf(account.fields),
    listEntries(connectors, (entry: DesiredConnector) => printsOf(entry.fields)),
    listEntries(cycles, ({ fields, mappings }) => [
      printsOf(fields),
      sort(
        mappings.flatMap(({ step, slot, target, source }) =>
          source.kind === 'secret'
            ? [[step, slot, target, keepLasting(source.secret.fingerprint)]]
            : [],
        ),
      ),
    ]),
  ];
}

function printsOf(fields: DesiredFields): unknown {
  return Object.fromEntries(
    [...fields].flatMap(([path, { value }]) =>
      value.kind === 'secret' ? [[path, keepLasting(value.secret.fingerprint)]] : [],
    ),
  );
}

function listLive(diff: AccountDiff): unknown {
  const objects = [diff.account, ...diff.connectors, ...diff.cycles].map((object) => [
    object.address,
    object.live?.id ?? null,
    sort(
      object.verdicts.map((verdict) => [
        verdict.path,
        showLive(verdict),
        verdict.live?.kind === 'secret' ? keepLasting(verdict.live.read) : null,
      ]),
    ),
  ]);
  const left = [...diff.leftConnectors, ...diff.leftCycles].flatMap((pair) =>
    pair.record === null ? [] : [[pair.live.id, pair.record.address]],
  );
  return [sort(objects), sort(left)];
}

function keepLasting(print: Fingerprint | null): Fingerprint | null {
  return print !== null && isLasting(print) ? print : null;
}

// In an order of its own: lists of the service come in any, and those of a file may be put in another.
function sort(items: readonly unknown[]): readonly string[] {
  return items.map(writeCanonicalJson).sort();
}
