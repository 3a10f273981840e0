import { toHash } from '../../kit/hash.ts';
import { formatCanonicalJson } from '../../kit/json/canonical-json.ts';
import type { DesiredAccount, DesiredCycle, EarlierKey } from '../../model/desired/desired.ts';
import type { DesiredFields } from '../../model/fields/field-value.ts';
import { toComparableDesired } from '../../model/fields/to-shown-value.ts';
import type { BoundSecret } from '../../model/secret/secret.ts';
import type { Setting } from '../../model/setting.ts';

/** Returns a digest of the manifest, so that a stale plan can name the manifest as the change. */
export function toAccountDigest(account: DesiredAccount): string {
  return toHash(formatCanonicalJson(listWords(account)));
}

// Resolved values without places, because comments and order do not matter. A secret is its
// reference here.
function listWords(account: DesiredAccount): unknown {
  return [
    account.id,
    account.name,
    listFields(account.fields),
    listKeeping(account),
    listEntries(account.connectors, ({ connector, authentication, auth, checks, ...rest }) => [
      rest.name,
      connector.name,
      connector.version,
      authentication,
      auth,
      listFields(rest.fields),
      listKeeping(rest),
      // Apply runs the checks, so an approved plan includes them.
      checks.map(({ method, parameters, status }) => [
        method,
        parameters.map(({ name: parameter, text }) => [parameter, text]),
        status,
      ]),
    ]),
    listEntries(account.cycles, listCycle),
    ...listOwners(account),
  ];
}

// An expired ignore changes the plan.
function listOwners({ ownership, ignores }: DesiredAccount): readonly unknown[] {
  const open = ignores.filter(({ isOver }) => isOver !== true);
  if (ownership.length + open.length === 0) return [];
  return [
    [
      ...ownership.map(({ pattern, owner }) => [pattern, owner]),
      ...open.map(({ path }) => [path, 'ignored']),
    ],
  ];
}

// A create sends the whole file, and the digest covers the files that it refers to.
function listOrigin(origin: DesiredCycle['origin']): readonly unknown[] {
  if (origin.kind === 'template') return [origin.template, origin.tag];
  return [null, origin.loaded === null ? origin.path : origin.loaded.file.document];
}

function listCycle(cycle: DesiredCycle): unknown {
  const { name, origin, slots, activity, mappings, fields } = cycle;
  return [
    name,
    ...listOrigin(origin),
    Object.fromEntries([...slots].map(([slot, { connector }]) => [slot, connector])),
    activity,
    sort(
      mappings.map(({ step, slot, target, source }) => [
        step,
        slot,
        target,
        source.kind === 'secret' ? toComparableSecret(source.secret) : source,
      ]),
    ),
    listFields(fields),
    listKeeping(cycle),
    ...listVisibilities(cycle),
  ];
}

// The document of a cycle file has its own. Without any, digests of earlier versions hold.
function listVisibilities({ origin, visibilities }: DesiredCycle): readonly unknown[] {
  const file = origin.kind === 'file' ? origin.path : null;
  const own = visibilities.filter(({ at }) => at.file !== file);
  return own.length === 0
    ? []
    : [sort(own.map(({ step, slot, target, isVisible }) => [step, slot, target, isVisible]))];
}

function listKeeping(entry: {
  readonly renamedFrom?: EarlierKey;
  readonly isProtected?: true;
}): unknown {
  return [entry.renamedFrom?.key ?? null, entry.isProtected === true];
}

function listEntries<T>(setting: Setting<ReadonlyMap<string, T>>, list: (entry: T) => unknown) {
  if (setting.kind !== 'set') return setting.kind;
  return Object.fromEntries([...setting.value].map(([key, entry]) => [key, list(entry)]));
}

function listFields(fields: DesiredFields): unknown {
  return Object.fromEntries(
    [...fields].map(([path, { value }]) => [path, toComparableDesired(value)]),
  );
}

function toComparableSecret(secret: BoundSecret): unknown {
  return toComparableDesired({ kind: 'secret', secret });
}

// Sorted, because lists of the service have no order and files may be reordered.
function sort(items: readonly unknown[]): readonly string[] {
  return items.map(formatCanonicalJson).sort();
}
