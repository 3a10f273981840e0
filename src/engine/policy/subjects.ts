import { isMap, toMembers } from '../../kit/json/json.ts';
import { toPointer } from '../../kit/json/json-pointer.ts';
import {
  type Address,
  toAccountAddress,
  toConnectorAddress,
  toCycleAddress,
} from '../../model/address.ts';
import type { AccountDocument } from '../../model/manifest/manifest.ts';
import type { AccountPlan, PlanKind } from '../../model/plan/plan.ts';
import type { Labels, PolicyExample, PolicyScope, PolicySubject } from '../../model/plan/policy.ts';
import type { SourceSpan } from '../../model/source-span.ts';

/** One object that a policy is about: its values for expressions, and its place. */
export type Subject = {
  readonly address: Address;
  readonly at: SourceSpan | null;
  readonly scope: PolicyScope;
};

/** The subjects of an account, made once for all policies. */
export type Subjects = {
  readonly account: PolicyScope['account'];
  readonly list: (about: PolicySubject) => readonly Subject[];
};

/** A manifest as expressions read it, with the places of its parts. */
type ManifestSource = {
  readonly account: PolicyScope['account'];
  readonly spec: unknown;
  readonly toPlace: (names: readonly string[]) => SourceSpan | null;
};

/** The subjects of a manifest, after its layers and placeholders. */
export function fromDocument(document: AccountDocument, environment: string): Subjects {
  const { metadata, spec } = document.written;
  const account = { name: metadata.name, labels: metadata.labels ?? {} };
  const toPlace = (names: readonly string[]) =>
    names.length === 0
      ? document.spanOf('/metadata/name')
      : document.keySpanOf(toPointer(['spec', ...names]));
  return listOfManifest({ account, spec, toPlace }, environment);
}

/** The kind of a plan, the labels of its account, and its environment. */
type PlanFacts = {
  readonly kind: PlanKind;
  readonly labels: Labels;
  readonly environment: string;
};

/** The subjects of a plan. No secret is in it, and no fingerprint of one. */
export function fromPlan(
  { account: name, isNew, changes, operations }: AccountPlan,
  { kind, labels, environment }: PlanFacts,
): Subjects {
  const written = {
    kind,
    isNew,
    changes: changes.map(withoutPlaces),
    operations: operations.map(({ address, does, action }) => ({ address, does, action })),
  };
  const places = changes.map(({ at }) => at);
  return listOfPlan({ account: { name, labels }, plan: written, places }, environment);
}

/** The subjects of an example of a policy. */
export function fromExample(example: PolicyExample, environment: string): Subjects {
  const { account: name = 'example', labels = {}, spec = {}, plan = {} } = example;
  const account = { name, labels };
  const ofManifest = listOfManifest({ account, spec, toPlace: () => null }, environment);
  const whole = { kind: 'plan', isNew: false, changes: [], operations: [], ...plan };
  const ofPlan = listOfPlan({ account, plan: whole, places: [] }, environment);
  return {
    account,
    list: (about) =>
      about === 'plan' || about === 'change' ? ofPlan.list(about) : ofManifest.list(about),
  };
}

function listOfManifest({ account, spec, toPlace }: ManifestSource, environment: string): Subjects {
  const lists = new Map<PolicySubject, readonly Subject[]>();
  const values = makeOnce(() => toManifestValues(account, spec));
  const make = (about: PolicySubject): readonly Subject[] => {
    const { manifest, connectors, cycles } = values();
    const base = { environment, account, manifest };
    const toEntries = (section: 'connectors' | 'cycles', variable: 'connector' | 'cycle') =>
      Object.entries(section === 'connectors' ? connectors : cycles).map(([key, value]) => ({
        address: (section === 'connectors' ? toConnectorAddress : toCycleAddress)(
          account.name,
          key,
        ),
        at: toPlace([section, key]),
        scope: { ...base, key, [variable]: value },
      }));
    switch (about) {
      case 'account':
        return [{ address: toAccountAddress(account.name), at: toPlace([]), scope: base }];
      case 'connector':
        return toEntries('connectors', 'connector');
      case 'cycle':
        return toEntries('cycles', 'cycle');
      default:
        return [];
    }
  };
  return { account, list: (about) => getOrMake(lists, about, make) };
}

type PlanSource = {
  readonly account: PolicyScope['account'];
  readonly plan: Readonly<Record<string, unknown>>;
  readonly places: readonly (SourceSpan | null)[];
};

function listOfPlan({ account, plan: written, places }: PlanSource, environment: string): Subjects {
  const lists = new Map<PolicySubject, readonly Subject[]>();
  const values = makeOnce(() => toMembers(toCel(written)));
  const own = toAccountAddress(account.name);
  const make = (about: PolicySubject): readonly Subject[] => {
    const plan = values();
    const base = { environment, account, plan };
    if (about === 'plan') return [{ address: own, at: null, scope: base }];
    if (about !== 'change') return [];
    const changes = Array.isArray(plan.changes) ? plan.changes : [];
    return changes.map((change: unknown, index) => {
      const { address } = toMembers(change);
      return {
        address: typeof address === 'string' ? (address as Address) : own,
        at: places[index] ?? null,
        scope: { ...base, change },
      };
    });
  };
  return { account, list: (about) => getOrMake(lists, about, make) };
}

// Connectors and cycles are always there, so that no expression must ask for them.
function toManifestValues({ name, labels }: PolicyScope['account'], spec: unknown) {
  const whole = toMembers(toCel(spec));
  const [connectors, cycles] = [toEntryMap(whole.connectors), toEntryMap(whole.cycles)];
  const manifest = { metadata: { name, labels }, spec: { ...whole, connectors, cycles } };
  return { manifest, connectors, cycles };
}

// Null: a layer takes the entry out.
function toEntryMap(section: unknown): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(toMembers(section)).filter(([, each]) => isMap(each)));
}

function withoutPlaces(change: AccountPlan['changes'][number]): unknown {
  const { at: _, ...rest } = change;
  if (!('fields' in rest)) return rest;
  return { ...rest, fields: rest.fields.map(({ at: _at, ...field }) => field) };
}

// Whole numbers are a type of their own in CEL, and not in JSON.
function toCel(value: unknown): unknown {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value;
  if (Array.isArray(value)) return value.map(toCel);
  if (!isMap(value)) return value;
  const members = Object.entries(value).filter(([, each]) => each !== undefined);
  return Object.fromEntries(members.map(([name, each]) => [name, toCel(each)]));
}

function makeOnce<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

function getOrMake<K, V>(known: Map<K, V>, key: K, make: (key: K) => V): V {
  const found = known.get(key) ?? make(key);
  known.set(key, found);
  return found;
}
